/**
 * The text that a command is about, by its hash: what the caller was shown, which an edit since then must not replace. It is
 * read when it is shown and comes back with the command; what is there as the command is written may be another text.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import {
  formatTextName,
  formatWorkName,
  hashWork,
  type NamedText,
} from "../../protocol/commands/text-name.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";
import { oneLine, quotedLines } from "../output/terminal-text.ts";
import { callerOf } from "../writes/caller.ts";
import { isPrintedWhole } from "./remembered-texts.ts";

export const textHashInput = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be a textHash, as show prints it")
  .describe(
    "the textHash of the text that you read, from show or escalations: another text now is refused, and shown. By default that of the text that was last shown to you here",
  )
  .optional();

export const workHashInput = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be a work.hash, as show prints it")
  .describe(
    "the work.hash of the handover that you read, from show: another text, head or base now is refused. By default that of the handover that was last shown to you here",
  )
  .optional();

/** What stands after a command's word or option: nothing if it is not known what was shown. */
export function namedText({ textHash, workHash }: NamedText): string {
  if (workHash !== undefined) return ` ${formatWorkName(workHash)}`;
  return textHash === undefined ? "" : ` ${formatTextName(textHash)}`;
}

/**
 * What a command on `ref` names: for one about a handover's work, the head and base that were shown with the text, too.
 * @throws UserError as `hashToSend`
 */
export async function nameToSend(
  ports: OperationPorts,
  ref: FullRef,
  given: {
    readonly textHash?: string | undefined;
    readonly workHash?: string | undefined;
    readonly bindsWork?: true;
    readonly dryRun: boolean;
  },
): Promise<NamedText> {
  const { textHash: read, workHash, bindsWork } = given;
  if (workHash !== undefined && read === undefined) return { workHash };
  const textHash = await hashToSend(ports, ref, given);
  if (workHash !== undefined) return { workHash };
  if (textHash === undefined) return {};
  const work = bindsWork === true ? ports.shown?.textFor(ref)?.work : undefined;
  return work === undefined ? { textHash } : { workHash: hashWork({ textHash, ...work }) };
}

/**
 * The hash for a command on `ref`: the one that is given, otherwise that of the text last shown here. Undefined if nothing was.
 * @throws UserError with the text that is there now, if that is another one
 */
export async function hashToSend(
  ports: OperationPorts,
  ref: FullRef,
  { textHash, dryRun }: { readonly textHash?: string | undefined; readonly dryRun: boolean },
): Promise<string | undefined> {
  const shown = textHash ?? ports.shown?.textFor(ref)?.textHash;
  if (shown === undefined || dryRun) return shown;
  const caller = await callerOf(ports);
  const now = await (await caller.login()).readText(ref);
  const hash = hashOfText(caller.digest, now);
  if (hash === shown) return shown;
  const lines = [`  > ${oneLine(now.title, 256)}`, "  >", ...quotedLines(now.body, 60)].join("\n");
  const isWhole = [now.title, now.body].every((text) => isPrintedWhole(lines, text));
  // The same command again is about what is shown here, if that is all of it.
  if (isWhole) ports.shown?.note(ref, { textHash: hash, work: ports.shown.textFor(ref)?.work });
  else ports.shown?.forget(ref);
  const ends = isWhole ? [] : [`Read the rest before you repeat it: signalbox show ${formatRef(ref)} --json`];
  throw new UserError(
    [
      `Nothing was written: ${formatRef(ref)} was edited after it was shown to you. It is now (textHash ${hash}):`,
      lines,
      ...ends,
    ].join("\n"),
    { code: "text-changed" },
  );
}

/** SHA-256 of title and body, as the index has it. A title has no NUL, so no two texts have the same input. */
function hashOfText(
  digest: Digest,
  { title, body }: { readonly title: string; readonly body: string },
): string {
  return [...digest(`${title}\0${body}`)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
