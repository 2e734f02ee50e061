/**
 * Finds what pages with constraints say about a question and about an answer to it: where one does, only a person may
 * let an agent's answer count. Reads what is stored of the pages and asks GitHub for nothing, because it is called between
 * reading and deciding; the coordinator's passes bring the pages up to date.
 */
import { LRUCache } from "lru-cache";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { withSuccession } from "../answers/succession.ts";
import { sourcesFor } from "../context/context-stores.ts";
import { isInstalled, withoutGenerated } from "../context/generated.ts";
import type { Passage } from "../passage/passage.ts";
import { passagesOf } from "../passage/passages.ts";
import type { AnswererOptions, ContextCache, Questions, StoredContext } from "../ports.ts";
import { type QuestionTerms, type QuestionText, questionTerms } from "../search/question-terms.ts";

interface Needs extends Pick<AnswererOptions, "installed"> {
  readonly store: Pick<ContextCache, "contexts" | "contextHeads"> & Pick<Questions, "repositories">;
  readonly settingsOf: (repositoryId: string) => Settings;
}

interface Answered {
  readonly repository: RepositorySeen;
  readonly question: QuestionText;
  /** By agents. */
  readonly answers: readonly string[];
}

/** The heads of default branches. */
interface Heads {
  readonly findHead: (repositoryId: string) => string | undefined;
}

/** A page of constraints by its file or folder, or a part of a page by its heading. */
const inPath = /(?:^|[/:._-])constraints?(?=[/._-]|$)/i;
const inHeading = /\bconstraints?\b/i;
/** The least that a statement and the texts have in common: of the weight of its terms, or of theirs, and in words. */
const shareOfStatement = 0.4;
const shareOfText = 0.3;
const sharedWords = 2;
const maxReasons = 2;
const maxCached = 4;

export class ConstraintPages {
  readonly #needs: Needs;
  /** By the commits that its pages were read at. */
  readonly #constraints = new LRUCache<string, readonly Passage[]>({ max: maxCached });

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * For each answer: sentences that name the constraints, empty if none is about it. "unread" while the stored pages are
   * not those of the default branch's head.
   */
  async find(
    { repository, question, answers }: Answered,
    heads: Heads,
  ): Promise<readonly (readonly string[])[] | "unread"> {
    const constraints = await this.#constraintsAt(repository, heads);
    if (constraints === "unread") return constraints;
    const asked = questionTerms(question);
    return answers.map((title) => reasonsIn(constraints, [asked, questionTerms({ title, body: "" })]));
  }

  async #constraintsAt(repository: RepositorySeen, heads: Heads): Promise<readonly Passage[] | "unread"> {
    const { store, settingsOf } = this.#needs;
    const sources = sourcesFor(this.#needs, repository).filter(({ id }) => heads.findHead(id) !== undefined);
    const ids = sources.map(({ id }) => id);
    const stored = await store.contextHeads(ids);
    const made = ids.map((id) => [id, heads.findHead(id), settingsOf(id).context.paths] as const);
    const isCurrent = made.every(([id, commit, paths]) => {
      const kept = stored.get(id);
      return kept?.commit === commit && JSON.stringify(kept?.paths) === JSON.stringify(paths);
    });
    if (!isCurrent) return "unread";
    const key = JSON.stringify(made);
    const known = this.#constraints.get(key);
    if (known !== undefined) return known;
    const texts = await store.contexts(ids);
    const passages = sources.flatMap((source) => this.#passagesIn(source, repository, texts));
    const found = withSuccession(passages).filter(
      (passage) => isConstraint(passage) && passage.state === "current",
    );
    this.#constraints.set(key, found);
    return found;
  }

  #passagesIn(
    source: RepositorySeen,
    repository: RepositorySeen,
    stored: ReadonlyMap<string, StoredContext>,
  ): readonly Passage[] {
    const kept = stored.get(source.id);
    const prefix = source.id === repository.id ? "" : `${source.owner}/${source.name}:`;
    return (kept?.files ?? [])
      .filter(({ use, text }) => use === "quoted" && !isInstalled(text, this.#needs.installed))
      .map(({ path, text }) => ({ path: prefix + path, commit: kept?.commit ?? "", text }))
      .flatMap((document) => passagesOf(withoutGenerated(document)));
  }
}

function reasonsIn(constraints: readonly Passage[], texts: readonly QuestionTerms[]): readonly string[] {
  const reasons = constraints.flatMap(({ path, firstLine, statements }) => {
    const statement = statements.find(({ text }) => isAbout(text, texts));
    const line = firstLine + (statement?.from ?? 0);
    return statement === undefined ? [] : [`\`${path}\` has a constraint about it, on line ${line}.`];
  });
  return [...new Set(reasons)].slice(0, maxReasons);
}

/** Whether a statement has much of one of the texts, or the texts together much of the statement. */
function isAbout(statement: string, texts: readonly QuestionTerms[]): boolean {
  const terms = questionTerms({ title: statement, body: "" });
  const said = new Set(texts.flatMap((text) => [...text.keys()]));
  if ([...terms.keys()].filter((term) => said.has(term)).length < sharedWords) return false;
  return (
    shareIn(terms, said) >= shareOfStatement ||
    texts.some((text) => shareIn(text, new Set(terms.keys())) >= shareOfText)
  );
}

/** How much of the terms' weight is of these. Rare words count like others: where in doubt, people decide. */
function shareIn(terms: QuestionTerms, held: ReadonlySet<string>): number {
  let common = 0;
  let total = 0;
  for (const [term, weight] of terms) {
    total += weight;
    if (held.has(term)) common += weight;
  }
  return total === 0 ? 0 : common / total;
}

function isConstraint({ path, title, headings }: Passage): boolean {
  return inPath.test(path) || [title, ...headings].some((heading) => inHeading.test(heading));
}
