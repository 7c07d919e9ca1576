interface FileButtonProps {
  readonly label: string;
  readonly multiple?: boolean;
  onFiles(files: readonly File[]): void;
}

/** A button that opens the system's dialog for files. */
export function FileButton({ label, multiple = false, onFiles }: FileButtonProps) {
  return (
    <label class="button button-small file-button">
      {label}
      <input
        type="file"
        class="visually-hidden"
        multiple={multiple}
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
      />
    </label>
  );
}
