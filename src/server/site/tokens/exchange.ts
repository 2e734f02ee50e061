/**
 * Exchanges a token of GitHub's for one of ours that works for five minutes, for `signalbox login`. GitHub is asked whose
 * it is and what it shows, in one request; then it is forgotten: it is in no log, no file and no row.
 */
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Millis } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import type { TokenSight } from "../../../github/sign-in/token-sight.ts";
import type { Board } from "../../../operations/ports.ts";
import { sendError, sendProblem, tooManyFailures } from "../api/problem.ts";
import type { FailedAttempts } from "../guard/failed-attempts.ts";
import type { SiteEnv } from "../site-env.ts";
import { exchangePath } from "./exchange-path.ts";
import type { Tokens } from "./tokens.ts";

/** What it shows is never older than this. */
const lifetimeMs: Millis = 5 * 60_000;

const bodyShape = z.object({ token: z.string().regex(/^[\x21-\x7e]{20,500}$/) });
const loopback = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

export interface ExchangePorts {
  readonly tokens: Pick<Tokens, "make">;
  readonly board: Pick<Board, "repositories">;
  readonly failedAttempts: Pick<FailedAttempts, "begin" | "succeeded">;
  /** Root of GitHub's pages, or of the hub's. */
  readonly webUrl: string;
  /** The package's. */
  readonly version: string;
  readonly sightOf: (token: string, repositories: readonly string[]) => Promise<TokenSight>;
}

export function addExchange(site: Hono<SiteEnv>, ports: ExchangePorts): void {
  site.get(exchangePath, (context) => context.json({ github: ports.webUrl, version: ports.version }));
  site.post(exchangePath, async (context) => {
    const caller = context.get("caller");
    if (!ports.failedAttempts.begin(caller))
      return sendProblem(context, tooManyFailures, { "retry-after": "60" });
    try {
      const response = await exchange(context, ports);
      ports.failedAttempts.succeeded(caller);
      return response;
    } catch (thrown) {
      return sendError(context, thrown);
    }
  });
}

async function exchange(
  context: Context<SiteEnv>,
  { tokens, board, sightOf }: ExchangePorts,
): Promise<Response> {
  const origin = context.get("origin");
  if (!origin.startsWith("https:") && !loopback.test(origin))
    throw new UserError(
      "A token is sent over https only, or on this machine. Set PUBLIC_URL to an https address.",
      {
        code: "not-here",
      },
    );
  const body = bodyShape.safeParse(jsonIn(await context.req.text()));
  if (!body.success)
    throw new UserError('Send a token of GitHub\'s, as {"token": "…"}.', { code: "invalid-input" });
  const served = (await board.repositories()).map(({ id }) => id);
  const { login, nodeId, visible } = await sightOf(body.data.token, served);
  const { secret, token } = await tokens.make({
    kind: "login",
    login,
    nodeId,
    agent: undefined,
    mayOrder: true,
    repositories: visible,
    lifetimeMs,
  });
  return context.json({ token: secret, login, expiresInMs: token.expiresAt - token.createdAt });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
