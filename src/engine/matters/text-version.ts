/**
 * The text of a matter at one moment. A matter is what an issue puts before people or agents whose word on it counts: a
 * question, an escalation, a vote. What they decide belongs to this text, and not to whatever the issue says later.
 */
import type { z } from "zod";
import type { IssueRecord } from "../model/snapshot.ts";
import type { textVersion } from "./persisted.ts";

export type TextVersion = Readonly<z.infer<typeof textVersion>>;

export function currentText({ seen }: Pick<IssueRecord, "seen">): TextVersion {
  return { title: seen.title, hash: seen.textHash };
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

function settledVersion({ persisted }: IssueRecord): TextVersion | undefined {
  const { accepted, decided, outcome } = persisted;
  return (accepted ?? decided ?? outcome)?.version;
}
