/**
 * The text of a matter at one moment. A matter is what an issue puts before people or agents whose word on it counts: a
 * question, an escalation, a vote. What they decide belongs to this text, and not to whatever the issue says later.
 */
import type { z } from "zod";
import { hashWork, type NamedWork } from "../../protocol/commands/text-name.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { textVersion } from "./persisted.ts";

/** As much of an earlier title as stands in front of a decision. */
const maxTitle = 80;

export type TextVersion = Readonly<z.infer<typeof textVersion>>;

export function currentText({ seen }: Pick<IssueRecord, "seen">): TextVersion {
  return { title: seen.title, hash: seen.textHash };
}

type Handed = Pick<IssueRecord, "seen" | "evidence">;

/** What a handover hands over now: its text, head and base. Meaningless before its evidence was read. */
export function currentWork({ seen, evidence }: Handed): NamedWork {
  const { headSha = "", baseRef = "" } = evidence?.pullRequest ?? {};
  return { textHash: seen.textHash, head: headSha, base: baseRef };
}

export function currentWorkHash(record: Handed): string {
  return hashWork(currentWork(record));
}

/** What readers show of a settled matter: the title that it had then, and whether the issue says something else now. */
export interface SettledText {
  readonly title: string;
  readonly isEdited: boolean;
}

/** A settlement that does not say what it was about counts as edited: nothing may be derived from its present text. */
export function settledText(record: IssueRecord): SettledText {
  const version = settledVersion(record);
  const { title, textHash } = record.seen;
  return { title: version?.title ?? title, isEdited: version === undefined || version.hash !== textHash };
}

/**
 * A decision's words for readers. What it was about comes in front if the issue says something else now: nobody reads an
 * earlier "Yes" as one to what stands there.
 */
export function settledWords(record: IssueRecord, decision: string): string {
  const { title, isEdited } = settledText(record);
  return isEdited ? `(About an earlier text, "${shorten(title, maxTitle)}".) ${decision}` : decision;
}

function settledVersion({ persisted, reading }: IssueRecord): TextVersion | undefined {
  const { accepted, decided, outcome, settled } = persisted;
  switch (reading.kind) {
    case "question":
      return accepted?.version;
    case "escalation":
      return decided?.version;
    case "handover":
      return settled?.version;
    default:
      return outcome?.version;
  }
}
