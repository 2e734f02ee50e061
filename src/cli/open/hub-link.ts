/** An address at which a browser is let into the hub's pages, once. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { hubHost, hubRoots, tokenOf } from "../gh/gh-environment.ts";
import { type HubSession, nothingAnswers } from "../hub/hub-session.ts";

const timeoutMs = 5_000;
const answerShape = z.union([z.object({ url: z.url() }), z.object({ message: z.string() })]);

/**
 * @param page a path, or an address as gh prints it
 * @param login undefined for an address at which anyone can be chosen
 * @throws UserError if no hub runs, or the address is not the hub's
 */
export async function hubLink(session: HubSession, page: string, login: string | undefined): Promise<string> {
  // The admin of the hub, the first of its people, may let anyone in.
  const token = login === undefined ? Object.values(session.tokens)[0] : tokenOf(session, login);
  const answer = await ask(session, token ?? "", {
    to: pathIn(session, page),
    asAnyone: login === undefined,
  });
  if ("message" in answer) throw new UserError(`The hub does not open ${page}: ${answer.message}`);
  return answer.url;
}

function pathIn(session: HubSession, page: string): string {
  const roots = [...hubRoots(session), `http://${hubHost}`, `https://${hubHost}`];
  const root = roots.find((each) => page.startsWith(`${each}/`));
  return root === undefined ? page : page.slice(root.length);
}

async function ask(session: HubSession, token: string, body: object): Promise<z.infer<typeof answerShape>> {
  try {
    const response = await fetch(`${session.url}/_hub/links`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answerShape.parse(await response.json());
  } catch (thrown) {
    throw new UserError(nothingAnswers(session).trim(), { cause: thrown });
  }
}
