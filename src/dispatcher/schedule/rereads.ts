/**
 * How many issues each repository may read again in one sweep without any sign that they changed. The
 * repositories of an installation share its quota, so a sweep begins where the one before ran out.
 */
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";

export interface Rereads {
  /** The repositories in the order of this sweep. */
  readonly inOrder: (repositories: readonly RepositorySeen[]) => readonly RepositorySeen[];
  /** How many issues a repository may read in this sweep; call it in order. */
  readonly roomFor: (repository: RepositorySeen) => number;
  readonly took: (repository: RepositorySeen, issues: number) => void;
}

interface Share {
  readonly issues: number;
  readonly repositories: number;
}

/** @param random in [0, 1), so that frequent restarts favour no repository */
export function createRereads({ rereads }: Pick<Pace, "rereads">, random: () => number): Rereads {
  const left = new Map<InstallationId, Share>();
  const next = new Map<InstallationId, RepositoryId>();
  const whole: Share = { issues: rereads.issues, repositories: rereads.repositories };

  function rotated(
    own: readonly RepositorySeen[],
    installationId: InstallationId,
  ): readonly RepositorySeen[] {
    const resumed = own.findIndex(({ id }) => id === next.get(installationId));
    const at = resumed < 0 ? Math.floor(random() * own.length) : resumed;
    return [...own.slice(at), ...own.slice(0, at)];
  }

  return {
    inOrder: (repositories) => {
      const byInstallation = Map.groupBy(repositories, ({ installationId }) => installationId);
      const order = [...byInstallation].flatMap(([id, own]) => rotated(own, id));
      for (const id of byInstallation.keys()) {
        left.delete(id);
        next.delete(id);
      }
      return order;
    },
    roomFor: ({ id, installationId }) => {
      const share = left.get(installationId) ?? whole;
      const room = share.repositories <= 0 ? 0 : Math.min(rereads.perRepository, share.issues);
      if (room <= 0 && !next.has(installationId)) next.set(installationId, id);
      return room;
    },
    took: ({ installationId }, issues) => {
      if (issues === 0) return;
      const share = left.get(installationId) ?? whole;
      left.set(installationId, { issues: share.issues - issues, repositories: share.repositories - 1 });
    },
  };
}
