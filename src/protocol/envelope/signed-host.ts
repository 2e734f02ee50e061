/**
 * Names a GitHub host as `gh` does, whichever of its addresses is known: who signs knows what `gh` is told, and
 * the App the root of the API. The two must come to one name, or no signature would hold.
 */

export const usualHost = "github.com";
/** What `gh` calls the hub, the only GitHub on one's own machine. */
export const localHost = "github.localhost";

const loopback = /^(?:127(?:\.\d{1,3}){3}|(?:[\w.-]+\.)?localhost|\[::1\])(?::\d+)?$/;
const tenant = /^(?:[\w.-]*\.)?([\w-]+\.ghe\.com)$/;

/** @param written a host, with or without a port, as in GH_HOST or an address */
export function signedHost(written: string): string {
  const host = written.toLowerCase().replace(/:(?:80|443)$/, "");
  if (loopback.test(host)) return localHost;
  if (host === usualHost || host.endsWith(`.${usualHost}`)) return usualHost;
  return tenant.exec(host)?.[1] ?? host;
}

/** @param baseUrl root of the REST API; undefined for github.com */
export function signedHostOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? usualHost : signedHost(new URL(baseUrl).host);
}
