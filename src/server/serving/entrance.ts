/** Where browsers reach this server, known once it listens, and the links by which its owner enters. */
import type { Clock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { Grants } from "../../store/shape/grant.ts";
import { createEntryLinks, type EntryLinks } from "../site/entry/entry-links.ts";
import { type ListeningAt, type OwnAddresses, ownAddresses } from "../site/guard/own-addresses.ts";

export interface Entrance {
  readonly links: EntryLinks;
  /** Undefined until the server listens. */
  readonly addresses: () => OwnAddresses | undefined;
  /**
   * A link that works until it was used, or this process ends.
   * @throws UserError if no browser can reach the server
   */
  readonly linkTo: (to: string) => string;
  /**
   * A link that works once, for a minute, at any web process of the database.
   * @throws UserError if no browser can reach the server
   */
  readonly commandLinkTo: (to: string) => Promise<string>;
  readonly listensAt: (listening: ListeningAt) => OwnAddresses;
}

const noAddress =
  "No browser can reach the pages: the server listens on an address other than loopback, and PUBLIC_URL is not set. Set PUBLIC_URL to the address that browsers use, for example https://box.example.com, and restart.";

export function createEntrance(clock: Pick<Clock, "now">, grants: Pick<Grants, "add" | "useLink">): Entrance {
  const links = createEntryLinks(clock, grants);
  let addresses: OwnAddresses | undefined;
  const preferred = (): string => {
    if (addresses?.preferred === undefined) throw new UserError(noAddress);
    return addresses.preferred;
  };
  return {
    links,
    addresses: () => addresses,
    linkTo: (to) => `${preferred()}${links.create(to)}`,
    commandLinkTo: async (to) => `${preferred()}${await links.createForCommand(to)}`,
    listensAt: (listening) => {
      addresses = ownAddresses(listening);
      return addresses;
    },
  };
}
