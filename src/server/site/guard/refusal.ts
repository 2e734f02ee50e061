/** Refuses requests by their first lines, before a byte of the body is read. */
import type { OwnAddresses } from "./own-addresses.ts";

export interface Refusal {
  readonly status: 400 | 403 | 414 | 421;
  /** A sentence for the person who runs the server: it says what would work. */
  readonly text: string;
}

const maxAddressLength = 2_048;

export interface RequestTarget {
  /** As in the request line. */
  readonly target: string;
  readonly host: string | undefined;
}

/** Undefined if the request may be read. */
export function refuseTarget(
  { target, host }: RequestTarget,
  addresses: Pick<OwnAddresses, "originOf">,
): Refusal | undefined {
  if (addresses.originOf(host) === undefined)
    return {
      status: 421,
      text: "This server has a different name. Its owner sets PUBLIC_URL to the address that browsers use.",
    };
  // A whole URL in the request line would take precedence over the Host header that was just checked.
  if (!target.startsWith("/")) return { status: 400, text: "The request line must have a path." };
  return target.length > maxAddressLength ? { status: 414, text: "The address is too long." } : undefined;
}

/** The headers by which a browser says who has it send a request. */
export interface Sender {
  readonly method: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly fetchDest: string | undefined;
}

/**
 * Refuses what a page elsewhere has a browser send, other than a person following a link to a page of ours. Another
 * port of this machine counts as elsewhere. Programs send none of these headers.
 */
export function refuseSender(
  sender: Sender,
  isPage: boolean,
  addresses: Pick<OwnAddresses, "isOwn">,
): Refusal | undefined {
  const { method, origin, fetchSite, fetchMode, fetchDest } = sender;
  const refused: Refusal = { status: 403, text: "The request comes from a page elsewhere." };
  if (origin !== undefined && !addresses.isOwn(origin)) return refused;
  if (fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none") return undefined;
  const isRead = method === "GET" || method === "HEAD";
  const followsLink = isRead && fetchMode === "navigate" && fetchDest === "document";
  return isPage && followsLink ? undefined : refused;
}
