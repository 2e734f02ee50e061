/** What a command makes of a server elsewhere that does not answer, or that answers with a problem. */
import { z } from "zod";
import { type ErrorCode, errorCodes, messageOf, NotLoggedIn, UserError } from "../../base/errors.ts";
import { classifySilence, silencePhrase, wasNeverSent } from "../local-index/silence.ts";

const problemShape = z.object({ code: z.string(), detail: z.string() });

/** The server did not answer: it is away, or on its way back. */
export class ServerAway extends UserError {
  /** Whether it cannot have received what was asked. */
  readonly isUnsent: boolean;

  constructor(message: string, cause: unknown, isUnsent: boolean) {
    super(message, { code: "not-here", cause });
    this.isUnsent = isUnsent;
  }
}

export function serverAway(server: string, thrown: unknown): UserError {
  const silence = classifySilence(thrown);
  if (silence === "not allowed")
    return new UserError(`The server ${server} cannot be asked: ${silencePhrase(thrown)}.`, {
      code: "not-here",
      cause: thrown,
    });
  if (silence === "other program")
    return new UserError(`There is no signalbox at ${server}: ${silencePhrase(thrown)}.`, {
      code: "not-here",
      cause: thrown,
    });
  const { cause } = thrown instanceof Error ? thrown : {};
  const isKnown = silence !== "unknown";
  const detail = cause instanceof Error && cause.message !== "" ? cause : thrown;
  const why = isKnown ? silencePhrase(thrown) : messageOf(detail).slice(0, 200);
  return new ServerAway(
    `The server ${server} does not answer: ${why}. Does it run, and is that its address?`,
    thrown,
    wasNeverSent(thrown),
  );
}

/** What stands in front of a server that is away, such as a proxy, answers so. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** What an answer says that is no output: a problem of ours, a server that is away, or another program. */
export function explainFailure(status: number, answer: unknown, server: string): UserError {
  const { success } = problemShape.safeParse(answer);
  if (success) return explainProblem(answer, server);
  if (awayStatuses.has(status))
    return new ServerAway(
      `The server ${server} does not answer: what stands in front of it says ${status}. Try again in a minute.`,
      undefined,
      false,
    );
  return noSignalbox(server);
}

export function noSignalbox(server: string): UserError {
  return new UserError(
    `What answers at ${server} is another program, and no signalbox. Check the address in SIGNALBOX_SERVER or --server.`,
    { code: "not-here" },
  );
}

const refusalShape = z.object({ why: z.string() });

/** Why the server takes no request with the secret that it was shown. */
export async function readRefusal(response: Response, server: string): Promise<UserError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const { success, data } = refusalShape.safeParse(answer);
  if (success) return new NotLoggedIn(`The server ${server} does not take the token: ${data.why}`);
  return new NotLoggedIn(`The server ${server} does not take the secret that it was shown.`);
}

export function explainProblem(answer: unknown, server: string): UserError {
  const { success, data } = problemShape.safeParse(answer);
  if (!success)
    return new UserError(`The server ${server} answered something that is not understood.`, {
      code: "failed",
    });
  if (data.code === "no-login") return new NotLoggedIn(data.detail);
  return new UserError(data.detail, { code: isCode(data.code) ? data.code : "failed" });
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

/** A connection that is cut in the middle of an answer is no answer. */
export async function readText(response: Response, server: string): Promise<string> {
  try {
    return await response.text();
  } catch (thrown) {
    throw serverAway(server, thrown);
  }
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
