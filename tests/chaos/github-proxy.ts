/**
 * A proxy between one process and GitHub. It records each request with its time. A run may pause it, and a test may delay
 * responses.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxiedRequest {
  /** Undefined if its token was not issued through this proxy. */
  readonly installation: number | undefined;
  readonly isWrite: boolean;
  readonly body: string;
  /** When it reached GitHub, by the wall clock in milliseconds. */
  readonly at: number;
}

export interface GitHubProxy {
  readonly port: number;
  /** All that reached GitHub, oldest first. */
  readonly requests: readonly ProxiedRequest[];
  readonly pause: () => void;
  readonly resume: () => void;
  /** Called with each request that GitHub has answered; the process gets the response once that resolves. */
  onResponse: (request: ProxiedRequest) => Promise<void> | void;
  readonly close: () => void;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** @param url of GitHub */
export async function startGitHubProxy(url: string): Promise<GitHubProxy> {
  const requests: ProxiedRequest[] = [];
  const installations = new Map<string, number>();
  let paused: PromiseWithResolvers<void> | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    await paused?.promise;
    // The process gave up in the meantime, so GitHub gets nothing.
    if (response.destroyed) return;
    const token = String(request.headers.authorization).replace(/^\w+ /, "");
    const entry: ProxiedRequest = {
      installation: installations.get(token),
      body: body.toString(),
      at: Date.now(),
      isWrite: isWrite(request, body.toString()),
    };
    requests.push(entry);
    const reply = await forward(url, request, body);
    await paused?.promise;
    const tokenFor = /\/app\/installations\/(\d+)\/access_tokens$/.exec(request.url ?? "")?.[1];
    if (tokenFor !== undefined && reply.status === 201)
      installations.set(String(JSON.parse(reply.body.toString()).token), Number(tokenFor));
    await proxy.onResponse(entry);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: GitHubProxy = {
    port: (server.address() as AddressInfo).port,
    requests,
    pause: () => {
      paused ??= Promise.withResolvers();
    },
    resume: () => {
      paused?.resolve();
      paused = undefined;
    },
    onResponse: () => {},
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}

/** Whether it is a request of the App whose effect people can see. */
function isWrite({ method, url = "" }: IncomingMessage, body: string): boolean {
  if (url.endsWith("/graphql")) return /"query"\s*:\s*"\s*mutation/.test(body);
  return method !== "GET" && url.includes("/repos/");
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** With a bare client, so that headers and body pass unchanged. */
async function forward(
  url: string,
  { method, headers, url: path }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const request = sendRequest(new URL(path ?? "/", url), {
    method,
    headers: { ...headers, host: new URL(url).host },
  });
  request.end(body);
  const [answer]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bodyOf(answer) };
}
