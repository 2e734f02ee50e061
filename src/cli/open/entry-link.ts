/** An address at which a browser is let into the pages of the running server, once. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { ownPath } from "../../server/site/entry/own-path.ts";
import { askLocalServer } from "../local-index/ask-server.ts";

const timeoutMs = 5_000;
const answerShape = z.union([z.object({ url: z.url() }), z.object({ refused: z.string() })]);

/** @throws UserError if no server runs, or no browser can reach it */
export async function entryLink(home: string, path: string): Promise<string> {
  const to = path.startsWith("/") ? path : `/${path}`;
  if (ownPath(to) !== to)
    throw new UserError(`${JSON.stringify(path)} is not a path of the pages, such as /board.`);
  const asked = await askLocalServer(home, controlPaths.open, { body: { to }, timeoutMs });
  if (asked.type === "absent") throw new UserError(`${asked.why} Start it: npm start`);
  const { response } = asked;
  if (response.status !== 200)
    throw new UserError(`The server refused it (${response.status}). Its log says why.`);
  const answer = answerShape.parse(await response.json());
  if ("refused" in answer) throw new UserError(answer.refused);
  return answer.url;
}
