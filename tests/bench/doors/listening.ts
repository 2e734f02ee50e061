/** Lets a server listen on a free port of loopback, and says where. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { Opened } from "./messages.ts";

export async function listening(server: Server): Promise<Opened> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server listens on no port.");
  return { url: `http://127.0.0.1:${address.port}` };
}
