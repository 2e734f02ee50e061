/** A repository's context store and precedents, ready to be searched. */
import type { StoreDocument } from "../passage/passage.ts";
import type { SearchIndex } from "./index.ts";

export interface SearchableStore {
  readonly index: SearchIndex;
  /** The document as it was indexed; undefined if it no longer exists. */
  readonly document: (path: string) => StoreDocument | undefined;
  /** The names of all packages that the repository's manifests list. */
  readonly packages: ReadonlySet<string>;
}
