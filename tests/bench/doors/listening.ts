/** Free loopback ports: for a server of ours, and for a program that must be given one. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Opened } from "./messages.ts";

export async function listening(server: Server): Promise<Opened> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new TypeError("The server is not listening on a port.");
  return { url: `http://127.0.0.1:${address.port}` };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const { url } = await listening(server);
  const closed = once(server, "close");
  server.close();
  await closed;
  return Number(new URL(url).port);
}
