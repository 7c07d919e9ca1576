/** What the service writes into the page: the domains, so that no call has to be spent on them. */

export interface DomainInfo {
  readonly targetProduct: string;
  readonly domainId: string;
  readonly title: string;
  /** One line. */
  readonly description: string;
  readonly submissionUrl: string;
  readonly ready: boolean;
}

export interface Boot {
  readonly domains: readonly DomainInfo[];
  readonly callsPerMinute: number;
  /** A page of the operator that says where to get a key. */
  readonly keyHelpUrl?: string;
}

export function readBoot(): Boot {
  const text = document.getElementById("boot")?.textContent;
  return text ? JSON.parse(text) : { domains: [], callsPerMinute: 0 };
}
