/** Changes as an event stream, for readers who ask for `text/event-stream` where the API answers with a page. */
import type { Context, Hono, Next } from "hono";
import { UserError } from "../../../base/errors.ts";
import type { Logger } from "../../../base/logger.ts";
import { changes, changesInput } from "../../../operations/changes/changes.ts";
import { parseRepository, requireServed } from "../../../operations/issue.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { Board } from "../../../operations/ports.ts";
import { fromQuery } from "../api/input.ts";
import { apiPath } from "../api/paths.ts";
import { sendError, sendProblem, signInFirst, tooManyRequests } from "../api/problem.ts";
import { createTurns, readsAMinute } from "../guard/turns.ts";
import { portsOf, type ReaderPorts, readerOf, type Reader as Whose } from "../reader.ts";
import type { SiteEnv } from "../site-env.ts";
import { bearerOf, sendUnauthorized } from "../tokens/bearer.ts";
import { createChangeReader } from "./change-reader.ts";
import { type FollowPorts, follow, type Wish } from "./follow.ts";
import { createOpenSessions } from "./open-sessions.ts";
import { createOutflow } from "./outflow.ts";
import { type PassPorts, passOf } from "./pass.ts";
import { createSlots } from "./slots.ts";

export const changesPath = `${apiPath}/${changes.name}`;

export interface StreamPorts extends Pick<FollowPorts, "pulse" | "clock">, ReaderPorts, PassPorts {
  readonly board: Board;
  readonly logger: Logger;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

const headers = {
  "content-type": "text/event-stream",
  // Compressed, an event would wait for others.
  "cache-control": "private, no-cache, no-transform",
  "x-accel-buffering": "no",
  // Nothing can follow on this connection, and a server that stops need not wait for it.
  connection: "close",
};

/** To be added before what tags and compresses: both read a response to its end. */
export function addChangeStream(site: Hono<SiteEnv>, ports: StreamPorts): void {
  const slots = createSlots();
  const mayOpen = createTurns(ports.clock, readsAMinute);
  const sessions = createOpenSessions(ports.sessions, ports.pulse, ports.clock);
  const following = { ...ports, changeReader: createChangeReader(ports.board) };

  const open = async (context: Context<SiteEnv>, whose: Whose): Promise<Response> => {
    const wish = await wishIn(context, await portsOf(whose, ports));
    const slot = slots.take(whose.id);
    if ("refusal" in slot)
      return sendProblem(context, { status: 429, code: "refused", detail: slot.refusal });
    const leaving = new AbortController();
    const outflow = createOutflow(() => leaving.abort());
    const { outgoing } = context.env;
    const signal = AbortSignal.any([leaving.signal, ports.closing]);
    const pass = passOf(whose, { ...ports, sessions });
    const reader = { pass, wish, outflow, signal, unsentBelow: () => outgoing.writableLength };
    const run = async (): Promise<void> => {
      try {
        if ((await follow(following, reader)) === "cut") outgoing.destroy();
      } catch (thrown) {
        if (!(thrown instanceof UserError)) ports.logger.error({}, "a stream of changes failed", thrown);
      } finally {
        outflow.end();
        slot.release();
      }
    };
    void run();
    return new Response(outflow.body, { headers });
  };

  site.get(changesPath, async (context: Context<SiteEnv>, next: Next) => {
    if (!wantsStream(context)) return next();
    const bearer = await bearerOf(context, ports.tokens);
    if (bearer.type === "refused") return sendUnauthorized(context, bearer.why, true);
    const whose = readerOf(bearer, context.get("session"));
    if (whose === undefined) return sendUnauthorized(context, signInFirst.detail, false);
    if (!mayOpen(whose.id)) return sendProblem(context, tooManyRequests, { "retry-after": "60" });
    try {
      return await open(context, whose);
    } catch (thrown) {
      return sendError(context, thrown);
    }
  });
}

/** A HEAD request comes here too, and would never get to the end of its body. */
function wantsStream({ req }: Context<SiteEnv>): boolean {
  const accepted = req.header("accept") ?? "";
  return req.method === "GET" && accepted.includes("text/event-stream") && !accepted.includes("json");
}

/**
 * A browser that comes back says in a header how far it came; its address is still that with which it began.
 * @throws UserError for input that does not fit, and for what the reader may not see
 */
async function wishIn(context: Context<SiteEnv>, ports: OperationPorts): Promise<Wish> {
  const url = new URL(context.req.url);
  const reached = context.req.header("last-event-id") || url.searchParams.get("cursor");
  url.searchParams.delete("cursor");
  if (reached !== null) url.searchParams.set("since", reached);
  const read = changesInput.safeParse(fromQuery(changes, url.href));
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new UserError(problems.join("\n"), { code: "invalid-input" });
  }
  const { since, repo, limit } = read.data;
  const repository = repo === undefined ? undefined : parseRepository(repo);
  if (repository !== undefined) await requireServed(ports, repository);
  return { since, repository, limit };
}
