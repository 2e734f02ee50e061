/** Names an issue, or a comment on it, as people see it from another issue. */

import { formatRef } from "../../protocol/references/ref.ts";
import { hiddenIssue, mayShow } from "../admission/privacy.ts";
import type { NodeId, RepositoryId } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { repositoryOf, type View } from "../model/view.ts";

interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly repositoryId: RepositoryId;
}

/** `#40` in the same repository, `acme/api#40` from another one. */
export function issueName(home: IssueRecord, place: Place): string {
  if (place.repositoryId === home.seen.repositoryId) return `#${place.number}`;
  return formatRef({ owner: place.owner, repo: place.repo, number: place.number });
}

/** Where words are: in an issue of the same repository, or in a comment on the issue itself. */
interface Said {
  readonly number?: number | undefined;
  readonly commentNumber?: number | undefined;
}

/**
 * Where the full text of a user's words about `record` is, for a text of `home` that shows their beginning:
 * `#40`, or `acme/demo#40#issuecomment-7` for a comment. The issue itself if an earlier release kept no
 * number.
 */
export function fullTextPlace(view: View, home: IssueRecord, record: IssueRecord, said: Said): string {
  const { owner = "", name: repo = "" } = repositoryOf(view, record) ?? {};
  const { repositoryId, number } = record.seen;
  if (said.number === undefined && said.commentNumber !== undefined)
    return `${formatRef({ owner, repo, number })}#issuecomment-${said.commentNumber}`;
  return issueName(home, { owner, repo, repositoryId, number: said.number ?? number });
}

/** The name of another issue as seen from the input's own. */
export function issueNameById({ view, record }: RuleInput, id: NodeId): string {
  const other = view.records.get(id);
  const repository = other && repositoryOf(view, other);
  if (other === undefined || repository === undefined) return "another issue";
  const { number, repositoryId } = other.seen;
  if (!mayShow(view, record, other.seen)) return hiddenIssue.name;
  return issueName(record, { owner: repository.owner, repo: repository.name, number, repositoryId });
}

/** `owner/repo` of the record. */
export function repositoryFullName({ view, record }: RuleInput): string {
  const home = repositoryOf(view, record);
  return home === undefined ? "" : `${home.owner}/${home.name}`;
}
