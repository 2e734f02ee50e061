/** Lists the changes of a repository within a pass: it is also a small sweep, now and then and whenever much depends on it. */
import type { RepositorySeen } from "../../../engine/model/fact.ts";
import type { ChangeLister } from "../../repository/change-lister.ts";
import { type Changes, noChanges } from "../../repository/changes.ts";
import type { Listings } from "../../repository/listings.ts";
import type { PassReading } from "../work-queue.ts";

export class PassListing {
  readonly #listings: Listings;
  readonly #changeLister: ChangeLister;
  readonly #repository: RepositorySeen;
  readonly #reading: PassReading;
  #listsEnded: number;

  constructor(
    listings: Listings,
    changeLister: ChangeLister,
    repository: RepositorySeen,
    reading: PassReading,
  ) {
    this.#listings = listings;
    this.#changeLister = changeLister;
    this.#repository = repository;
    this.#reading = reading;
    this.#listsEnded = reading.listsEnded;
  }

  /** False while we are isolating the item that makes a pass fail. */
  get mayReadChanges(): boolean {
    return this.#reading.mayReadChanges;
  }

  /** @param isNeeded whether an irreversible decision may follow */
  async list(isNeeded: boolean): Promise<Changes> {
    const { cursor } = this.#reading;
    const { id } = this.#repository;
    // A repository without a cursor is still being set up: then its pages follow.
    if (cursor === undefined || !this.#listings.isDue(id, isNeeded, this.#listsEnded)) return noChanges;
    const changes = await this.#listings.run(id, () =>
      this.#changeLister.listSince(this.#repository, cursor),
    );
    this.#listsEnded = this.#listings.ended;
    return changes;
  }
}
