/** What every description of the service says about it. */

/** The MCP Registry allows 100 characters. */
export const SERVICE_DESCRIPTION =
  "Checks a proposal before it is submitted, says how to fix it, and builds the package to submit.";

/** Drawn to be readable at 16 pixels and on both light and dark ground. */
export const ICON = {
  path: "/icon.svg",
  type: "image/svg+xml",
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fbf"/><path d="M8 17l5.5 5.5L24.5 10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
} as const;
