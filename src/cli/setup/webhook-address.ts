/**
 * Where GitHub delivers to. github.com refuses a manifest whose webhook it cannot reach ("url is not supported because it
 * isn't reachable over the public Internet"), and its page then shows nothing else: so it is said before.
 */
import { BlockList, isIP } from "node:net";
import { UserError } from "../../base/errors.ts";
import type { GitHubHost } from "../../server/composition/environment.ts";

const path = "/api/github/webhooks";

/** @throws UserError if it is no URL, or if the host would refuse it */
export function webhookAddress(given: string, host: GitHubHost): string {
  const url = URL.parse(given);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new UserError(`--url must be a URL, for example https://box.example.com, found ${given}.`);
  const problem = explainRefusal(url, host);
  if (problem !== undefined) throw new UserError(`${problem} ${waysOut}`);
  return url.pathname === "/" ? new URL(path, url).href : url.href;
}

const waysOut =
  "Give the https address of a tunnel or a proxy that leads to this machine, or leave out --url: signalbox then asks GitHub what is new (`signalbox start --poll 15s`), and needs no address.";

/** An enterprise host reaches its own network; the stand-in is on this machine, and so is what it delivers to. */
function explainRefusal(url: URL, { baseUrl, webUrl }: GitHubHost): string | undefined {
  const name = new URL(webUrl).hostname;
  if (isThisMachine(name)) return undefined;
  const isOnInternet = baseUrl === undefined || name.endsWith(".ghe.com");
  const isTooNear = isOnInternet ? isPrivate(url.hostname) : isThisMachine(url.hostname);
  if (isTooNear) return `${name} cannot reach ${url.hostname}, so it would refuse to register the App.`;
  if (isOnInternet && url.protocol === "http:")
    return `${name} would send deliveries to ${url.origin} in plain text, where others can read and change them.`;
  return undefined;
}

/** Addresses that are not routed on the internet: https://www.iana.org/assignments/iana-ipv4-special-registry */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix);
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("0.0.0.0");
loopback.addSubnet("::", 127, "ipv6");

/** Names that lead nowhere on the internet: https://www.iana.org/assignments/special-use-domain-names */
const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|intranet)$/;

function isPrivate(hostname: string): boolean {
  const name = plainName(hostname);
  return isListed(privateNetworks, name) ?? (privateNames.test(name) || !name.includes("."));
}

function isThisMachine(hostname: string): boolean {
  const name = plainName(hostname);
  return isListed(loopback, name) ?? /(?:^|\.)localhost$/.test(name);
}

/** Undefined for a name, which is no address. */
function isListed(networks: BlockList, name: string): boolean | undefined {
  const version = isIP(name);
  return version === 0 ? undefined : networks.check(name, version === 6 ? "ipv6" : "ipv4");
}

/** As it is looked up: IPv6 addresses without brackets, names without the dot of the root. */
function plainName(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}
