/**
 * A keep-alive connection with one request in flight and minimal overhead: the generator shares the machine
 * with the servers under test, and `fetch` would cost more CPU time than they do.
 */
import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";

export interface Connection {
  /** Resolves to the status when the whole response has arrived. */
  readonly post: (head: string, body: Uint8Array) => Promise<number>;
  readonly close: () => void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  let waiting:
    | { readonly resolve: (status: number) => void; readonly reject: (reason: Error) => void }
    | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    const status = statusOf(received);
    if (status === undefined) return;
    received = "";
    waiting?.resolve(status);
    waiting = undefined;
  });
  const fail = (reason: Error): void => waiting?.reject(reason);
  socket.on("error", fail).on("close", () => fail(new Error("The server closed a connection.")));
  await connected(socket);
  return {
    post: (head, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.cork();
        socket.write(head, "latin1");
        socket.write(body);
        socket.uncork();
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

function connected(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("connect", () => resolve()).once("error", reject);
  return promise;
}

/** The status of a complete response; undefined while a part is missing. */
function statusOf(received: string): number | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = received.slice(0, end).toLowerCase();
  const isWhole = head.includes("\r\ntransfer-encoding: chunked")
    ? received.endsWith(`0${headEnd}`)
    : received.length >= end + headEnd.length + Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  return isWhole ? Number(received.slice(9, 12)) : undefined;
}
