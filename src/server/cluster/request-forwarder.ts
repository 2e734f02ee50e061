/** Forwards what a web process cannot do itself to the workers that own the installations. */
import { UserError } from "../../base/errors.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Bus } from "../composition/bus.ts";
import type { Outcome, OwnerClient } from "../requests/owner-client.ts";
import { failureReasons } from "./failure-reasons.ts";

export type ForwardedRequests = Pick<
  Bus,
  "refreshIssue" | "coordinate" | "rebuild" | "showInvariants" | "roleOf"
>;

type KnownRepositories = Pick<Index, "repositories" | "repository" | "repositoryNamed">;

export function installationsOf(index: Pick<Index, "repositories">): readonly InstallationId[] {
  return [...new Set(index.repositories().map(({ installationId }) => installationId))];
}

export function createRequestForwarder(
  index: KnownRepositories,
  { ask }: Pick<OwnerClient, "ask">,
): ForwardedRequests {
  return {
    refreshIssue: async (ref) => {
      const repository = index.repositoryNamed(ref.owner, ref.repo);
      // The index has nothing about a repository that we do not serve, so there is nothing to refresh.
      if (repository === undefined) return true;
      const [outcome] = await ask("look", [repository.installationId], ref);
      return outcome?.type === "done" && outcome.value.isFresh;
    },
    coordinate: async (wish) => {
      const [owner = "", name = ""] = wish.repository?.split("/") ?? [];
      const named = index.repositoryNamed(owner, name);
      if (wish.repository !== undefined && named === undefined) return [];
      const asked = named === undefined ? installationsOf(index) : [named.installationId];
      const all = valuesOf(asked, await ask("coordinate", asked, wish));
      return all.flatMap(({ repositories }) => repositories);
    },
    rebuild: async () => {
      const asked = installationsOf(index);
      if (asked.length === 0) throw new UserError("No repository is served yet. Check that a worker runs.");
      return joined(valuesOf(asked, await ask("rebuild", asked, {})));
    },
    showInvariants: async (report) => {
      const repository = index.repositoryNamed(report.owner, report.repo);
      if (repository === undefined)
        return { isPosted: false, why: "The server does not know that handover." };
      const [outcome] = await ask("verify", [repository.installationId], report);
      if (outcome?.type === "done") return outcome.value;
      return { isPosted: false, why: outcome?.why ?? "" };
    },
    roleOf: async (repositoryId, { id, login }) => {
      const repository = index.repository(repositoryId);
      if (repository === undefined) return undefined;
      const [outcome] = await ask("role", [repository.installationId], {
        repositoryId,
        person: { id, login },
      });
      return outcome?.type === "done" ? outcome.value.found : { role: "unknown", isPrivate: true };
    },
  };
}

/** @throws UserError unless the request succeeded for all installations */
function valuesOf<T>(asked: readonly InstallationId[], outcomes: readonly Outcome<T>[]): readonly T[] {
  const reasons = outcomes.flatMap((outcome, at) => failureReasons(asked[at] ?? 0, outcome));
  if (reasons.length > 0) throw new UserError(reasons.join(" "));
  return outcomes.flatMap((outcome) => (outcome.type === "done" ? [outcome.value] : []));
}

function joined(all: readonly Rebuilt[]): Rebuilt {
  return {
    repositories: all.reduce((sum, { repositories }) => sum + repositories, 0),
    issues: all.reduce((sum, { issues }) => sum + issues, 0),
    differences: all.flatMap(({ differences }) => differences),
  };
}
