/** A load balancer that distributes the hub's deliveries over the web processes, and records which they acknowledged. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoadBalancer {
  readonly url: string;
  /** The GUIDs that a web process answered with 202. */
  readonly acknowledged: ReadonlySet<string>;
  /** How many deliveries were answered with each status; 502 if the web process did not answer. */
  readonly responses: ReadonlyMap<number, number>;
  /** How many deliveries were neither stored nor already known, so that GitHub lists them as failed. */
  readonly refused: () => number;
  readonly close: () => void;
}

const accepted = 202;
const known = 200;

/** @param webs the addresses of those that are ready now */
export async function startLoadBalancer(webs: () => readonly string[]): Promise<LoadBalancer> {
  const acknowledged = new Set<string>();
  const responses = new Map<number, number>();
  let turn = 0;
  const server: Server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const up = webs();
    turn += 1;
    const target = up[turn % Math.max(1, up.length)];
    const status = target === undefined ? 503 : await forward(`${target}${request.url}`, request, body);
    if (status === accepted) acknowledged.add(String(request.headers["x-github-delivery"]));
    responses.set(status, (responses.get(status) ?? 0) + 1);
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    acknowledged,
    responses,
    refused: () =>
      [...responses].reduce(
        (sum, [status, count]) => (status === accepted || status === known ? sum : sum + count),
        0,
      ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A web process that dies meanwhile has acknowledged nothing, as far as GitHub knows. */
async function forward(url: string, { headers }: IncomingMessage, body: Buffer): Promise<number> {
  const kept = Object.entries(headers).filter(([name]) => isPassedOn(name));
  const passed = kept.map(([name, value]): [string, string] => [name, String(value)]);
  try {
    const answer = await fetch(url, { method: "POST", headers: passed, body });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 502;
  }
}

function isPassedOn(name: string): boolean {
  return name.startsWith("x-") || name === "content-type" || name === "user-agent";
}
