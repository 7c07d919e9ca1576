/** Line icons of 16 × 16, drawn with the color of the text around them. */

const PATHS = {
  error: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5.75 5.75l4.5 4.5m0-4.5-4.5 4.5",
  warning: "M8 2 14.5 13.5h-13L8 2Zm0 4.5v3.25m0 1.75v.01",
  info: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM8 7.25v4m0-6.5v.01",
  check: "m3 8.5 3.25 3.25L13 5",
  todo: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z",
  close: "m4 4 8 8m0-8-8 8",
  plus: "M8 3v10M3 8h10",
  down: "m4 6 4 4 4-4",
  up: "m4 10 4-4 4 4",
  grip: "M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01",
  key: "M10 2.5a3.5 3.5 0 1 0-3.2 4.9L2.5 11.7v1.8h2v-1.5H6v-1.5h1.5l1-1a3.5 3.5 0 0 0 1.5-7Zm.75 2.75v.01",
  undo: "M5.5 3 2.5 6l3 3m-3-3H9a4 4 0 0 1 0 8H6.5",
  redo: "m10.5 3 3 3-3 3m3-3H7a4 4 0 0 0 0 8h2.5",
  file: "M4 1.5h5L12.5 5v9.5h-8.5v-13ZM9 1.5V5h3.5",
  share: "M8 9.5V1.5m0 0L5 4.5m3-3 3 3M3 8.5v5.5h10V8.5",
  download: "M8 2v8m0 0L5 7m3 3 3-3M3 13.5h10",
  copy: "M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8v-8Z",
  table: "M2 3h12v10H2V3Zm0 3.5h12M6.5 3v10",
  sparkle: "M8 2c.5 3.5 2 5 5.5 5.5C10 8 8.500 9.500 8 13c-.5-3.500-2-5-5.500-5.500C6 7 7.500 5.500 8 2Z",
  send: "M14 2 2 7l4.500 2.500L9 14l5-12Zm0 0L6.500 9.500",
  box: "M8 1.750 14 5v6l-6 3.250L2 11V5l6-3.250Zm0 6.500L14 5M8 8.250 2 5m6 3.250v6",
  calendar: "M2.5 3.500h11v10h-11v-10Zm0 3.500h11M5.500 2v2.500m5-2.500v2.500",
  menu: "M2.500 4.500h11m-11 3.500h11m-11 3.500h11",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, class: className = "" }: { name: IconName; class?: string }) {
  return (
    <svg
      class={`icon ${className}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
