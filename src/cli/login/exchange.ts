/** Exchanges the token that `gh` would use for one of the server's, which works for five minutes. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { exchangePath } from "../../server/site/tokens/exchange-path.ts";
import { aboutServer, isSameSite } from "../answering/identity.ts";
import { explainProblem, serverAway } from "../answering/server-answers.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import { tokenFor } from "../gh/callers-token.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { keepGrant, type StoredGrant } from "./grants-file.ts";

const timeoutMs = 20_000;
const answerShape = z.object({ token: z.string(), login: z.string(), expiresInMs: z.number() });

/** @throws UserError if the server does not answer, or is of another GitHub; NotLoggedIn without a token */
export async function exchange(
  terminal: Pick<Terminal, "env">,
  server: string,
  flags: HostFlags,
  now: number,
): Promise<StoredGrant> {
  const about = await aboutServer(server);
  const github = callersGitHub(terminal, flags);
  // The token goes nowhere before it is known to be one of this server's GitHub.
  if (!isSameSite(about.github, github.webUrl))
    throw new UserError(
      `The server works with ${about.github}, and your login is for ${github.webUrl}. Choose the host: --hostname ${new URL(about.github).host}`,
      { code: "no-login" },
    );
  const token = await tokenFor(github);
  const answer = answerShape.parse(await ask(server, { token }));
  const { as } = flags;
  const grant = {
    token: answer.token,
    login: answer.login,
    expiresAt: now + answer.expiresInMs,
    host: github.host,
    ...(as === undefined ? {} : { as }),
  };
  keepGrant(terminal, server, grant);
  return grant;
}

async function ask(server: string, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${server}${exchangePath}`, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch (thrown) {
    throw serverAway(server, thrown);
  }
  if (response.status === 404)
    throw new UserError(`There is no signalbox at ${server}.`, { code: "not-here" });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw explainProblem(answer, server);
}
