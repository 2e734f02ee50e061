/**
 * How many issues each repository may read again in one sweep without any sign that they changed. The
 * repositories of an installation share its quota, so a sweep begins where the one before ran out.
 */
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";

interface Share {
  readonly issues: number;
  readonly repositories: number;
}

export class Rereads {
  readonly #limits: Pace["rereads"];
  readonly #random: () => number;
  readonly #left = new Map<InstallationId, Share>();
  readonly #next = new Map<InstallationId, RepositoryId>();

  /** @param random in [0, 1), so that frequent restarts favour no repository */
  constructor({ rereads }: Pick<Pace, "rereads">, random: () => number) {
    this.#limits = rereads;
    this.#random = random;
  }

  /** The repositories in the order of this sweep. */
  inOrder(repositories: readonly RepositorySeen[]): readonly RepositorySeen[] {
    const byInstallation = Map.groupBy(repositories, ({ installationId }) => installationId);
    const order = [...byInstallation].flatMap(([id, own]) => this.#rotate(own, id));
    for (const id of byInstallation.keys()) {
      this.#left.delete(id);
      this.#next.delete(id);
    }
    return order;
  }

  /** How many issues a repository may read in this sweep; call it in order. */
  computeRoom({ id, installationId }: RepositorySeen): number {
    const share = this.#share(installationId);
    const room = share.repositories <= 0 ? 0 : Math.min(this.#limits.perRepository, share.issues);
    if (room <= 0 && !this.#next.has(installationId)) this.#next.set(installationId, id);
    return room;
  }

  take({ installationId }: RepositorySeen, issues: number): void {
    if (issues === 0) return;
    const share = this.#share(installationId);
    this.#left.set(installationId, {
      issues: share.issues - issues,
      repositories: share.repositories - 1,
    });
  }

  #share(installationId: InstallationId): Share {
    return this.#left.get(installationId) ?? this.#limits;
  }

  #rotate(own: readonly RepositorySeen[], installationId: InstallationId): readonly RepositorySeen[] {
    const resumed = own.findIndex(({ id }) => id === this.#next.get(installationId));
    const at = resumed < 0 ? Math.floor(this.#random() * own.length) : resumed;
    return [...own.slice(at), ...own.slice(0, at)];
  }
}
