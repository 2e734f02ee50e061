/** The cookie of a browser's session. Browsers share cookies between all ports of a host, so its name has the port. */
import type { HubRequest } from "../http/request.ts";

type Addressed = Pick<HubRequest, "headers" | "site">;

const nameFor = ({ site }: Pick<HubRequest, "site">): string =>
  `signalbox_hub_${URL.parse(site.web)?.port || "80"}`;

/** The cookie's value, empty if the browser sent none. */
export function readCookie(request: Addressed): string {
  const name = `${nameFor(request)}=`;
  const pair = (request.headers.cookie ?? "").split("; ").find((one) => one.startsWith(name));
  return pair?.slice(name.length) ?? "";
}

/** The header that sets it. Empty removes it. */
export function writeCookie(request: Addressed, value: string): Readonly<Record<string, string>> {
  const life = value === "" ? "; Max-Age=0" : "";
  return { "set-cookie": `${nameFor(request)}=${value}; Path=/; HttpOnly; SameSite=Lax${life}` };
}
