/**
 * The searchable sources for a repository's questions. The index is built once for the same sources, and
 * cached for the repositories used last.
 */

import { LRUCache } from "lru-cache";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
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
import { contractOn, isOutOfForce } from "../records/contract-page.ts";
import type { ContractRecord, Interfaces } from "../records/contracts.ts";
import { questionOf } from "../records/wanted.ts";
import { buildIndex } from "../search/index.ts";
import type { SearchableStore } from "../search/searchable-store.ts";
import { isInstalled, withoutGenerated } from "./generated.ts";
import { gistOf, type InterfacesOf } from "./interfaces.ts";
import { packagesIn } from "./manifests.ts";

export interface Knowledge extends SearchableStore, KnownQuestions {
  /** Fingerprint of its sources. */
  readonly made: string;
  /** Whether it has more than a README to answer from. */
  readonly isContextStore: boolean;
  /** The contract that a page of ours was written from. */
  readonly contractAt: (path: string) => ContractRecord | undefined;
}

type Needs = Pick<CoordinatorPorts, "settingsOf"> &
  Pick<AnswererOptions, "installed"> & {
    readonly store: Pick<ContextCache, "contexts">;
    readonly interfacesOf: InterfacesOf;
  };
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
      const interfaces = new Map<RepositoryId, Interfaces>();
      for (const source of sources) interfaces.set(source.id, await ports.interfacesOf(source));
      const made = fingerprint(
        JSON.stringify([
          [...interfaces.values()].map(gistOf),
          sources.map((source) => heads.get(source.id)?.commit),
          // Their records are left out of the index.
          questions.known.flatMap(({ number, decision }) => (decision === undefined ? [] : [number])),
        ]),
      );
      const before = cached.get(id);
      const knowledge =
        before?.made === made
          ? { ...before, ...questions }
          : await loadKnowledge(ports, sources, { questions, interfaces, made });
      cached.set(id, knowledge);
      return knowledge;
    },
  };
}

interface Basis extends Pick<Knowledge, "made"> {
  readonly questions: KnownQuestions;
  readonly interfaces: ReadonlyMap<RepositoryId, Interfaces>;
}

async function loadKnowledge(
  { store, settingsOf, installed }: Needs,
  sources: readonly RepositorySeen[],
  { questions, interfaces, made }: Basis,
): Promise<Knowledge> {
  const stored = await store.contexts(sources.map(({ id }) => id));
  const [own, ...others] = sources;
  const kept = own && stored.get(own.id);
  const places = own && settingsOf(own.id).records;
  // Our records only repeat what their question says or used to say.
  const isRecord = (path: string): boolean =>
    questions.numbers.has((places && questionOf(path, places)) ?? -1);
  const contracts = new Map<string, ContractRecord>();
  const documentsOf = (source: RepositorySeen, prefix: string): readonly StoreDocument[] => {
    const here = interfaces.get(source.id) ?? noInterfaces;
    const folder = settingsOf(source.id).records.contracts;
    const pages = documentsIn(stored.get(source.id)).filter((page) => !isOutOfForce(page, here, folder));
    return pages.map((page) => {
      const contract = contractOn(page.text, here);
      if (contract !== undefined) contracts.set(prefix + page.path, contract);
      return { ...page, path: prefix + page.path };
    });
  };
  const files = [
    ...(own === undefined ? [] : documentsOf(own, "").filter(({ path }) => !isRecord(path))),
    ...others.flatMap((other) => documentsOf(other, `${other.owner}/${other.name}:`)),
  ].filter(({ text }) => !isInstalled(text, installed));
  const written = files.map(withoutGenerated);
  const documents = new Map(files.map((document) => [document.path, document]));
  return {
    ...questions,
    made,
    isContextStore: files.some(({ path }) => !readme.test(path.slice(path.lastIndexOf("/") + 1))),
    index: buildIndex(written.flatMap(passagesOf)),
    document: (path) => documents.get(path),
    contractAt: (path) => contracts.get(path),
    packages: packagesIn(kept?.files.filter(({ use }) => use === "manifest") ?? []),
  };
}

const noInterfaces: Interfaces = { inForce: [], named: new Set() };

function documentsIn(kept: StoredContext | undefined): readonly StoreDocument[] {
  const quoted = kept?.files.filter(({ use }) => use === "quoted") ?? [];
  return quoted.map(({ path, text }) => ({ path, commit: kept?.commit ?? "", text }));
}
