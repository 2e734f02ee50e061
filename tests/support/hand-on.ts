/** Forwards a delivery of the hub to the server, as GitHub would send it. */
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import type { Received } from "./hub.ts";

const copied = [
  "content-type",
  "x-github-event",
  "x-hub-signature-256",
  "x-github-hook-installation-target-id",
];

/**
 * Resolves to the answer's status.
 * @param guid the delivery's own if omitted; another one makes it a replay
 */
export async function handOn(
  url: string,
  { headers, raw, guid: own }: Received,
  guid = own,
): Promise<number> {
  const signed = copied.map((name) => [name, String(headers[name])] as const);
  const response = await fetch(`${url}${webhookPath}`, {
    method: "POST",
    headers: { ...Object.fromEntries(signed), "x-github-delivery": guid },
    body: raw,
  });
  await response.arrayBuffer();
  return response.status;
}
