/**
 * What a repository's questions are answered from, ready to be searched. A newcomer would build the index for each
 * question; it is built once for what it was made of, and the few repositories asked about last keep theirs.
 */

import type { RepositorySeen } from "../../engine/fact.ts";
import { fingerprint } from "../../engine/fingerprint.ts";
import type { Roll } from "../asked/register.ts";
import type { Store } from "../coordinate.ts";
import { originals } from "../copies.ts";
import type { StoreDocument } from "../passage/passage.ts";
import { passagesOf } from "../passage/passages.ts";
import type { CoordinatorParts } from "../ports.ts";
import { precedentDocument } from "../precedent.ts";
import { questionOf } from "../records/wanted.ts";
import { buildIndex } from "../search/index.ts";
import { isInstalled, withoutGenerated } from "./generated.ts";
import { packagesIn } from "./manifests.ts";
import { commitsOf, sourcesOf } from "./refresh.ts";

export interface Shelf extends Store, Roll {
  /** Names what it was made of. */
  readonly made: string;
  /** Whether there is more than a README to answer from. */
  readonly isContextStore: boolean;
}

type Needs = Pick<CoordinatorParts, "questions" | "shelf" | "settingsOf" | "installed">;

const maxShelves = 4;
/** At the start of a file's name; a path in another repository has a colon before it. */
const readme = /(?:^|:)readme/i;

export interface Library {
  readonly of: (repository: RepositorySeen, roll: Roll) => Shelf;
}

export function createLibrary(parts: Needs): Library {
  const shelves = new Map<string, Shelf>();
  return {
    of: (repository, roll) => {
      const { known } = roll;
      const sources = sourcesOf(parts, repository);
      const made = fingerprint(
        JSON.stringify([
          commitsOf(
            parts.shelf,
            sources.map(({ id }) => id),
          ),
          known.flatMap(({ number, answer }) => (answer === undefined ? [] : [[number, answer]])),
        ]),
      );
      const before = shelves.get(repository.id);
      const shelf = before?.made === made ? { ...before, ...roll } : filled(parts, sources, roll, made);
      shelves.delete(repository.id);
      shelves.set(repository.id, shelf);
      for (const id of shelves.keys()) if (shelves.size > maxShelves) shelves.delete(id);
      return shelf;
    },
  };
}

function filled(
  { shelf, settingsOf, installed }: Needs,
  [own, ...others]: readonly RepositorySeen[],
  roll: Roll,
  made: string,
): Shelf {
  const kept = own && shelf.context(own.id);
  const precedents = originals(roll.known).flatMap((question) => precedentDocument(question) ?? []);
  const places = own && settingsOf(own.id).records;
  // What we wrote down of a question says what the question says, or what it said once.
  const isRecord = (path: string): boolean => roll.numbers.has((places && questionOf(path, places)) ?? -1);
  const files = [
    ...documentsIn(kept, "").filter(({ path }) => !isRecord(path)),
    ...others.flatMap((other) => documentsIn(shelf.context(other.id), `${other.owner}/${other.name}:`)),
  ].filter(({ text }) => !isInstalled(text, installed));
  const written = files.map(withoutGenerated);
  const documents = new Map([...files, ...precedents].map((document) => [document.path, document]));
  return {
    ...roll,
    made,
    isContextStore: files.some(({ path }) => !readme.test(path.slice(path.lastIndexOf("/") + 1))),
    index: buildIndex([...written, ...precedents].flatMap(passagesOf)),
    document: (path) => documents.get(path),
    packages: packagesIn(kept?.files.filter(({ use }) => use === "manifest") ?? []),
  };
}

type Kept = ReturnType<CoordinatorParts["shelf"]["context"]>;

function documentsIn(kept: Kept, prefix: string): readonly StoreDocument[] {
  const quoted = kept?.files.filter(({ use }) => use === "quoted") ?? [];
  return quoted.map(({ path, text }) => ({ path: prefix + path, commit: kept?.commit ?? "", text }));
}
