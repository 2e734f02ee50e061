/** An OpenAI-compatible server on loopback whose replies, valid or not, a test defines. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswererReply, AnswerTask, ModelCalls } from "../../src/coordinator/answers/answerer.ts";

export interface ModelServer {
  /** The value for `SIGNALBOX_MODEL_URL`. */
  readonly url: string;
  /** The requests' bodies, oldest first. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export async function modelServer(answer: Answer): Promise<ModelServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push(Buffer.concat(chunks).toString());
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A completion with the text `content`. */
export const saying =
  (content: string): Answer =>
  (response) => {
    response.setHeader("content-type", "application/json");
    const message = { role: "assistant", content };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    response.end(JSON.stringify({ id: "c1", object: "chat.completion", created: 1, model: "m", choices }));
  };

export const task: AnswerTask = {
  title: "Which time zone do timestamps have?",
  body: "The exporter needs to know.",
  options: undefined,
  passages: [
    { number: 1, citation: "docs/adr/0004.md@abc#L1-L3", text: "Timestamps are written in UTC with a Z." },
  ],
};

export const goodReply: AnswererReply = {
  answers: true,
  decision: "UTC, with a trailing Z.",
  rationale: "The decision record says so.",
  alternatives: "",
  quotes: [{ passage: 1, text: "Timestamps are written in UTC with a Z." }],
};

/** Counts no calls. */
export const uncounted: ModelCalls = { count: async () => true };
