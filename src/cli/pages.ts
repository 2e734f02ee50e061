/** Addresses for people. What the hub names by one has no page there, so that it is told in another way. */

const hubHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "github.localhost"]);

/** Whether an address is of the hub, which runs on this machine alone. */
export function isOfHub(address: string): boolean {
  return hubHosts.has(URL.parse(address)?.hostname ?? "");
}

/** "at https://github.com/apps/…", or where it would be at GitHub. */
export function atPage(address: string): string {
  return isOfHub(address) ? "at GitHub (the stand-in has no page for it)" : `at ${address}`;
}
