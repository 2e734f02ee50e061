/**
 * Asks what answers at an address before a token is sent there: the address may be another program's by now. It finds
 * mistakes; who may answer at the address is proved by its certificate, or by this machine.
 */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { exchangePath } from "../../server/site/tokens/exchange-path.ts";
import { explainFailure, noSignalbox, parseJson, readText, serverAway } from "./server-answers.ts";
import { isThisMachine } from "./server-here.ts";

const timeoutMs = 20_000;
const aboutShape = z.object({ github: z.url(), version: z.string() });
type About = Readonly<z.output<typeof aboutShape>>;

/** By origin; forgotten once a request is not answered. */
const known = new Map<string, Promise<About>>();

/**
 * Asks once in a process.
 * @throws UserError if it does not answer within `withinMs`, or is no signalbox
 */
export function requireSignalbox(server: string, withinMs: Millis = timeoutMs): Promise<About> {
  const asked = known.get(server) ?? aboutServer(server, withinMs);
  known.set(server, asked);
  asked.catch(() => known.delete(server));
  return asked;
}

export function forgetIdentity(server: string): void {
  known.delete(server);
}

/** @throws as `requireSignalbox` */
export async function aboutServer(server: string, withinMs: Millis = timeoutMs): Promise<About> {
  const response = await asked(server, withinMs);
  const answer = parseJson(await readText(response, server));
  const about = aboutShape.safeParse(answer);
  if (response.ok && about.success) return about.data;
  throw response.status >= 500 ? explainFailure(response.status, answer, server) : noSignalbox(server);
}

/** Whether two roots of GitHub's pages are of one GitHub. The hub has several names on its machine. */
export function isSameSite(one: string, other: string): boolean {
  const a = new URL(one);
  const b = new URL(other);
  return a.host === b.host || (isThisMachine(a.hostname) && isThisMachine(b.hostname) && a.port === b.port);
}

async function asked(server: string, withinMs: Millis): Promise<Response> {
  try {
    return await fetch(`${server}${exchangePath}`, {
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    });
  } catch (thrown) {
    throw serverAway(server, thrown);
  }
}

/** @param theirs undefined if it did not say */
export function otherRelease(server: string, theirs: string | undefined, ours: string): UserError {
  const which = theirs === undefined || theirs === ours ? "another release" : `release ${theirs}`;
  return new UserError(
    `The server ${server} is of ${which}, and this command is of ${ours}: they do not understand each other here. Install the same release on both machines. Nothing was done.`,
    { code: "not-here" },
  );
}
