/**
 * Reads an issue as a message: its title, labels and body become a typed message and a list of problems.
 * Never throw on a bad body: any problem becomes a value that says how to fix it.
 */
import { type Envelope, readEnvelope } from "./envelope/envelope.ts";
import { excerptOf, type HandoverExcerpt } from "./kinds/handover.ts";
import { inferKind } from "./kinds/infer.ts";
import type { Problem } from "./kinds/kind.ts";
import type { KindName, Message } from "./kinds/kinds.ts";
import type { RenamedLabels } from "./label-name.ts";
import { isUnread, type ScanProblem } from "./sections/scan-problem.ts";
import { fillSections, type Note } from "./sections/section-reader.ts";
import { type ScannedBody, scanBody } from "./sections/sections.ts";

export type { Problem };

/** The parts of an issue that a reader needs. */
export interface MessageInput {
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly string[];
  readonly nativeType?: string | undefined;
  /** The kind that an earlier label established. */
  readonly settledKind?: KindName | undefined;
}

/** An issue as the protocol reads it. */
export type MessageReading =
  /** An ordinary issue, not a message. */
  | { readonly kind: undefined }
  | {
      readonly kind: KindName;
      /** Absent if the problems leave nothing to act on. */
      readonly message?: Message;
      readonly problems: readonly Problem[];
      /** What the next agent can still use; only for a handover without `message`. */
      readonly excerpt?: HandoverExcerpt;
      readonly envelope?: Envelope;
      readonly notes: readonly Note[];
    };

/** Reads any issue. Never throws; takes time linear in the body's length. */
export function readMessage(input: MessageInput, renamed: RenamedLabels = {}): MessageReading {
  const scanned = scanBody(input.body);
  const hasEnvelope = scanned.envelopeText !== undefined;
  const inferred = inferKind({ ...input, headings: headingsOf(scanned), hasEnvelope }, renamed);
  if (inferred === undefined) return { kind: undefined };
  const { kind, conflict } = inferred;
  if (isUnread(scanned.problems))
    return {
      kind: kind.name,
      problems: [...conflicts(conflict), ...bodyProblems(scanned.problems)],
      notes: [],
    };
  const envelope = scanned.envelopeText === undefined ? undefined : readEnvelope(scanned.envelopeText);
  if (envelope?.ok === false && envelope.unsupportedVersion !== undefined)
    return { kind: kind.name, problems: [...conflicts(conflict), otherMajor(envelope.problem)], notes: [] };
  const { sheet, problems, notes } = fillSections(kind, scanned);
  const message = kind.read(sheet);
  const all = [
    ...conflicts(conflict),
    ...bodyProblems(scanned.problems),
    ...(envelope?.ok === false ? [{ message: envelope.problem, fix: "Fix the block, or remove it." }] : []),
    ...problems,
  ];
  const isWhole = conflict === undefined && message !== undefined;
  const isEnvelopeClear =
    envelope?.ok === true && !scanned.problems.some(({ type }) => type === "second-envelope");
  // On its own sheet: the problems have been recorded.
  const excerpt =
    isWhole || kind.name !== "handover" ? undefined : excerptOf(fillSections(kind, scanned).sheet);
  return {
    kind: kind.name,
    ...(isWhole ? { message } : {}),
    problems: all,
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(isEnvelopeClear ? { envelope: envelope.envelope } : {}),
    notes,
  };
}

/**
 * The body is kept, marked and otherwise left alone: we cannot know what sections mean in a different major
 * version.
 */
function otherMajor(message: string): Problem {
  return { message, fix: "It has no effect here. Use that version, or update signalbox." };
}

function conflicts(conflict: Problem | undefined): readonly Problem[] {
  return conflict === undefined ? [] : [conflict];
}

function headingsOf(scanned: ScannedBody): ReadonlySet<string> {
  const hidden = scanned.problems.flatMap((problem) => (problem.type === "swallowed" ? problem.keys : []));
  return new Set([...scanned.sections.map((section) => section.key), ...hidden]);
}

/** Problems of the whole body; those of a single section are reported where the section is taken. */
function bodyProblems(problems: readonly ScanProblem[]): readonly Problem[] {
  return problems.flatMap((problem) => {
    if (problem.type === "duplicate" || problem.type === "swallowed") return [];
    const fix =
      problem.type === "second-envelope"
        ? "Keep the one that is yours, at the end of the body."
        : "Shorten the body: put logs and long listings in a file or a gist.";
    return [{ message: problem.message, fix }];
  });
}
