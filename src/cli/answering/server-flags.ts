/** `--server` and `--token-file` before the name of a command: the same as SIGNALBOX_SERVER and SIGNALBOX_TOKEN. */
import { readFileSync } from "node:fs";
import { messageOf, UserError } from "../../base/errors.ts";

export interface ServerFlags {
  readonly server?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/** The variables that the flags stand for. @throws UserError for a file without a token, or `run`, which has its own flags */
export function toVariables(
  { server, tokenFile }: ServerFlags,
  command: string,
): Readonly<Record<string, string>> {
  if (server === undefined && tokenFile === undefined) return {};
  // Its process has to shed the token before it starts a program, and knows it by the word that comes first.
  if (command === "run")
    throw new UserError("Give the flags to `run` itself: signalbox run --server … --token-file …", {
      code: "invalid-input",
    });
  return {
    ...(server === undefined ? {} : { SIGNALBOX_SERVER: server }),
    ...(tokenFile === undefined ? {} : { SIGNALBOX_TOKEN: readTokenFile(tokenFile) }),
  };
}

/** @param file `-` for standard input. @throws UserError if it cannot be read, or has anything but a token */
export function readTokenFile(file: string): string {
  const text = read(file).trim();
  if (/^sbx_[\w-]{43}$/.test(text)) return text;
  throw new UserError("The token file must have a token of signalbox, sbx_…, and nothing else.", {
    code: "invalid-input",
  });
}

function read(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (thrown) {
    throw new UserError(`The token file cannot be read: ${messageOf(thrown)}.`, { code: "invalid-input" });
  }
}
