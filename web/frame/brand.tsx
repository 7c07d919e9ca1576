/** Where the reader is, and the way to the first page. */
export function Brand({ name }: { name: string }) {
  return (
    <a class="brand" href="./" title="Preflight">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path d="m6.500 12.500 3.700 3.700 7.300-8" class="brand-mark" />
      </svg>
      <span>{name}</span>
    </a>
  );
}
