/** Servers that start and stop. Stopping does not wait: a request in progress is cut off. */
import { once } from "node:events";
import { lstatSync, rmSync } from "node:fs";
import type { Server } from "node:http";

/** @param port 0 for any free one. @returns the port. Rejects if it is already taken */
export async function listenOnPort(server: Server, port: number): Promise<number> {
  server.listen({ port, host: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Listens on a Unix socket, replacing one left behind by a killed process. Rejects if any other file is at
 * the path.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  server.listen({ path });
  await once(server, "listening");
}

export async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
