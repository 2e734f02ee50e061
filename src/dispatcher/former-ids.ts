/**
 * Repositories that deliveries name by an older id than GitHub's answers do: their work is queued under that one, and belongs
 * to one repository all the same, whose passes take it.
 */
import { isOlderFormat, isSameNode } from "../base/node-id.ts";
import type { RepositoryId } from "../engine/model/fact.ts";
import type { Index } from "./ports/issue-index.ts";

export class FormerIds {
  readonly #index: Pick<Index, "repository" | "repositories">;
  readonly #presentOf = new Map<RepositoryId, RepositoryId>();
  readonly #formerOf = new Map<RepositoryId, RepositoryId>();

  constructor(index: Pick<Index, "repository" | "repositories">) {
    this.#index = index;
  }

  /** The id of the repository served that has this id, or had it; the id itself if there is none. */
  presentOf(id: RepositoryId): RepositoryId {
    if (!isOlderFormat(id) || this.#index.repository(id) !== undefined) return id;
    const known = this.#presentOf.get(id);
    if (known !== undefined && this.#index.repository(known) !== undefined) return known;
    const present = this.#index.repositories().find((each) => isSameNode(each.id, id));
    if (present === undefined) return id;
    this.#presentOf.set(id, present.id);
    this.#formerOf.set(present.id, id);
    return present.id;
  }

  /** Under what else work of the repository is queued. */
  formerOf(id: RepositoryId): RepositoryId | undefined {
    return this.#formerOf.get(id);
  }
}
