/**
 * The network between one process and PostgreSQL. While it is cut it forwards nothing, and what was sent meanwhile arrives
 * once it is mended, as with a real one.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  readonly cut: () => void;
  readonly mend: () => void;
  /** How long answers take from now on, in milliseconds. */
  readonly slowDown: (ms: number) => void;
  readonly close: () => void;
}

/** @param path the socket of the server */
export async function startRelay(path: string): Promise<Relay> {
  const open = new Set<Socket>();
  let isCut = false;
  let slowMs = 0;

  function forward(from: Socket, to: Socket, late: () => number): void {
    open.add(from);
    from.on("error", () => {});
    from.on("data", (bytes) => later(late(), () => void to.write(bytes)));
    from.once("close", () => {
      open.delete(from);
      later(late(), () => to.destroy());
    });
    if (isCut) from.pause();
  }

  const server = createServer((outer) => {
    const inner = connect(path);
    forward(outer, inner, () => 0);
    forward(inner, outer, () => slowMs);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.pause();
    },
    mend: () => {
      isCut = false;
      for (const socket of open) socket.resume();
    },
    slowDown: (ms) => {
      slowMs = ms;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function later(ms: number, work: () => void): void {
  if (ms === 0) work();
  else setTimeout(work, ms);
}
