/**
 * Looks up labels by node id, which GraphQL's mutations need, and creates the App's labels that are missing.
 * Never recreates or resets a label whose name, colour or description differs: users may change them as they
 * like.
 */
import { z } from "zod";
import type { StoredLabels } from "../../dispatcher/ports/settings.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId, RepositorySeen } from "../../engine/model/fact.ts";
import { defaultLabels, labelsToMake } from "../../protocol/label.ts";
import { labelName, type RenamedLabels } from "../../protocol/label-name.ts";
import { type LabelRenames, noRenames } from "../identity/renamed.ts";
import { labelsQuery } from "../read/queries.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import { failureIn } from "../transport/request-failure.ts";

export interface Labels {
  /** Node ids by name of those that exist, or of all of them with `create`. Throws `RequestFailed`. */
  readonly idsOf: (
    installationId: InstallationId,
    repositoryId: string,
    names: readonly string[],
    create: boolean,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Call it after a label turned out to be deleted. */
  readonly forget: (repositoryId: string) => void;
  /** Creates the default labels that are missing. Throws `RequestFailed`, `refused` if we may create none. */
  readonly ensure: Writer["ensureLabels"];
}

const grey = "ededed";
const pageSize = 100;
const maxPages = 20;
const namesShape = z.array(z.object({ name: z.string(), node_id: z.string() }));
const foundShape = z.object({
  repository: z.looseObject({ name: z.string(), owner: z.object({ login: z.string() }) }),
});
const idShape = z.object({ id: z.string() });

type Where = Pick<RepositorySeen, "owner" | "name" | "installationId">;

/** @param renames what each repository calls our labels */
export function createLabels(client: Client, budget: Budget, renames: LabelRenames = noRenames): Labels {
  const known = new Map<string, Map<string, string>>();
  const knownIn = (repositoryId: string): Map<string, string> => {
    const ids = known.get(repositoryId) ?? new Map<string, string>();
    known.set(repositoryId, ids);
    return ids;
  };

  const make = async (where: Where & { readonly id: string }, name: string): Promise<void> => {
    const { id, installationId, owner, name: repo } = where;
    const ours = labelsToMake(renames(id)).find((label) => label.name === name);
    const { color, description } = ours ?? { color: grey, description: "" };
    await budget.turn(installationId);
    try {
      await client.post(installationId, "/repos/{owner}/{repo}/labels", {
        owner,
        repo,
        name,
        color,
        description,
      });
    } catch (thrown) {
      // Created by a different process in the meantime, or by this request, whose response was lost.
      const failure = failureIn(thrown);
      if (failure.type !== "unknown" && !/already[_ ]exists/.test(failure.message)) throw thrown;
    }
  };

  /**
   * A label with a name that GitHub rejects stays missing, and its own effect is refused; any other failure
   * stops all.
   */
  const tryToMake = async (where: Where & { readonly id: string }, name: string): Promise<void> => {
    try {
      await make(where, name);
    } catch (thrown) {
      if (failureIn(thrown).type !== "refused") throw thrown;
    }
  };

  const lookUp = async (
    installationId: InstallationId,
    repositoryId: string,
    names: readonly string[],
  ): Promise<Where> => {
    const { document, variables } = labelsQuery(repositoryId, names);
    const { data, problems } = await client.query(installationId, document, variables);
    const answer = foundShape.safeParse(data);
    if (!answer.success) {
      const message = problems[0]?.message ?? "The repository's labels could not be read.";
      throw new RequestFailed({ type: "gone", message }, { cause: new UnexpectedResponse(message) });
    }
    const { repository } = answer.data;
    for (const [i, name] of names.entries()) {
      const label = idShape.safeParse(repository[`l${i}`]);
      if (label.success) knownIn(repositoryId).set(name, label.data.id);
    }
    return { owner: repository.owner.login, name: repository.name, installationId };
  };

  return {
    idsOf: async (installationId, repositoryId, names, create) => {
      const missing = (): readonly string[] => names.filter((name) => !knownIn(repositoryId).has(name));
      if (missing().length > 0) {
        const where = await lookUp(installationId, repositoryId, missing());
        if (create && missing().length > 0) {
          for (const name of missing()) await tryToMake({ ...where, id: repositoryId }, name);
          await lookUp(installationId, repositoryId, missing());
        }
      }
      const ids = knownIn(repositoryId);
      return new Map(names.flatMap((name) => [[name, ids.get(name)] as const]).filter(isFound));
    },
    forget: (repositoryId) => {
      known.delete(repositoryId);
    },
    ensure: async (repository, before) => {
      const found = await allNames(client, repository);
      const renamed = renames(repository.id);
      const missing = defaultLabels.filter(
        ({ name }) => findLabel(found, name, before, renamed) === undefined,
      );
      for (const { name } of missing) await make(repository, labelName(name, renamed));
      const present = missing.length === 0 ? found : await allNames(client, repository);
      const ids = knownIn(repository.id);
      for (const { name, node_id } of present) ids.set(name, node_id);
      return { made: missing.length, labels: keptOf(present, before, renamed) };
    },
  };
}

type Found = z.infer<typeof namesShape>;

/** Our label in a repository: the one with its known id, otherwise the one with its name. */
function findLabel(
  found: Found,
  shipped: string,
  before: StoredLabels,
  renamed: RenamedLabels,
): Found[number] | undefined {
  const followed = found.find(({ node_id }) => node_id === before[shipped]?.id);
  if (followed !== undefined && !isAnothers(followed.name, shipped)) return followed;
  const wanted = labelName(shipped, renamed).toLowerCase();
  return found.find(({ name }) => name.toLowerCase() === wanted);
}

/** A label renamed to the name of another of our labels is that other one from now on. */
function isAnothers(name: string, shipped: string): boolean {
  return defaultLabels.some((label) => label.name !== shipped && label.name === name.toLowerCase());
}

function keptOf(found: Found, before: StoredLabels, renamed: RenamedLabels): StoredLabels {
  const kept = defaultLabels.flatMap(({ name: shipped }) => {
    const label = findLabel(found, shipped, before, renamed);
    return label === undefined ? [] : [[shipped, { id: label.node_id, name: label.name }] as const];
  });
  return Object.fromEntries(kept);
}

async function allNames(client: Client, { owner, name: repo, installationId }: Where): Promise<Found> {
  const found: Found = [];
  for (let page = 1; page <= maxPages; page++) {
    const parameters = { owner, repo, per_page: pageSize, page };
    const answer = await client.get(installationId, "/repos/{owner}/{repo}/labels", parameters, namesShape);
    if (answer.type === "fresh") found.push(...answer.data);
    if (answer.type !== "fresh" || answer.data.length < pageSize) break;
  }
  return found;
}

function isFound(entry: readonly [string, string | undefined]): entry is readonly [string, string] {
  return entry[1] !== undefined;
}
