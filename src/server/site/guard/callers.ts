/**
 * Tells callers apart by their address. `X-Forwarded-For` is read only as far as proxies wrote it that the owner has named:
 * anybody can send such a header.
 */
import { BlockList, isIP, isIPv4 } from "node:net";

/** The proxies of TRUSTED_PROXIES: addresses, and networks such as `10.0.0.0/8`. */
export class Callers {
  readonly #proxies = new BlockList();

  /** @param proxies as `parseProxies` accepts them */
  constructor(proxies: readonly string[]) {
    for (const each of proxies) {
      const [address = "", length] = each.split("/");
      const family = isIPv4(address) ? "ipv4" : "ipv6";
      if (length === undefined) this.#proxies.addAddress(address, family);
      else this.#proxies.addSubnet(address, Number(length), family);
    }
  }

  /**
   * Names the caller of a request: its IPv4 address, or the /64 of its IPv6 address, which is what one household or one
   * machine has.
   * @param remote the address at the other end of the connection
   * @param forwarded the header `X-Forwarded-For`, to whose end each proxy adds the address that it was called from
   */
  nameOf(remote: string | undefined, forwarded: string | undefined): string {
    const hops = (forwarded ?? "").split(",").map((each) => plainAddress(each.trim()));
    let caller = plainAddress(remote ?? "");
    while (this.#isProxy(caller)) {
      const before = hops.pop();
      if (before === undefined || isIP(before) === 0) break;
      caller = before;
    }
    return isIP(caller) === 6 ? networkOf(caller) : caller;
  }

  #isProxy(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#proxies.check(address, version === 4 ? "ipv4" : "ipv6");
  }
}

/** The entries of a list with commas. Undefined if one is neither an address nor a network. */
export function parseProxies(text: string): readonly string[] | undefined {
  const entries = text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return entries.every(isNetwork) ? entries : undefined;
}

function isNetwork(entry: string): boolean {
  const [address = "", length, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}

/** Without brackets, port and zone; an IPv4 address that comes as IPv6 is IPv4. */
function plainAddress(text: string): string {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const [address = ""] = (inBrackets ?? withPort ?? text).split("%");
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.toLowerCase();
}

/** The first four of its eight groups. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [
    ...first,
    ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0"),
    ...last,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
