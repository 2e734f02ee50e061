/**
 * The API: each operation at `/api/v1/<name>`, with its input as JSON or, for those that only read, as a query. Who asks
 * is the reader of the session, or a program with a token. Orders are for programs: agents give them.
 */
import type { Context, Hono } from "hono";
import { openApi } from "../../../operations/openapi.ts";
import type { Operation } from "../../../operations/operation.ts";
import { createTurns, readsAMinute, writesAMinute } from "../guard/turns.ts";
import { OrdersNotAllowed, readerOf } from "../reader.ts";
import type { SiteEnv } from "../site-env.ts";
import { bearerOf, sendForbidden, sendUnauthorized } from "../tokens/bearer.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { fromBody, fromQuery, type Input } from "./input.ts";
import { apiPath } from "./paths.ts";
import { sendError, sendProblem, signInFirst, tooManyRequests } from "./problem.ts";
import { type ApiPorts, serve } from "./serve.ts";

export interface ApiOptions extends ApiPorts {
  readonly tokens: Pick<Tokens, "find">;
}

export function addApi(
  site: Hono<SiteEnv>,
  ports: ApiOptions,
  operations: readonly Operation[],
  version: string,
): void {
  const mayRead = createTurns(ports.clock, readsAMinute);
  const mayWrite = createTurns(ports.clock, writesAMinute);
  const description = openApi(operations, version);

  const answer = async (
    context: Context<SiteEnv>,
    operation: Operation,
    input: () => Promise<Input>,
  ): Promise<Response> => {
    const bearer = await bearerOf(context, ports.tokens);
    if (bearer.type === "refused") return sendUnauthorized(context, bearer.why, true);
    const reader = readerOf(bearer, context.get("session"));
    if (reader === undefined) return sendUnauthorized(context, signInFirst.detail, false);
    const takesTurn = operation.effect === "writes" ? mayWrite : mayRead;
    if (!takesTurn(reader.id)) return sendProblem(context, tooManyRequests, { "retry-after": "60" });
    try {
      return await serve(context, ports, { operation, reader, input: await input() });
    } catch (thrown) {
      if (thrown instanceof OrdersNotAllowed)
        return sendForbidden(context, { code: thrown.code, detail: thrown.message });
      return sendError(context, thrown);
    }
  };

  site.get(`${apiPath}/openapi.json`, (context) => context.json(description));
  for (const operation of operations) {
    const path = `${apiPath}/${operation.name}`;
    if (operation.effect === "reads")
      site.get(path, (context) =>
        answer(context, operation, async () => fromQuery(operation, context.req.url)),
      );
    site.post(path, (context) => answer(context, operation, () => fromBody(operation, context)));
  }
  const names = operations.map(({ name }) => name).join(", ");
  site.all(`${apiPath}/*`, (context) =>
    sendProblem(context, {
      status: 404,
      code: "not-found",
      detail: `There is no such operation, or not with ${context.req.method}. There are: ${names}.`,
    }),
  );
}
