/** The built files of the workbench, as the pages know them. */

/** Files of the built workbench that a page loads. Their paths are relative to the top of the site. */
export interface Look {
  readonly styles: readonly string[];
  readonly script: string;
}

export interface Asset {
  readonly type: string;
  readonly body: Uint8Array;
  readonly gzipped?: Uint8Array | undefined;
}

export interface Assets {
  readonly workbench: Look;
  readonly studio: Look;
  /** What the rendered pages share with the workbench. */
  readonly reference: Look;
  find(name: string): Asset | undefined;
}
