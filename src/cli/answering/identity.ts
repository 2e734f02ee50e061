/**
 * Asks what answers at an address before a token is sent there: the address may be another program's by now. It finds
 * mistakes; who may answer at the address is proved by its certificate, or by this machine.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { exchangePath } from "../../server/site/tokens/exchange-path.ts";
import { failureOf, jsonIn, noSignalbox, serverAway, textOf } from "./server-answers.ts";

const timeoutMs = 20_000;
const aboutShape = z.object({ github: z.url(), version: z.string() });
type About = Readonly<z.output<typeof aboutShape>>;

/** By origin; forgotten once a request is not answered. */
const known = new Map<string, Promise<About>>();

/** @throws UserError if it does not answer, or is no signalbox */
export function requireSignalbox(server: string): Promise<About> {
  const asked = known.get(server) ?? aboutServer(server);
  known.set(server, asked);
  asked.catch(() => known.delete(server));
  return asked;
}

export function forgetIdentity(server: string): void {
  known.delete(server);
}

/** @throws as `requireSignalbox` */
export async function aboutServer(server: string): Promise<About> {
  const response = await asked(server);
  const answer = jsonIn(await textOf(response, server));
  const about = aboutShape.safeParse(answer);
  if (response.ok && about.success) return about.data;
  throw response.status >= 500 ? failureOf(response.status, answer, server) : noSignalbox(server);
}

async function asked(server: string): Promise<Response> {
  try {
    return await fetch(`${server}${exchangePath}`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
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
