/**
 * Warns of quoted pages whose files have changed since they were verified. An answer from such a page waits for a person,
 * who sees the warning with it.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import { parseCitation } from "../../protocol/references/citation.ts";
import type { SearchableStore } from "../search/searchable-store.ts";
import type { FilesOfCommit } from "../staleness/commit-files.ts";
import { pageScopeOf } from "../staleness/page-scope.ts";
import { pageState } from "../staleness/page-state.ts";
import { staleSentence } from "../staleness/stale-sentence.ts";

const gate = "stale page";

export interface StalenessOptions {
  readonly filesOf: FilesOfCommit;
  readonly document: SearchableStore["document"];
  /** The question's own repository first, then those that share with it. */
  readonly repositories: readonly RepositorySeen[];
}

/** The proposal itself if all that it quotes is up to date, or says nothing about that. */
export async function warnedOfStalePages(proposal: Proposal, options: StalenessOptions): Promise<Proposal> {
  const { proposed, gates } = proposal;
  if (proposed.type === "rest" || gates.some((each) => each.gate === gate)) return proposal;
  const reasons = new Set<string>();
  for (const page of pagesOf(proposed)) {
    const warning = await warningOf(page, options);
    if (warning !== undefined) reasons.add(warning);
  }
  if (reasons.size === 0) return proposal;
  const warned = { ...proposal, gates: [...gates, { gate, passes: false, reasons: [...reasons] }] };
  return proposed.type === "answer"
    ? { ...warned, proposed: { ...proposed, isCertain: false }, isSuggestion: true }
    : warned;
}

/** A page at the commit that the store has of it, which is the head of its default branch. */
interface Page {
  /** `owner/name`; undefined for the question's own repository. */
  readonly repository: string | undefined;
  readonly path: string;
  readonly commit: string;
}

function pagesOf(proposed: Exclude<Proposal["proposed"], { readonly type: "rest" }>): readonly Page[] {
  return proposed.quotes.flatMap(({ citation }) => parseCitation(citation) ?? []);
}

async function warningOf(
  { repository: name, path, commit }: Page,
  { filesOf, document, repositories }: StalenessOptions,
): Promise<string | undefined> {
  const [own, ...others] = repositories;
  const repository =
    name === undefined ? own : others.find(({ owner, name: repo }) => `${owner}/${repo}` === name);
  const text = document(name === undefined ? path : `${name}:${path}`)?.text;
  const scope = text === undefined ? undefined : pageScopeOf(text);
  if (repository === undefined || scope?.verified === undefined || scope.about.length === 0) return undefined;
  const now = await filesOf(repository, commit);
  if (now === undefined) return undefined;
  return staleSentence(path, pageState(scope, await filesOf(repository, scope.verified), now));
}
