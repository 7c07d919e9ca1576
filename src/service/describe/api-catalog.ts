/** The API catalogue of RFC 9727: where the descriptions of this service are, as a link set (RFC 9264). */

export const API_CATALOG_PATH = "/.well-known/api-catalog";
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function apiCatalog(baseUrl: string) {
  const link = (path: string, type: string) => [{ href: `${baseUrl}${path}`, type }];
  return {
    linkset: [
      {
        anchor: `${baseUrl}${API_CATALOG_PATH}`,
        item: [{ href: `${baseUrl}/api` }, { href: `${baseUrl}/mcp` }],
      },
      {
        anchor: `${baseUrl}/api`,
        "service-desc": link("/openapi.json", "application/json"),
        "service-doc": link("/docs", "text/html"),
        "service-meta": link("/capabilities.json", "application/json"),
        status: link("/readyz", "application/json"),
      },
      {
        anchor: `${baseUrl}/mcp`,
        "service-doc": link("/llms.txt", "text/plain"),
        "service-meta": link("/server.json", "application/json"),
        status: link("/readyz", "application/json"),
      },
    ],
  };
}
