/** Where browsers reach this server, known once it listens, and the links by which its owner enters. */
import type { Clock, Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { createEntryLinks, type EntryLinks } from "../site/entry/entry-links.ts";
import { type ListeningAt, type OwnAddresses, ownAddresses } from "../site/guard/own-addresses.ts";

export interface Entrance {
  readonly links: EntryLinks;
  /** Undefined until the server listens. */
  readonly addresses: () => OwnAddresses | undefined;
  /**
   * A link that works once.
   * @param lifetimeMs undefined for one that works until it was used
   * @throws UserError if no browser can reach the server
   */
  readonly linkTo: (to: string, lifetimeMs?: Millis) => string;
  readonly listensAt: (listening: ListeningAt) => OwnAddresses;
}

const noAddress =
  "No browser can reach the pages: the server listens on an address other than loopback, and PUBLIC_URL is not set. Set PUBLIC_URL to the address that browsers use, for example https://box.example.com, and restart.";

export function createEntrance(clock: Pick<Clock, "now">): Entrance {
  const links = createEntryLinks(clock);
  let addresses: OwnAddresses | undefined;
  return {
    links,
    addresses: () => addresses,
    linkTo: (to, lifetimeMs) => {
      if (addresses?.preferred === undefined) throw new UserError(noAddress);
      return `${addresses.preferred}${links.create(to, lifetimeMs)}`;
    },
    listensAt: (listening) => {
      addresses = ownAddresses(listening);
      return addresses;
    },
  };
}
