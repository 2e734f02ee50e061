/** What a command makes of a server elsewhere that does not answer, or that answers with a problem. */
import { z } from "zod";
import { type ErrorCode, errorCodes, messageOf, NotLoggedIn, UserError } from "../../base/errors.ts";
import { classifySilence, silencePhrase } from "../local-index/silence.ts";

const problemShape = z.object({ code: z.string(), detail: z.string() });

export function serverAway(server: string, thrown: unknown): UserError {
  if (classifySilence(thrown) === "not allowed")
    return new UserError(`The server ${server} cannot be asked: ${silencePhrase(thrown)}.`, {
      code: "not-here",
      cause: thrown,
    });
  const { cause } = thrown instanceof Error ? thrown : {};
  const isKnown = classifySilence(thrown) !== "unknown";
  const detail = cause instanceof Error && cause.message !== "" ? cause : thrown;
  const why = isKnown ? silencePhrase(thrown) : messageOf(detail).slice(0, 200);
  return new UserError(
    `The server ${server} does not answer: ${why}. Does it run, and is that its address?`,
    { code: "not-here", cause: thrown },
  );
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
