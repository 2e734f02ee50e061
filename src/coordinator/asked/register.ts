/**
 * The questions of repositories as the gates read them, and which of them ask the same. A newcomer would read all of
 * them at each pass; only what changed since is read and compared again, and what did not keeps its identity.
 */
import type { NodeId } from "../../engine/fact.ts";
import { holding, repeatedBy } from "../copies.ts";
import type { Questions } from "../ports.ts";
import { type KnownQuestion, knownQuestion, sameAs } from "../precedent.ts";
import { readFrom } from "../read-from.ts";

export interface Roll {
  /** Questions of the repository, open and answered, by number. A question that did not change is the same value. */
  readonly known: readonly KnownQuestion[];
  /** The numbers of all questions, whatever became of them. */
  readonly numbers: ReadonlySet<number>;
  /** The earlier question that an open one repeats. */
  readonly sameAs: (question: KnownQuestion) => KnownQuestion | undefined;
}

export interface Register {
  readonly of: (repositoryId: NodeId) => Roll;
}

type Needs = Pick<Questions, "edition" | "listed" | "editionOf" | "record">;

interface Entry {
  readonly edition: number;
  readonly number: number | undefined;
  /** Undefined for what is not to be considered: withdrawn, dead, unreadable. */
  readonly question: KnownQuestion | undefined;
}

interface Page {
  /** The repository's edition that it was read at. */
  readonly edition: number | undefined;
  readonly numbers: ReadonlySet<number>;
  readonly entries: ReadonlyMap<NodeId, Entry>;
  readonly known: readonly KnownQuestion[];
  readonly same: ReadonlyMap<KnownQuestion, KnownQuestion | undefined>;
}

/** The newest questions of a repository that count. */
const maxKnown = 2_000;
/** Repositories whose questions stay read, those asked about last. */
const maxPages = 16;
const blankPage: Page = {
  edition: undefined,
  numbers: new Set(),
  entries: new Map(),
  known: [],
  same: new Map(),
};

export function createRegister(questions: Needs): Register {
  const pages = new Map<NodeId, Page>();
  return {
    of: (repositoryId) => {
      const page = turned(questions, repositoryId, pages.get(repositoryId) ?? blankPage);
      pages.delete(repositoryId);
      pages.set(repositoryId, page);
      for (const id of pages.keys()) if (pages.size > maxPages) pages.delete(id);
      const { known, numbers } = page;
      return { known, numbers, sameAs: (question) => page.same.get(question) };
    },
  };
}

function turned(questions: Needs, repositoryId: NodeId, before: Page): Page {
  const edition = questions.edition(repositoryId);
  if (before.edition === edition) return before;
  const entries = new Map<NodeId, Entry>();
  for (const id of questions.listed(repositoryId, "question", maxKnown)) {
    const entry = before.entries.get(id);
    const written = questions.editionOf(id);
    entries.set(id, entry?.edition === written ? entry : { edition: written, ...readOne(questions, id) });
  }
  const all = [...entries.values()];
  const known = holding(all.flatMap(({ question }) => question ?? []));
  const numbers = new Set(all.flatMap(({ number }) => number ?? []));
  return { edition, entries, numbers, known, same: compared(known, before) };
}

function readOne(questions: Needs, id: NodeId): Omit<Entry, "edition"> {
  const record = questions.record(id);
  if (record === undefined) return { number: undefined, question: undefined };
  const { accepted } = record.memory;
  const answer = accepted && questions.record(accepted.answer);
  const repeats = repeatedBy(answer);
  const question = knownQuestion(record, { repeats, readFrom: readFrom(answer, repeats) });
  return { number: record.seen.number, question };
}

/** One that did not change need not be compared with those that did not change either. */
function compared(known: readonly KnownQuestion[], before: Page): Page["same"] {
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
