/** Runs an operation for a reader of the site, and sends its output: the same that the command line prints as JSON. */
import { hash } from "node:crypto";
import type { Context } from "hono";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Operation, OperationPorts } from "../../../operations/operation.ts";
import { insteadFor, portsOf, type Reader, type ReaderPorts, requireAllowed } from "../reader.ts";
import type { SiteEnv } from "../site-env.ts";
import { sendForbidden } from "../tokens/bearer.ts";
import { contextHeader, contextIn, withContext } from "./call-context.ts";
import type { Input } from "./input.ts";

export interface ApiPorts extends ReaderPorts {
  readonly clock: Clock;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  /** Told how long an operation took. */
  readonly operated?: ((operation: string, door: "api" | "mcp", tookMs: number) => void) | undefined;
}

export interface Call {
  readonly operation: Operation;
  readonly reader: Reader;
  readonly input: Input;
}

/** Clients and proxies give up after a minute. */
const patienceMs: Millis = 55_000;
/** Ages and presence change without the index. */
const tagMs: Millis = 10_000;

/** @throws UserError */
export async function serve(context: Context<SiteEnv>, api: ApiPorts, call: Call): Promise<Response> {
  const { operation, reader, input } = call;
  requireAllowed(reader, operation, input);
  const ports = withContext(await portsOf(reader, api), contextIn(context.req.header(contextHeader)));
  const tag = operation.effect === "reads" ? await tagOf(api.clock, ports, call) : undefined;
  if (tag !== undefined) {
    context.header("etag", tag);
    if (context.req.header("if-none-match") === tag) return context.body(null, 304);
  }
  const ends = [context.req.raw.signal, api.closing, AbortSignal.timeout(patienceMs)];
  const begun = performance.now();
  const within = { ...ports, signal: AbortSignal.any(ends) };
  const instead = await insteadFor(reader, api, operation, within, input);
  if (instead?.type === "command") {
    const { why, planned } = instead;
    return sendForbidden(context, { code: "not-here", detail: why, instead: planned });
  }
  const { output, afterwards } = instead?.result ?? (await operation.run(within, input));
  // What an agent was shown is marked as read once it has been sent; if that fails, it is shown again. GET changes nothing.
  if (afterwards !== undefined && context.req.method === "POST")
    context.env.outgoing.once("finish", () => void afterwards().catch(() => undefined));
  api.operated?.(operation.name, "api", performance.now() - begun);
  return context.json(output);
}

/** Changes with the index, with what the reader may see of it, and with the question and its surroundings. */
async function tagOf(
  clock: Clock,
  { board, repository, agent, space }: OperationPorts,
  { operation, reader, input }: Call,
): Promise<string> {
  const visible = (await board.repositories()).map(({ id }) => id);
  const about = [await board.version(), reader.id, visible, operation.name, input, repository, agent, space];
  const round = Math.floor(clock.now() / tagMs);
  return `"${hash("sha256", JSON.stringify([round, ...about]), "base64url")}"`;
}
