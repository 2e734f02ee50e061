/** Deliveries as GitHub posts them, and a client for malformed requests. */
import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";

export const webhookSecret = "the-webhook-secret-of-the-tests-0123456789";

export interface Posted {
  readonly body?: string | Buffer;
  readonly secret?: string;
  readonly method?: string;
  readonly path?: string;
  /** Undefined leaves the header out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export const issueOpened = JSON.stringify({
  action: "opened",
  issue: { id: 1, node_id: "I_1", number: 1, title: 'says "repository":{"id":9,"node_id":"R_evil"' },
  repository: { id: 7, node_id: "R_7", name: "demo" },
  installation: { id: 42, node_id: "x" },
});

export function sign(body: string | Buffer, secret = webhookSecret): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

export function post(url: string, posted: Posted = {}): Promise<Answer> {
  const body = posted.body ?? issueOpened;
  const headers: Record<string, string | readonly string[] | undefined> = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": randomUUID(),
    "x-hub-signature-256": sign(body, posted.secret),
    ...posted.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(new URL(posted.path ?? "/api/github/webhooks", url), {
    method: posted.method ?? "POST",
  });
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.setHeader(name, value);
  sent.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
    );
    response.on("error", reject);
  });
  sent.on("error", reject).end(body);
  return promise;
}

export interface RawConnection {
  readonly write: (bytes: string | Buffer) => void;
  /** Everything received until the server closed the connection. */
  readonly closed: Promise<string>;
  readonly destroy: () => void;
}

/** A bare socket, for requests that break the rules. */
export function connectTo(url: string): RawConnection {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket.on("error", () => {}).on("close", () => resolve(heard));
  return { write: (bytes) => void socket.write(bytes), closed: promise, destroy: () => socket.destroy() };
}
