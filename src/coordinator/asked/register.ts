/**
 * The questions of each repository as the gates read them, and which ask the same. Only what changed is read
 * and compared again; an unchanged question stays the same object.
 */
import { LRUCache } from "lru-cache";
import { portionsOf } from "../../base/portions.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { holding, repeatedBy } from "../answers/copies.ts";
import { type KnownQuestion, knownQuestion, sameAs } from "../answers/precedent.ts";
import { readFrom } from "../answers/read-from.ts";
import type { Listed, Questions } from "../ports.ts";

export interface KnownQuestions {
  /**
   * Open and answered questions of the repository, by number. An unchanged question is the same object as
   * before.
   */
  readonly known: readonly KnownQuestion[];
  /** The numbers of all questions, in any state. */
  readonly numbers: ReadonlySet<number>;
  /** The earlier question that an open one repeats; undefined if it is new. */
  readonly sameAs: (question: KnownQuestion) => KnownQuestion | undefined;
}

export interface Register {
  readonly of: (repositoryId: RepositoryId) => Promise<KnownQuestions>;
}

type Needs = Pick<Questions, "edition" | "listed" | "records">;

interface Entry {
  readonly edition: number;
  readonly number: number | undefined;
  /** Undefined for a question that is withdrawn, closed without an answer, or unreadable. */
  readonly question: KnownQuestion | undefined;
}

interface Page {
  /** The repository's edition when it was read. */
  readonly edition: number | undefined;
  readonly numbers: ReadonlySet<number>;
  readonly entries: ReadonlyMap<NodeId, Entry>;
  readonly known: readonly KnownQuestion[];
  readonly same: ReadonlyMap<KnownQuestion, KnownQuestion | undefined>;
}

/** How many questions of a repository count, newest first. */
const maxKnown = 2_000;
/** How many repositories stay cached. */
const maxPages = 16;
const blankPage: Page = {
  edition: undefined,
  numbers: new Set(),
  entries: new Map(),
  known: [],
  same: new Map(),
};

export function createRegister(questions: Needs): Register {
  const pages = new LRUCache<RepositoryId, Page>({ max: maxPages });
  return {
    of: async (repositoryId) => {
      const page = await readPage(questions, repositoryId, pages.get(repositoryId) ?? blankPage);
      pages.set(repositoryId, page);
      const { known, numbers } = page;
      return { known, numbers, sameAs: (question) => page.same.get(question) };
    },
  };
}

async function readPage(questions: Needs, repositoryId: RepositoryId, before: Page): Promise<Page> {
  const edition = await questions.edition(repositoryId);
  if (before.edition === edition) return before;
  const listed = await questions.listed(repositoryId, "question", maxKnown);
  const isCurrent = (each: Listed): boolean => before.entries.get(each.id)?.edition === each.edition;
  const fresh = await readAll(
    questions,
    listed.filter((each) => !isCurrent(each)),
  );
  const entries = new Map(listed.flatMap(({ id }) => entryOf(id, fresh.get(id) ?? before.entries.get(id))));
  const all = [...entries.values()];
  const known = holding(all.flatMap(({ question }) => question ?? []));
  const numbers = new Set(all.flatMap(({ number }) => number ?? []));
  return { edition, entries, numbers, known, same: compareQuestions(known, before) };
}

function entryOf(id: NodeId, entry: Entry | undefined): readonly (readonly [NodeId, Entry])[] {
  return entry === undefined ? [] : [[id, entry]];
}

async function readAll(questions: Needs, listed: readonly Listed[]): Promise<ReadonlyMap<NodeId, Entry>> {
  const entries = new Map<NodeId, Entry>();
  for (const portion of portionsOf(listed)) {
    const records = await questions.records(portion.map(({ id }) => id));
    const accepted = [...records.values()].flatMap(({ persisted }) => persisted.accepted?.word ?? []);
    const answers = await questions.records(accepted);
    for (const { id, edition } of portion) entries.set(id, { edition, ...asKnown(records.get(id), answers) });
  }
  return entries;
}

function asKnown(
  record: IssueRecord | undefined,
  answers: ReadonlyMap<NodeId, IssueRecord>,
): Omit<Entry, "edition"> {
  if (record === undefined) return { number: undefined, question: undefined };
  const { accepted } = record.persisted;
  const answer = accepted && answers.get(accepted.word);
  const repeats = repeatedBy(answer);
  const question = knownQuestion(record, { repeats, readFrom: readFrom(answer, repeats) });
  return { number: record.seen.number, question };
}

/** Two unchanged questions need not be compared again. */
function compareQuestions(known: readonly KnownQuestion[], before: Page): Page["same"] {
  const here = new Set(known);
  const fresh = known.filter((question) => !before.same.has(question));
  const same = new Map<KnownQuestion, KnownQuestion | undefined>();
  for (const question of known) {
    const earlier = before.same.get(question);
    const isCompared = before.same.has(question) && (earlier === undefined || here.has(earlier));
    const others = !isCompared ? known : earlier === undefined ? fresh : [earlier, ...fresh];
    same.set(question, question.decision === undefined ? sameAs(question, others) : undefined);
  }
  return same;
}
