/**
 * A proxy between one process and PostgreSQL. While it is paused it forwards nothing, and what was sent meanwhile arrives
 * once it is resumed, as after an interruption of a real network.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface PostgresProxy {
  readonly port: number;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Delays responses from now on, in milliseconds. */
  readonly slowDown: (ms: number) => void;
  readonly close: () => void;
}

/** @param path of the server's socket */
export async function startPostgresProxy(path: string): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let isPaused = false;
  let slowMs = 0;

  function forward(from: Socket, to: Socket, delayMs: () => number): void {
    sockets.add(from);
    from.on("error", () => {});
    from.on("data", (bytes) => later(delayMs(), () => void to.write(bytes)));
    from.once("close", () => {
      sockets.delete(from);
      later(delayMs(), () => to.destroy());
    });
    if (isPaused) from.pause();
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
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    slowDown: (ms) => {
      slowMs = ms;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function later(ms: number, work: () => void): void {
  if (ms === 0) work();
  else setTimeout(work, ms);
}
