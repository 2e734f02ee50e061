/**
 * The API: each operation at `/api/v1/<name>`, with its input as JSON or, for those that only read, as a query. Who asks
 * is the reader of the session. Orders are not here: agents give them from the server's machine.
 */
import type { Context, Hono } from "hono";
import { openApi } from "../../../operations/openapi.ts";
import type { Operation } from "../../../operations/operation.ts";
import { createTurns, readsAMinute, writesAMinute } from "../guard/turns.ts";
import type { Session } from "../session/sessions.ts";
import type { SiteEnv } from "../site-env.ts";
import { fromBody, fromQuery, type Input } from "./input.ts";
import { apiPath } from "./paths.ts";
import { sendError, sendProblem, signInFirst, tooManyRequests } from "./problem.ts";
import { type ApiPorts, serve } from "./serve.ts";

export function addApi(
  site: Hono<SiteEnv>,
  ports: ApiPorts,
  all: readonly Operation[],
  version: string,
): void {
  const operations = all.filter(({ effect }) => effect !== "orders");
  const mayRead = createTurns(ports.clock, readsAMinute);
  const mayWrite = createTurns(ports.clock, writesAMinute);
  const description = openApi(operations, version);

  const answer = async (
    context: Context<SiteEnv>,
    operation: Operation,
    input: () => Promise<Input>,
  ): Promise<Response> => {
    const session: Session | undefined = context.get("session");
    if (session === undefined) return sendProblem(context, signInFirst);
    const takesTurn = operation.effect === "writes" ? mayWrite : mayRead;
    if (!takesTurn(session.id)) return sendProblem(context, tooManyRequests, { "retry-after": "60" });
    try {
      return await serve(context, ports, { operation, session, input: await input() });
    } catch (thrown) {
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
      ...{ status: 404, code: "not-found" },
      detail: `There is no such operation, or not with ${context.req.method}. There are: ${names}.`,
    }),
  );
}
