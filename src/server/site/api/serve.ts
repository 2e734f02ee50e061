/** Runs an operation for a reader of the site, and sends its output: the same that the command line prints as JSON. */
import { hash } from "node:crypto";
import type { Context } from "hono";
import type { Clock, Millis } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import type { Operation, OperationPorts } from "../../../operations/operation.ts";
import type { PortsFor } from "../ports-for.ts";
import type { Session } from "../session/sessions.ts";
import type { SiteEnv } from "../site-env.ts";
import type { Input } from "./input.ts";

export interface ApiPorts {
  readonly portsFor: PortsFor;
  readonly clock: Clock;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

export interface Call {
  readonly operation: Operation;
  readonly session: Session;
  readonly input: Input;
}

/** Clients and proxies give up after a minute. */
const patienceMs: Millis = 55_000;
/** Ages and presence change without the index. */
const tagMs: Millis = 10_000;

/** @throws UserError */
export async function serve(context: Context<SiteEnv>, api: ApiPorts, call: Call): Promise<Response> {
  const { operation, session, input } = call;
  if (operation.effect === "writes" && session.caller.type === "owner") throw ownerCannotWrite(operation);
  const ports = await api.portsFor(session);
  const tag = operation.effect === "reads" ? await tagOf(api.clock, ports, call) : undefined;
  if (tag !== undefined) {
    context.header("etag", tag);
    if (context.req.header("if-none-match") === tag) return context.body(null, 304);
  }
  const ends = [context.req.raw.signal, api.closing, AbortSignal.timeout(patienceMs)];
  const { output } = await operation.run({ ...ports, signal: AbortSignal.any(ends) }, input);
  return context.json(output);
}

/** Changes with the index, with what the reader may see of it, and with the question. */
async function tagOf(
  clock: Clock,
  { board }: OperationPorts,
  { operation, session, input }: Call,
): Promise<string> {
  const visible = (await board.repositories()).map(({ id }) => id);
  const about = [await board.version(), session.id, visible, operation.name, input];
  const round = Math.floor(clock.now() / tagMs);
  return `"${hash("sha256", JSON.stringify([round, ...about]), "base64url")}"`;
}

function ownerCannotWrite({ name }: Operation): UserError {
  return new UserError(
    `You are here as the owner of the data folder, who is no account at GitHub. Sign in with GitHub at /sign-in, or run \`signalbox ${name}\`, which writes as you.`,
    { code: "not-here" },
  );
}
