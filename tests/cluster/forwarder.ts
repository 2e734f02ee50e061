/**
 * What a load balancer does, in a few lines: one address on loopback for several processes. Connections go to them in turns,
 * and past one that does not take any.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Forwarder {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function startForwarder(port: number, targets: readonly number[]): Promise<Forwarder> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (outer) => {
    const first = turn++;
    const order = targets.map((_, at) => targets[(first + at) % targets.length] ?? 0);
    hold(outer);
    forward(outer, order);
  });

  function hold(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => {}).once("close", () => open.delete(socket));
  }

  function forward(outer: Socket, [target, ...others]: readonly number[]): void {
    if (target === undefined || outer.destroyed) return void outer.destroy();
    const inner = connect(target, "127.0.0.1");
    hold(inner);
    const next = (): void => forward(outer, others);
    inner.once("error", next).once("connect", () => {
      inner.off("error", next);
      inner.pipe(outer).once("close", () => inner.destroy());
      outer.pipe(inner).once("close", () => outer.destroy());
      outer.resume();
    });
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}
