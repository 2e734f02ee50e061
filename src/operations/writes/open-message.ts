/** Opens a message as an issue, as the caller, and sees whether the server takes it up. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { KindName, Message } from "../../protocol/kinds/kinds.ts";
import { type MessageReading, readMessage } from "../../protocol/message.ts";
import { type FullRef, formatRef, type RepositoryName } from "../../protocol/references/ref.ts";
import { writeBody } from "../../protocol/sections/write.ts";
import { agentAsking } from "../holding/holding.ts";
import { namesHandover, TaskDone } from "../holding/task-done.ts";
import type { OperationPorts } from "../operation.ts";
import { pauseNotice } from "../output/pause-notice.ts";
import { pausedField } from "../output/shapes.ts";
import type { AsCaller, LoggedIn } from "./as-caller.ts";
import { callerOf, keyedId } from "./caller.ts";
import { isTakenUp } from "./taken-up.ts";

export interface Opening {
  /** The operation's name: a key counts within it, and about the same issue. */
  readonly operation: string;
  /** The issue that it is about, as `acme/demo#12`; undefined if it is about none. */
  readonly about?: string;
  readonly place: RepositoryName;
  readonly title: string;
  /** Itself, made from the login that writes, or as the caller wrote it. */
  readonly message: Message | ((login: string) => Message | WrittenBody) | WrittenBody;
  readonly key: string | undefined;
  readonly agent: string | undefined;
  readonly dryRun: boolean;
  /** The token of the lease under which it writes. */
  readonly lease?: string | undefined;
  /** The hash of the text that it answers. */
  readonly answered?: string | undefined;
}

/** A body with its sections, without an envelope. */
export interface WrittenBody {
  readonly kind: KindName;
  readonly body: string;
}

export type Opened =
  | {
      readonly wrote: "issue" | "nothing new";
      readonly issue: string;
      /** Absent where nothing says any more which GitHub it is. */
      readonly url?: string;
      /** Whether the server knows the issue. */
      readonly seen: boolean;
      /** That signalbox writes nothing there for now. */
      readonly paused?: string;
    }
  /** After a dry run: the command that would do the same. */
  | { readonly wrote: "nothing"; readonly command: string; readonly title: string; readonly body: string };

/** The same as JSON. */
export const openedFields = {
  wrote: z.enum(["issue", "nothing new", "nothing"]).describe("`nothing new`: it had been opened before"),
  issue: z.string().optional().describe("what was opened: acme/demo#40"),
  url: z.string().optional(),
  seen: z.boolean().optional().describe("whether the server has taken it up"),
  paused: pausedField,
  command: z.string().optional().describe("after a dry run: the gh command that does the same"),
  title: z.string().optional().describe("after a dry run"),
  body: z.string().optional().describe("after a dry run"),
} as const;

/** @throws UserError if the message would not be read as it is meant, or GitHub refuses it */
export async function openMessage(ports: OperationPorts, opening: Opening): Promise<Opened> {
  const { operation, about, place, title, key, dryRun } = opening;
  const caller = await callerOf(ports);
  const isNameless = dryRun && key === undefined && typeof opening.message !== "function";
  const login = isNameless ? undefined : await caller.login();
  const id =
    key === undefined || login === undefined
      ? caller.newId()
      : keyedId(caller.digest, [login.id, about === undefined ? operation : `${operation} ${about}`, key]);
  const earlier =
    key === undefined || login === undefined ? undefined : await sentBefore(ports, login, place, id);
  if (earlier !== undefined) return written(ports, caller, { ...place, number: earlier }, "nothing new");
  const agent = opening.agent ?? ports.agent;
  const message =
    typeof opening.message === "function" ? opening.message(login?.name ?? "") : opening.message;
  const { kind } = message;
  const body = await caller.seal({
    place,
    title,
    id,
    kind,
    text: "body" in message ? message.body : writeBody(message),
    agent: agent === undefined ? undefined : agentAsking(ports, agent),
    lease: opening.lease,
    answered: opening.answered,
  });
  requireReadable(readMessage({ title, body, labels: [] }), kind);
  if (login === undefined || dryRun) {
    const command = caller.ghLine(["issue", "create", "--title", title, "--body", body], place);
    return { wrote: "nothing", command, title, body };
  }
  // Without labels: the App sets them by the names in the settings, which a caller may not be able to read.
  const number = await login.writer.open(place, { title, body, labels: [] });
  const opened = await written(ports, caller, { ...place, number }, "issue");
  // Another command with the same key may have been faster.
  const counts =
    key === undefined ? undefined : await ports.board.sentBefore(place, login.id, id).catch(() => undefined);
  return counts === undefined || counts === number
    ? opened
    : written(ports, caller, { ...place, number: counts }, "nothing new");
}

/** The index first, which costs no request; it may not have the newest. */
async function sentBefore(
  { board }: OperationPorts,
  login: LoggedIn,
  place: RepositoryName,
  id: string,
): Promise<number | undefined> {
  return (await board.sentBefore(place, login.id, id)) ?? login.opened(place, id);
}

/** @throws UserError that names what is missing or wrong */
export function requireReadable(reading: MessageReading, kind: KindName): void {
  const problems = reading.kind === undefined ? [] : reading.problems;
  if (reading.kind === kind && reading.message !== undefined && problems.length === 0) return;
  const lines = problems.map(({ message, fix }) => `- ${message}${fix === undefined ? "" : ` ${fix}`}`);
  throw new UserError([`Nothing was written: this would not be read as a ${kind}.`, ...lines].join("\n"), {
    code: "not-readable",
  });
}

async function written(
  ports: OperationPorts,
  caller: AsCaller,
  ref: FullRef,
  wrote: "issue" | "nothing new",
): Promise<Opened> {
  const seen = await isTakenUp(ports, ref, () => isKnown(ports, ref));
  const paused = await untilDone(pauseNotice(ports, ref));
  return { wrote, issue: formatRef(ref), url: caller.urlOf(ref), seen, ...(paused && { paused }) };
}

/** A handover that was accepted at once is known, although its run may read nothing any more. */
async function isKnown({ board }: OperationPorts, ref: FullRef): Promise<boolean> {
  try {
    return (await board.card(ref.owner, ref.repo, ref.number)) !== undefined;
  } catch (thrown) {
    if (thrown instanceof TaskDone && namesHandover(thrown.done, ref)) return true;
    throw thrown;
  }
}

/** Undefined once the task is done. */
async function untilDone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof TaskDone) return undefined;
    throw thrown;
  }
}

export function openedLines(opened: Opened): readonly string[] {
  if (opened.wrote === "nothing") return [opened.command];
  const { wrote, issue, url, seen, paused } = opened;
  return [
    `${wrote === "issue" ? "Opened" : "Opened before:"} ${issue}${url === undefined ? "" : `: ${url}`}`,
    ...(seen ? [] : ["The server has not taken it up yet."]),
    ...(paused === undefined ? [] : [paused]),
  ];
}
