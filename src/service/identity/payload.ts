/** The signed headers of a proxy call and the text that is signed, for signer and verifier alike. It also runs in browsers. */

export const PROXY_SIGNATURE_TYPE = "adt-proxy+jws";

/** No spaces and no control characters, so that a value is always one line of the payload. */
const IDENTIFIER = /^[\x21-\x7e]{1,256}$/;

/** The shapes of the values, in the order in which they are signed. */
const SHAPES = {
  "x-adt-proxy-agent": IDENTIFIER,
  "x-adt-proxy-subject": IDENTIFIER,
  "x-adt-proxy-capability": /^[\x21-\x7e]{1,128}$/,
  // Twelve digits of seconds reach the year 33658; a current time in milliseconds does not fit.
  "x-adt-proxy-timestamp": /^(?:0|[1-9][0-9]{0,11})$/,
  "x-adt-proxy-nonce": /^[A-Za-z0-9_-]{16,64}$/,
  "x-adt-proxy-content-sha256": /^[0-9a-f]{64}$/,
  "x-adt-proxy-signature": /^(?=.{1,1024}$)[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+$/,
};

/** The name of a header of a signed call. */
export type ProxyHeaderName = keyof typeof SHAPES;
/** The seven headers of a signed call. */
export type ProxyHeaders = Record<ProxyHeaderName, string>;

export const PROXY_HEADER_NAMES = Object.keys(SHAPES) as readonly ProxyHeaderName[];

export const isProxyHeaderValue = (name: ProxyHeaderName, value: string): boolean => SHAPES[name].test(value);

export interface SignedCall {
  /** The public base URL of the called service. */
  readonly audience: string;
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Omit<ProxyHeaders, "x-adt-proxy-signature">>;
}

/** The signed lines, joined by line feeds, without one at the end. */
export function proxyPayload({ audience, method, target, headers }: SignedCall): string {
  const values = PROXY_HEADER_NAMES.flatMap((name) =>
    name === "x-adt-proxy-signature" ? [] : [headers[name]],
  );
  return ["adt-proxy-v1", audience.replace(/(?<!\/)\/+$/, ""), method, target, ...values].join("\n");
}
