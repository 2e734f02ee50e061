/** Changes as an event stream, for readers who ask for `text/event-stream` where the API answers with a page. */
import type { Context, Hono, Next } from "hono";
import { UserError } from "../../../base/errors.ts";
import type { Logger } from "../../../base/logger.ts";
import { changes, changesInput } from "../../../operations/changes/changes.ts";
import { parseRepository, requireServed } from "../../../operations/issue.ts";
import type { Board } from "../../../operations/ports.ts";
import { fromQuery } from "../api/input.ts";
import { apiPath } from "../api/paths.ts";
import { sendError, sendProblem, signInFirst, tooManyRequests } from "../api/problem.ts";
import { createTurns, readsAMinute } from "../guard/turns.ts";
import type { PortsFor } from "../ports-for.ts";
import type { Session } from "../session/sessions.ts";
import type { SiteEnv } from "../site-env.ts";
import { type FollowPorts, follow, type Wish } from "./follow.ts";
import { createLooks } from "./looks.ts";
import { createOpenSessions } from "./open-sessions.ts";
import { createOutflow } from "./outflow.ts";
import { createSlots } from "./slots.ts";

export const changesPath = `${apiPath}/${changes.name}`;

export interface StreamPorts extends Omit<FollowPorts, "looks"> {
  readonly board: Board;
  readonly portsFor: PortsFor;
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
  const following = { ...ports, sessions, looks: createLooks(ports.board) };

  const open = async (context: Context<SiteEnv>, session: Session): Promise<Response> => {
    const wish = await wishIn(context, ports.portsFor, session);
    const slot = slots.take(session.id);
    if ("refusal" in slot)
      return sendProblem(context, { status: 429, code: "refused", detail: slot.refusal });
    const leaving = new AbortController();
    const outflow = createOutflow(() => leaving.abort());
    const { outgoing } = context.env;
    const signal = AbortSignal.any([leaving.signal, ports.closing]);
    const reader = { session, wish, outflow, signal, unsentBelow: () => outgoing.writableLength };
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
    const session = context.get("session");
    if (session === undefined) return sendProblem(context, signInFirst);
    if (!mayOpen(session.id)) return sendProblem(context, tooManyRequests, { "retry-after": "60" });
    try {
      return await open(context, session);
    } catch (thrown) {
      return sendError(context, thrown);
    }
  });
}

/**
 * A HEAD request comes here too, and would never get to the end of its body. Programs with a token read pages: a stream
 * follows a session.
 */
function wantsStream({ req }: Context<SiteEnv>): boolean {
  const accepted = req.header("accept") ?? "";
  const isAsked = accepted.includes("text/event-stream") && !accepted.includes("json");
  return req.method === "GET" && isAsked && req.header("authorization") === undefined;
}

/**
 * A browser that comes back says in a header how far it came; its address is still that with which it began.
 * @throws UserError for input that does not fit, and for what the reader may not see
 */
async function wishIn(context: Context<SiteEnv>, portsFor: PortsFor, session: Session): Promise<Wish> {
  const ports = await portsFor(session);
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
