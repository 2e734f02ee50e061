/** Builds the reply to `/explain`: the ledger's lines about an issue of the same repository, oldest first. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Ref } from "../../protocol/references/ref.ts";
import type { Text } from "../../protocol/text.ts";
import { questionBehind } from "../messages/suggestion.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import { type Proposal, proposalData, proposalFor } from "../model/proposal.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord, LedgerLine } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { recordOf, type View } from "../model/view.ts";

/** Issues whose ledger a decision about `ids` needs. */
export function issuesToExplain(view: View, ids: readonly NodeId[]): readonly NodeId[] {
  const wanted = ids.flatMap((id) => {
    const record = view.records.get(id);
    return record === undefined
      ? []
      : record.seen.comments.flatMap((comment) => targetsIn(view, record, comment));
  });
  return [...new Set(wanted)];
}

function targetsIn(view: View, record: IssueRecord, comment: CommentSeen): readonly NodeId[] {
  return spokenCommands(comment).flatMap((command) =>
    command.name === "explain" ? (findExplained(view, record, command.target)?.seen.id ?? []) : [],
  );
}

/** The issue to explain; undefined for another repository, as its readers may not be this one's. */
function findExplained(view: View, record: IssueRecord, target: Ref | undefined): IssueRecord | undefined {
  if (target === undefined) return record;
  const other = recordOf(view, record, target);
  return other?.seen.repositoryId === record.seen.repositoryId ? other : undefined;
}

/** Merges what was decided and then done into one line. */
export function mergeDecidedAndDone(lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const subject = ({ rule, because, what }: LedgerLine): string => JSON.stringify([rule, because, what]);
  return lines.filter(
    (line, i) =>
      line.kind !== "decided" ||
      !lines.slice(i + 1).some((later) => later.kind !== "decided" && subject(later) === subject(line)),
  );
}

/** The coordinator's proposal for a question, or for the question that one of our answers is about. */
function proposalBehind({ records, proposals }: View, about: IssueRecord): Proposal | undefined {
  const question = records.get(questionBehind(about) ?? about.seen.id);
  return question && proposalFor(proposals, question);
}

export function explanation({ view, record }: RuleInput, target: Ref | undefined): Text | undefined {
  const about = findExplained(view, record, target);
  if (about === undefined) return undefined;
  const lines = mergeDecidedAndDone(view.ledger.get(about.seen.id) ?? []);
  const rows = lines.map(({ at, rule, because, what }) => ({ at: toIsoSeconds(at), rule, because, what }));
  const proposal = proposalBehind(view, about);
  return { name: "explain", data: { rows, ...(proposal === undefined ? {} : proposalData(proposal)) } };
}
