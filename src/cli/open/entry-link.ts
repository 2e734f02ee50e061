/** An address at which a browser is let into the pages of the running server, once. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { ownPath } from "../../server/site/entry/own-path.ts";
import { askServer, explainSilence } from "../local-index/ask-server.ts";

const timeoutMs = 5_000;
const answerShape = z.union([z.object({ url: z.url() }), z.object({ refused: z.string() })]);

/** @throws UserError if no server runs, or no browser can reach it */
export async function entryLink(home: string, path: string): Promise<string> {
  const to = path.startsWith("/") ? path : `/${path}`;
  if (ownPath(to) !== to)
    throw new UserError(`${JSON.stringify(path)} is not a path of the pages, such as /board.`);
  const contact = readContact(home);
  if (contact === undefined) throw notRunning(home);
  let answer: z.infer<typeof answerShape>;
  try {
    const response = await askServer(contact, controlPaths.open, { body: { to }, timeoutMs });
    answer = answerShape.parse(await response.json());
  } catch (thrown) {
    throw new UserError(explainSilence(home, thrown), { cause: thrown });
  }
  if ("refused" in answer) throw new UserError(answer.refused);
  return answer.url;
}

function notRunning(home: string): UserError {
  return new UserError(`No server runs with the data folder ${home}. Start it: npm start`);
}
