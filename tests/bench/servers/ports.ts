/** Free loopback ports: listens on one, or finds one for a program that has to be told its port. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { ServerStarted } from "./messages.ts";

export async function listenOnFreePort(server: Server): Promise<ServerStarted> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new TypeError("The server is not listening on a port.");
  return { url: `http://127.0.0.1:${address.port}` };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const { url } = await listenOnFreePort(server);
  const closed = once(server, "close");
  server.close();
  await closed;
  return Number(new URL(url).port);
}
