/**
 * The client's connection. It notices which requests are still to be answered, as the library's own would drop them when
 * standard input is closed, and for which resources the client wants to hear of changes: by the newer revision of the
 * protocol the library keeps that to itself.
 */
import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

interface Wire {
  readonly transport: Transport;
  /** Resolves when standard input has been closed. */
  readonly inputEnded: Promise<void>;
  /**
   * Resolves when every request that was sent has been answered: those that have no answer of their own when `signal` is
   * aborted, by an error that says why.
   */
  readonly finish: (signal: AbortSignal) => Promise<void>;
}

const listening = z.object({
  method: z.literal("subscriptions/listen"),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()).default([]) }) }),
});
const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});
const ending = {
  code: -32_000,
  message: "signalbox ends without an answer: its standard input was closed, or it was told to stop.",
};

/** @param subscribed called for each resource whose changes the client asks for by the newer revision */
export function openWire(stdin: Readable, stdout: Writable, subscribed: (uri: string) => void): Wire {
  // Its end would end the connection, and with it what is still to be answered.
  const input = new PassThrough();
  stdin.pipe(input, { end: false });
  const { promise: inputEnded, resolve: ended } = Promise.withResolvers<void>();
  stdin.once("end", ended).once("close", ended);
  const inner = new StdioServerTransport(input, stdout);
  const pending = new Set<string | number>();
  let answered = (): void => {};

  const take = (message: JSONRPCMessage): void => {
    const listen = listening.safeParse(message).data;
    const cancel = cancelled.safeParse(message).data;
    // It is answered when the connection ends.
    if (listen !== undefined) listen.params.notifications.resourceSubscriptions.forEach(subscribed);
    else if (cancel !== undefined) pending.delete(cancel.params.requestId);
    else if (isJSONRPCRequest(message)) pending.add(message.id);
  };
  const transport: Transport = {
    start: () => {
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onmessage = (message: JSONRPCMessage) => {
        take(message);
        transport.onmessage?.(message);
      };
      return inner.start();
    },
    send: async (message) => {
      await inner.send(message);
      if (isJSONRPCResponse(message) && message.id !== undefined) pending.delete(message.id);
      answered();
    },
    close: () => inner.close(),
  };
  const finish = async (signal: AbortSignal): Promise<void> => {
    while (pending.size > 0 && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      answered = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
    }
    for (const id of pending) await inner.send({ jsonrpc: "2.0", id, error: ending });
  };
  return { transport, inputEnded, finish };
}
