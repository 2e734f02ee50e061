/**
 * The text of a matter at one moment. A matter is what an issue puts before people or agents whose word on it counts: a
 * question, an escalation, a vote. What they decide belongs to this text, and not to whatever the issue says later.
 */
import type { z } from "zod";
import { hashWork, type NamedWork } from "../../protocol/commands/text-name.ts";
import { type DecidedWords, wordsAlone } from "../../protocol/decided-words.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { settlement, settlementByWord, textVersion } from "./persisted.ts";

/** As much of an earlier title as stands in front of a decision. */
const maxTitle = 80;

export type Settlement = Readonly<z.infer<typeof settlement>>;
export type SettlementByWord = Readonly<z.infer<typeof settlementByWord>>;
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

/** Where nothing is settled, nothing may be derived from the present text either: it counts as edited. */
export function settledText(record: IssueRecord): SettledText {
  const version = settlementOf(record)?.version;
  const { title, textHash } = record.seen;
  return { title: version?.title ?? title, isEdited: version?.hash !== textHash };
}

/**
 * A decision's words for readers. What it was about comes in front if the issue says something else now: nobody reads an
 * earlier "Yes" as one to what stands there.
 */
export function settledWords(record: IssueRecord, decision: DecidedWords): string {
  const { title, isEdited } = settledText(record);
  const words = wordsAlone(decision);
  return isEdited ? `(About an earlier text, "${shorten(title, maxTitle)}".) ${words}` : words;
}

type SettledPart = "accepted" | "approved" | "decided" | "outcome" | "settled";

/** Where the settlement of a kind is kept. An issue of ours that asks about settings is an escalation. */
const settledParts: Partial<Record<KindName, readonly SettledPart[]>> = {
  question: ["accepted"],
  escalation: ["approved", "decided"],
  vote: ["outcome"],
  contract: ["outcome"],
  handover: ["settled"],
};

/** What was settled of the matter that the issue is. What was settled while it was of another kind is of another matter. */
export function settlementOf({ persisted, reading }: IssueRecord): Settlement | undefined {
  const parts = reading.kind === undefined ? [] : (settledParts[reading.kind] ?? []);
  for (const part of parts) {
    const settlement = persisted[part];
    if (settlement !== undefined) return settlement;
  }
  return undefined;
}
