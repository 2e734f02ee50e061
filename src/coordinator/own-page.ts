/**
 * Whether the words that an answer quotes stand behind nobody but the asker or an agent: somebody could otherwise push a
 * page and have their own question settled by it. Where GitHub cannot tell who brought them, nobody independent did.
 */
import type { Actor, NodeId, RepositorySeen, Role } from "../engine/fact.ts";
import type { ProposedAnswer, Quoted } from "../engine/proposal.ts";
import type { Settings } from "../protocol/config.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/** Who last brought words to the default branch, as its moves show it. */
export interface Brought {
  readonly by: Actor;
  /** The commit that the branch moved to. */
  readonly commit: string;
  /** Our own commit of a record, which says what was decided and by whom; a merge of ours is none. */
  readonly isOurRecord: boolean;
}

/** Where words come from. Never throws for what GitHub cannot tell: then the answer is undefined, or nobody. */
export interface Provenance {
  readonly broughtBy: (repository: RepositorySeen, words: Words) => Promise<Brought | undefined>;
  /** Who approved the merged pull request that a commit came with. */
  readonly approversOf: (repository: RepositorySeen, commit: string) => Promise<readonly Actor[]>;
  readonly roleOf: (repository: RepositorySeen, by: Pick<Actor, "id" | "login">) => Promise<Role>;
}

export interface Words {
  readonly path: string;
  readonly commit: string;
  readonly text: string;
}

export interface OwnPageOptions {
  readonly provenance: Provenance;
  /** The question's own, then those that share with it. */
  readonly repositories: readonly RepositorySeen[];
  readonly asker: NodeId | undefined;
  readonly settings: Settings;
}

/** Stops nothing by itself: an answer that does not pass waits for a person. */
export async function ownPageGate(answer: ProposedAnswer, options: OwnPageOptions): Promise<Verdict> {
  const reasons: string[] = [];
  for (const quote of answer.quotes) {
    const reason = await whyNot(quote, options);
    if (reason !== undefined) reasons.push(reason);
  }
  return reasons.length > 0
    ? stopping([...new Set(reasons)])
    : passing("Somebody other than the asker brought what it quotes to the default branch.");
}

const citation = /^(?:([\w.-]{1,100}\/[\w.-]{1,100}):)?(.{1,1000})@([0-9a-f]{40,64})#L\d+-L\d+$/s;

async function whyNot(quote: Quoted, options: OwnPageOptions): Promise<string | undefined> {
  const [, name, path, commit] = citation.exec(quote.citation) ?? [];
  const [own, ...others] = options.repositories;
  const isNamed = ({ owner, name: repo }: RepositorySeen): boolean => `${owner}/${repo}` === name;
  const repository = name === undefined ? own : others.find(isNamed);
  const unknown = `GitHub does not tell who brought what \`${path ?? quote.citation}\` says.`;
  if (repository === undefined || path === undefined || commit === undefined) return unknown;
  const brought = await options.provenance.broughtBy(repository, { path, commit, text: quote.text });
  if (brought === undefined) return unknown;
  if (brought.isOurRecord) return undefined;
  const { login } = brought.by;
  if (brought.by.id === options.asker) return `\`${login}\`, who asks, brought what \`${path}\` says.`;
  if (isPerson(brought.by, options) || (await isReviewed(repository, brought, options))) return undefined;
  return `The agent \`${login}\` brought what \`${path}\` says, and no person reviewed it.`;
}

function isPerson({ id, type }: Pick<Actor, "id" | "type">, { settings }: OwnPageOptions): boolean {
  return type === "User" && !settings.trust.agents.includes(id);
}

async function isReviewed(
  repository: RepositorySeen,
  { commit }: Brought,
  options: OwnPageOptions,
): Promise<boolean> {
  for (const by of await options.provenance.approversOf(repository, commit)) {
    if (by.id === options.asker || !isPerson(by, options)) continue;
    const role = await options.provenance.roleOf(repository, by);
    if (options.settings.trust.roles.includes(role)) return true;
  }
  return false;
}
