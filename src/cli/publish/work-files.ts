/**
 * Reads what an agent's run left: a patch, and messages as data. The agent is not trusted: its files are limited in
 * number and size, and everything that they may say has a shape.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";

const patchName = "work.patch";
const messagesName = "messages.json";
/** In a body it stands for the pull request, whose number the agent cannot know. */
export const pullPlaceholder = "{{pull-request}}";

const maxBytes = { [patchName]: 1024 * 1024, [messagesName]: 256 * 1024 } as const;
const maxMessages = 10;
const body = z.string().trim().min(1).max(60_000);
const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "one line");

const messageSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("open"),
    kind: z.enum(["question", "discovery", "handover"]),
    title,
    body,
  }),
  z.strictObject({ type: z.literal("comment"), body }),
]);

const messagesSchema = z.strictObject({
  v: z.literal(1),
  messages: z.array(messageSchema).max(maxMessages),
});

export type WorkMessage = z.output<typeof messageSchema>;

export interface Work {
  /** Undefined if nothing was changed. */
  readonly patch: Buffer | undefined;
  readonly messages: readonly WorkMessage[];
}

/**
 * @returns undefined if the folder is empty or absent: the run left nothing
 * @throws UserError for anything else than the two files in their shapes
 */
export function readWork(folder: string): Work | undefined {
  const names = namesIn(folder);
  if (names.length === 0) return undefined;
  const strange = names.find((name) => !(name in maxBytes));
  if (strange !== undefined)
    throw new UserError(
      `Only ${patchName} and ${messagesName} may be left, found ${JSON.stringify(strange)}.`,
    );
  const patch = names.includes(patchName) ? readLimited(folder, patchName) : undefined;
  const messages = names.includes(messagesName)
    ? readLimited(folder, messagesName).toString("utf8")
    : undefined;
  return {
    patch: patch === undefined || patch.length === 0 ? undefined : patch,
    messages: messages === undefined ? [] : parseMessages(messages),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @throws UserError unless it is a regular file: a link would have another file of the runner published */
function readLimited(folder: string, name: keyof typeof maxBytes): Buffer {
  const file = openFile(join(folder, name), name);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes[name])
      throw new UserError(`${name} must be a regular file of at most ${maxBytes[name] / 1024} KiB.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function openFile(path: string, name: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    throw new UserError(`${name} must be a regular file.`);
  }
}

function parseMessages(text: string): readonly WorkMessage[] {
  const found = messagesSchema.safeParse(jsonIn(text));
  if (found.success) return found.data.messages;
  const [issue] = found.error.issues;
  throw new UserError(`${messagesName}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "not readable"}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
