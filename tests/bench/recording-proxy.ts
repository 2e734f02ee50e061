/** A proxy between App and hub that records requests, and may answer some of them itself. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { systemClock } from "../../src/base/clock.ts";
import { type RecordedRequest, recordedRequest } from "./recorded-requests.ts";
import { listenOnFreePort } from "./servers/ports.ts";

export interface RecordingProxy {
  readonly url: string;
  /** Requests since the start. */
  readonly total: () => number;
  /** The requests that were answered since the last call. */
  readonly take: () => readonly RecordedRequest[];
  /** From now on each request arrives this much later. */
  readonly delay: (ms: number) => void;
  readonly close: () => Promise<void>;
}

/** @param answer resolves to a response of its own, or to undefined for a request that the hub is to answer */
export async function startRecordingProxy(
  hubUrl: string,
  answer: (body: Buffer) => Promise<string | undefined> = async () => undefined,
): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  let total = 0;
  let delayMs = 0;
  // A worker that is suspended for a while must not come back to connections that were closed meanwhile.
  const server = createServer({ keepAliveTimeout: 300_000 }, async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    total += 1;
    if (delayMs > 0) await systemClock.sleep(delayMs);
    const note = (status: number): void => {
      requests.push(recordedRequest(incoming.method, incoming.url ?? "", body, status));
    };
    const own = await answer(body);
    if (own === undefined) return forward(hubUrl, incoming, body, response, note);
    note(200);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(own);
  });
  const { url } = await listenOnFreePort(server);
  return {
    url,
    total: () => total,
    take: () => requests.splice(0),
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
  const requests = request(
    { port, host: "127.0.0.1", method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const status = answer.statusCode ?? 502;
      onAnswer(status);
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    },
  );
  requests.on("error", () => response.destroy()).end(body);
}
