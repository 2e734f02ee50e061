/**
 * The names under which browsers may reach the site. A page elsewhere can point its own name at this machine (DNS
 * rebinding), but it cannot forge the Host header: a request for a name that is not listed here is refused.
 */

export interface OwnAddresses {
  /** The origin that a request with this Host header was sent to; undefined if the name is not ours. */
  readonly originOf: (host: string | undefined) => string | undefined;
  /** Whether an `Origin` header names one of our own pages. */
  readonly isOwn: (origin: string) => boolean;
  /** Where links lead that are not answers to a request; undefined if no browser can reach us yet. */
  readonly preferred: string | undefined;
  /** PUBLIC_URL: the only address that GitHub sends browsers back to. Undefined for whichever one is used. */
  readonly registered: string | undefined;
  /** All origins under which browsers reach us. */
  readonly all: readonly string[];
}

export interface ListeningAt {
  /** The address that the server was told to listen on. */
  readonly host: string;
  readonly port: number;
  /** PUBLIC_URL, as an origin. */
  readonly publicUrl: string | undefined;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"] as const;

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function ownAddresses({ host, port, publicUrl }: ListeningAt): OwnAddresses {
  const inUrl = host.includes(":") ? `[${host}]` : host;
  const names = isLoopback(host) ? [inUrl, ...loopbackNames] : [];
  const local = names.map((name) => new URL(`http://${name}:${port}`));
  const all = publicUrl === undefined ? local : [new URL(publicUrl), ...local];
  const origins = new Map(all.toReversed().map((url) => [url.host, url.origin]));
  const own = new Set(origins.values());
  return {
    originOf: (given) => (given === undefined ? undefined : origins.get(given.toLowerCase())),
    isOwn: (origin) => own.has(origin),
    preferred: all[0]?.origin,
    registered: publicUrl,
    all: [...own],
  };
}
