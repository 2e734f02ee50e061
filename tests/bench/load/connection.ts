/**
 * One kept-alive connection that posts and waits for the answer, with minimal overhead: the generator shares
 * the machine with what it measures, and `fetch` costs more than the servers.
 */
import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";

export interface Connection {
  /** Resolves to the status when the whole answer has arrived. */
  readonly post: (head: string, body: Uint8Array) => Promise<number>;
  readonly close: () => void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let heard = "";
  let waiting:
    | { readonly resolve: (status: number) => void; readonly reject: (reason: Error) => void }
    | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    heard += text;
    const status = statusOf(heard);
    if (status === undefined) return;
    heard = "";
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

/** The status of a complete answer; undefined while a part is missing. */
function statusOf(heard: string): number | undefined {
  const end = heard.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = heard.slice(0, end).toLowerCase();
  const isWhole = head.includes("\r\ntransfer-encoding: chunked")
    ? heard.endsWith(`0${headEnd}`)
    : heard.length >= end + headEnd.length + Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  return isWhole ? Number(heard.slice(9, 12)) : undefined;
}
