/** What the rendered pages share with the workbench, and where its built files are found. */

export interface Asset {
  readonly type: string;
  readonly body: Uint8Array;
  readonly gzipped?: Uint8Array | undefined;
}

export interface Assets {
  /** Paths relative to the top of the site. */
  readonly workbench: string;
  readonly studio: string;
  readonly reference: string;
  readonly style: string;
  find(name: string): Asset | undefined;
}

/** The files of the built workbench, whose look the pages share. */
export interface Look {
  readonly style: string;
  readonly script: string;
}

export function lookOf(assets: Assets | undefined): Look | undefined {
  return assets && { style: assets.style, script: assets.reference };
}
