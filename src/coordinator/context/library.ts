/**
 * The searchable sources for a repository's questions. The index is built once for the same sources, and
 * cached for the repositories used last.
 */

import { LRUCache } from "lru-cache";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { originals } from "../answers/copies.ts";
import { precedentDocument } from "../answers/precedent.ts";
import type { KnownQuestions } from "../asked/register.ts";
import type { StoreDocument } from "../passage/passage.ts";
import { passagesOf } from "../passage/passages.ts";
import type {
  AnswererOptions,
  ContextCache,
  ContextHead,
  CoordinatorPorts,
  StoredContext,
} from "../ports.ts";
import { questionOf } from "../records/wanted.ts";
import { buildIndex } from "../search/index.ts";
import type { SearchableStore } from "../search/searchable-store.ts";
import { isInstalled, withoutGenerated } from "./generated.ts";
import { packagesIn } from "./manifests.ts";

export interface Knowledge extends SearchableStore, KnownQuestions {
  /** Fingerprint of its sources. */
  readonly made: string;
  /** Whether it has more than a README to answer from. */
  readonly isContextStore: boolean;
}

type Needs = Pick<CoordinatorPorts, "settingsOf"> &
  Pick<AnswererOptions, "installed"> & { readonly store: Pick<ContextCache, "contexts"> };
type Heads = ReadonlyMap<RepositoryId, ContextHead>;

const maxCached = 4;
/** Start of a README's file name. A path in another repository has a colon in front. */
const readme = /(?:^|:)readme/i;

export interface Library {
  /**
   * @param sources the repository itself first
   * @param heads of their context stores
   */
  readonly of: (
    sources: readonly RepositorySeen[],
    heads: Heads,
    questions: KnownQuestions,
  ) => Promise<Knowledge>;
}

export function createLibrary(ports: Needs): Library {
  const cached = new LRUCache<string, Knowledge>({ max: maxCached });
  return {
    of: async (sources, heads, questions) => {
      const id = sources[0]?.id ?? "";
      const made = fingerprint(
        JSON.stringify([
          sources.map((source) => heads.get(source.id)?.commit),
          questions.known.flatMap(({ number, answer }) => (answer === undefined ? [] : [[number, answer]])),
        ]),
      );
      const before = cached.get(id);
      const knowledge =
        before?.made === made
          ? { ...before, ...questions }
          : await loadKnowledge(ports, sources, questions, made);
      cached.set(id, knowledge);
      return knowledge;
    },
  };
}

async function loadKnowledge(
  { store, settingsOf, installed }: Needs,
  sources: readonly RepositorySeen[],
  questions: KnownQuestions,
  made: string,
): Promise<Knowledge> {
  const stored = await store.contexts(sources.map(({ id }) => id));
  const [own, ...others] = sources;
  const kept = own && stored.get(own.id);
  const precedents = originals(questions.known).flatMap((question) => precedentDocument(question) ?? []);
  const places = own && settingsOf(own.id).records;
  // Our records only repeat what their question says or used to say.
  const isRecord = (path: string): boolean =>
    questions.numbers.has((places && questionOf(path, places)) ?? -1);
  const files = [
    ...documentsIn(kept, "").filter(({ path }) => !isRecord(path)),
    ...others.flatMap((other) => documentsIn(stored.get(other.id), `${other.owner}/${other.name}:`)),
  ].filter(({ text }) => !isInstalled(text, installed));
  const written = files.map(withoutGenerated);
  const documents = new Map([...files, ...precedents].map((document) => [document.path, document]));
  return {
    ...questions,
    made,
    isContextStore: files.some(({ path }) => !readme.test(path.slice(path.lastIndexOf("/") + 1))),
    index: buildIndex([...written, ...precedents].flatMap(passagesOf)),
    document: (path) => documents.get(path),
    packages: packagesIn(kept?.files.filter(({ use }) => use === "manifest") ?? []),
  };
}

function documentsIn(kept: StoredContext | undefined, prefix: string): readonly StoreDocument[] {
  const quoted = kept?.files.filter(({ use }) => use === "quoted") ?? [];
  return quoted.map(({ path, text }) => ({ path: prefix + path, commit: kept?.commit ?? "", text }));
}
