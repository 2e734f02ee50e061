/**
 * The way of one process to GitHub. Keeps which writes went through it, and when; it may be closed, and a test may hold
 * answers back.
 */
import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Passed {
  /** Undefined if it was made with a token that did not come through this door. */
  readonly installation: number | undefined;
  readonly isWrite: boolean;
  readonly body: string;
  /** When it reached GitHub, by the wall clock in milliseconds. */
  readonly at: number;
}

export interface Door {
  readonly port: number;
  /** All that reached GitHub, oldest first. */
  readonly passed: readonly Passed[];
  readonly shut: () => void;
  readonly open: () => void;
  /** Called with each request that GitHub has answered; the process gets the answer once that resolves. */
  onAnswer: (passed: Passed) => Promise<void> | void;
  readonly close: () => void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** @param url where GitHub is */
export async function startDoor(url: string): Promise<Door> {
  const passed: Passed[] = [];
  const installations = new Map<string, number>();
  let opened: PromiseWithResolvers<void> | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    await opened?.promise;
    // Who has given up meanwhile has sent nothing.
    if (response.destroyed) return;
    const token = String(request.headers.authorization).replace(/^\w+ /, "");
    const entry: Passed = {
      ...{ installation: installations.get(token), body: body.toString(), at: Date.now() },
      isWrite: isWrite(request, body.toString()),
    };
    passed.push(entry);
    const answer = await forward(url, request, body);
    await opened?.promise;
    const asked = /\/app\/installations\/(\d+)\/access_tokens$/.exec(request.url ?? "")?.[1];
    if (asked !== undefined && answer.status === 201)
      installations.set(String(JSON.parse(answer.body.toString()).token), Number(asked));
    await door.onAnswer(entry);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const door: Door = {
    port: (server.address() as AddressInfo).port,
    passed,
    shut: () => {
      opened ??= Promise.withResolvers();
    },
    open: () => {
      opened?.resolve();
      opened = undefined;
    },
    onAnswer: () => {},
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return door;
}

/** Of the App's requests, those that people could see. */
function isWrite({ method, url = "" }: IncomingMessage, body: string): boolean {
  if (url.endsWith("/graphql")) return /"query"\s*:\s*"\s*mutation/.test(body);
  return method !== "GET" && url.includes("/repos/");
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Without a client that cares: headers and body go through as they are. */
async function forward(
  url: string,
  { method, headers, url: path }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const request = ask(new URL(path ?? "/", url), {
    method,
    headers: { ...headers, host: new URL(url).host },
  });
  request.end(body);
  const [answer]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bodyOf(answer) };
}
