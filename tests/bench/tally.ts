/**
 * A proxy between App and hub that counts what passes: requests by method and path, and each mutation inside
 * a GraphQL request.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { Kind, OperationTypeNode, parse } from "graphql";
import { z } from "zod";
import { listening } from "./doors/listening.ts";
import type { Figure } from "./figure.ts";

export interface Tally {
  readonly url: string;
  /** Requests since the start. */
  readonly total: () => number;
  /** The counts since the last call, as figures of this step. */
  readonly take: (step: string) => Figure[];
  readonly close: () => Promise<void>;
}

const graphql = z.object({ query: z.string() });

export async function startTally(hubUrl: string): Promise<Tally> {
  const counts = new Map<string, number>();
  let total = 0;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    total += 1;
    for (const what of namesOf(incoming, body)) count(what);
    forward(hubUrl, incoming, body, response);
  });
  const { url } = await listening(server);
  return {
    url,
    total: () => total,
    take: (step) => {
      const figures = [...counts]
        .sort()
        .map(([what, value]): Figure => ({ name: `${step}: ${what}`, value, unit: "" }));
      counts.clear();
      return figures;
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function namesOf({ method, url = "" }: IncomingMessage, body: Buffer): readonly string[] {
  if (!url.endsWith("/graphql")) return [`REST ${method === "GET" ? "reads" : "writes"}`];
  const { query } = graphql.parse(JSON.parse(body.toString()));
  const mutations = parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION
      ? definition.selectionSet.selections.flatMap((field) =>
          field.kind === Kind.FIELD ? field.name.value : [],
        )
      : [],
  );
  if (mutations.length === 0) return ["GraphQL reads"];
  return ["GraphQL writes", ...mutations.map((name) => `  of these ${name}`)];
}

function forward(hubUrl: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { host, port } = new URL(hubUrl);
  const headers = { ...incoming.headers, host };
  const passed = request(
    { port, host: "127.0.0.1", method: incoming.method, path: incoming.url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on("error", () => response.destroy()).end(body);
}
