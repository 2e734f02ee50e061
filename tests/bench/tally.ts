/** A proxy between App and hub that records what passes. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { systemClock } from "../../src/base/clock.ts";
import { listening } from "./doors/listening.ts";
import { type Passed, passedOf } from "./passed.ts";

export interface Tally {
  readonly url: string;
  /** Requests since the start. */
  readonly total: () => number;
  /** The requests that were answered since the last call. */
  readonly take: () => readonly Passed[];
  /** From now on each request arrives this much later. */
  readonly delay: (ms: number) => void;
  readonly close: () => Promise<void>;
}

export async function startTally(hubUrl: string): Promise<Tally> {
  const passed: Passed[] = [];
  let total = 0;
  let delayMs = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    total += 1;
    if (delayMs > 0) await systemClock.sleep(delayMs);
    forward(hubUrl, incoming, body, response, (status) =>
      passed.push(passedOf(incoming.method, incoming.url ?? "", body, status)),
    );
  });
  const { url } = await listening(server);
  return {
    url,
    total: () => total,
    take: () => passed.splice(0),
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function forward(
  hubUrl: string,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  onAnswer: (status: number) => void,
): void {
  const { host, port } = new URL(hubUrl);
  const headers = { ...incoming.headers, host };
  const passed = request(
    { port, host: "127.0.0.1", method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const status = answer.statusCode ?? 502;
      onAnswer(status);
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on("error", () => response.destroy()).end(body);
}
