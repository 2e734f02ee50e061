/**
 * MCP over HTTP, for programs with a token of ours; a browser's session does not count here. What speaks the protocol is
 * loaded with the first request: most servers never get one.
 */
import type { Context, Hono } from "hono";
import { sendProblem, tooManyRequests } from "../api/problem.ts";
import { createTurns, readsAMinute } from "../guard/turns.ts";
import type { SiteEnv } from "../site-env.ts";
import { bearerOf, sendUnauthorized, tokenFirst } from "../tokens/bearer.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { mcpPath } from "./path.ts";
import type { ServeMcp, ServeMcpPorts } from "./serve-mcp.ts";

export interface McpPorts extends ServeMcpPorts {
  readonly tokens: Pick<Tokens, "find">;
}

export function addMcp(site: Hono<SiteEnv>, ports: McpPorts): void {
  const takesTurn = createTurns(ports.clock, readsAMinute);
  let loading: Promise<ServeMcp> | undefined;
  const load = async (): Promise<ServeMcp> => (await import("./serve-mcp.ts")).createServeMcp(ports);

  site.all(mcpPath, async (context: Context<SiteEnv>) => {
    const bearer = await bearerOf(context, ports.tokens);
    if (bearer.type !== "token") {
      const isRefused = bearer.type === "refused";
      return sendUnauthorized(context, isRefused ? bearer.why : tokenFirst, isRefused);
    }
    const { token } = bearer;
    if (!takesTurn(token.id)) return sendProblem(context, tooManyRequests, { "retry-after": "60" });
    loading ??= load();
    const serve = await loading;
    return serve({ type: "token", id: token.id, token }, context.req.raw);
  });
}
