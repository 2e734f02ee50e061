/**
 * Checks that an independent person added the text that an answer quotes. Otherwise an asker or an agent
 * could push a page and have their own question answered by it. If GitHub cannot say who added the text, the
 * check fails.
 */
import type { Actor, NodeId, RepositorySeen, Role } from "../../engine/model/fact.ts";
import type { ProposedAnswer, Quoted } from "../../engine/model/proposal.ts";
import { readerOfInstructions } from "../../protocol/instruction-files.ts";
import { formatCitedFile, parseCitation } from "../../protocol/references/citation.ts";
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { ContractRecord } from "../records/contracts.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/** Who brought something to the default branch, according to the branch's history. */
export interface ChangeOrigin {
  /** Undefined if GitHub reports no user, or if the user merged it without having seen all of it. */
  readonly by: Actor | undefined;
  /**
   * The merge commit of the pull request that brought it; undefined if a review of that pull request would
   * prove nothing.
   */
  readonly merge: string | undefined;
  /** Our own commit of a record, which says what was decided and by whom. Our merges do not count. */
  readonly isOurRecord: boolean;
}

export interface PageOrigin {
  /** Who brought each of the texts, in their order. */
  readonly words: readonly (ChangeOrigin | undefined)[];
  /**
   * Who changed the page last, not counting our own records: other lines may say whether a passage is still
   * current.
   */
  readonly last: ChangeOrigin | undefined;
}

/** The origin of text. Never throws for what GitHub cannot say: the result is then undefined or empty. */
export interface Provenance {
  readonly pageOriginOf: (repository: RepositorySeen, quoting: PageQuotes) => Promise<PageOrigin>;
  /** Who approved the pull request whose merge commit this is. */
  readonly approversOf: (repository: RepositorySeen, commit: string) => Promise<readonly Actor[]>;
  readonly roleOf: (repository: RepositorySeen, by: Pick<Actor, "id" | "login">) => Promise<Role>;
  /** Who brought this version of a file; undefined if GitHub cannot say, or if they merged it without having seen all of it. */
  readonly broughtBy: (
    repository: RepositorySeen,
    file: Pick<PageQuotes, "path" | "commit">,
  ) => Promise<Actor | undefined>;
}

/** The texts quoted from one page. */
export interface PageQuotes {
  readonly path: string;
  readonly commit: string;
  readonly texts: readonly string[];
}

export interface OwnPageOptions {
  readonly provenance: Provenance;
  /** The question's own repository first, then those that share with it. */
  readonly repositories: readonly RepositorySeen[];
  /** Who asks what the question says now. */
  readonly askers: readonly NodeId[];
  readonly settings: Settings;
  /** The contract that a page of ours was written from; paths in another repository as the library has them. */
  readonly contractAt: (path: string) => Pick<ContractRecord, "backers" | "issue"> | undefined;
}

/** An answer that does not pass is not dropped: it waits for a person. */
export async function ownPageGate(answer: ProposedAnswer, options: OwnPageOptions): Promise<Verdict> {
  const reasons = new Set<string>();
  for (const [place, quotes] of Map.groupBy(answer.quotes, fileOf))
    for (const reason of await whyNot(place, quotes, options)) reasons.add(reason);
  return reasons.size > 0
    ? stopping([...reasons])
    : passing(
        "Someone other than the asker added what it quotes to the default branch, and changed it last.",
      );
}

function fileOf({ citation }: Quoted): string {
  const cited = parseCitation(citation);
  return cited === undefined ? citation : formatCitedFile(cited);
}

async function whyNot(
  place: string,
  quotes: readonly Quoted[],
  options: OwnPageOptions,
): Promise<readonly string[]> {
  const { repository: name, path, commit } = parseCitation(quotes[0]?.citation ?? "") ?? {};
  const [own, ...others] = options.repositories;
  const isNamed = ({ owner, name: repo }: RepositorySeen): boolean => `${owner}/${repo}` === name;
  const repository = name === undefined ? own : others.find(isNamed);
  if (repository === undefined || path === undefined || commit === undefined)
    return [`GitHub does not say who added the text of \`${place}\`.`];
  const quoting = { path, commit, texts: quotes.map(({ text }) => text) };
  const reader = readerOfInstructions(path);
  if (reader !== undefined)
    return [`\`${path}\` is read by ${reader} as instructions, so a person has to say that it answers this.`];
  const { words, last } = await options.provenance.pageOriginOf(repository, quoting);
  const contract = options.contractAt(name === undefined ? path : `${name}:${path}`);
  const reasons: (string | undefined)[] = [contract && doubtOfContract(contract, options)];
  for (const [i] of quotes.entries())
    reasons.push(await doubt(repository, words[i], { ...options, did: `added the text of \`${path}\`` }));
  reasons.push(await doubt(repository, last, { ...options, did: `changed \`${path}\` last` }));
  return reasons.filter((reason) => reason !== undefined);
}

/** The page is our commit, but its words are those of the contract: agents may have agreed to it among themselves. */
function doubtOfContract(
  { backers, issue }: Pick<ContractRecord, "backers" | "issue">,
  options: OwnPageOptions,
): string | undefined {
  const { askers, settings } = options;
  const isIndependent = ({ id, login }: ContractRecord["backers"][number]): boolean =>
    !askers.includes(id) && !login.endsWith("[bot]") && !isAgentAccount(settings, id);
  if (backers.some(isIndependent)) return undefined;
  return `No person other than the asker wrote the contract #${issue}, agreed to it or decided it.`;
}

interface DoubtOptions extends OwnPageOptions {
  readonly did: string;
}

/** Why no independent person did it; undefined if one did. */
async function doubt(
  repository: RepositorySeen,
  brought: ChangeOrigin | undefined,
  options: DoubtOptions,
): Promise<string | undefined> {
  const { did, askers } = options;
  if (brought?.isOurRecord) return undefined;
  const { by, merge } = brought ?? {};
  if (by !== undefined && askers.includes(by.id)) return `\`${by.login}\`, who asks, ${did}.`;
  if (by !== undefined && isPerson(by, options)) return undefined;
  if (merge !== undefined && (await isReviewed(repository, merge, options))) return undefined;
  if (by === undefined) return `GitHub does not say who ${did}.`;
  return `The agent \`${by.login}\` ${did}, and no person reviewed it.`;
}

function isPerson({ id, type }: Pick<Actor, "id" | "type">, { settings }: OwnPageOptions): boolean {
  return type === "User" && !isAgentAccount(settings, id);
}

async function isReviewed(
  repository: RepositorySeen,
  commit: string,
  options: OwnPageOptions,
): Promise<boolean> {
  for (const by of await options.provenance.approversOf(repository, commit)) {
    if (options.askers.includes(by.id) || !isPerson(by, options)) continue;
    const role = await options.provenance.roleOf(repository, by);
    if (options.settings.trust.roles.includes(role)) return true;
  }
  return false;
}
