/** URLs for people. The hub has URLs but no pages, so commands are printed instead. */

const hubHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "github.localhost"]);

/** Whether an address belongs to the hub, which only runs on this machine. */
export function isHubAddress(address: string): boolean {
  return hubHosts.has(URL.parse(address)?.hostname ?? "");
}

/** "at https://github.com/apps/…", or a hint at the page that GitHub would have. */
export function pageHint(address: string): string {
  return isHubAddress(address) ? "on GitHub (the hub has no page for it)" : `at ${address}`;
}
