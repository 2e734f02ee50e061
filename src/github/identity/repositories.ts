/**
 * Lists the repositories that we serve: those of every installation that is not suspended. Identify them by
 * node id: a name can pass to another repository.
 */
import { z } from "zod";
import type { RepositoryList } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import type { Identity } from "../transport/octokits.ts";

const pageSize = 100;
const maxPages = 100;

const installationShape = z.object({
  id: z.number(),
  suspended_at: z.string().nullish(),
  permissions: z
    .object({
      issues: z.string().optional(),
      contents: z.string().optional(),
      workflows: z.string().optional(),
    })
    .optional(),
});
/** A repository as payloads and REST answers show it. */
export const repositoryShape = z.object({
  node_id: z.string(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  private: z.boolean(),
  archived: z.boolean(),
});

/** An installation of the App; a suspended one answers nothing. */
export interface InstallationSummary {
  readonly id: number;
  readonly isSuspended: boolean;
  /** Whether it may write issues; its permissions may have been reduced. */
  readonly mayWrite: boolean;
  /** Whether it may write contents, without which nothing can be merged. */
  readonly mayMerge: boolean;
  /** Whether it may change workflow files, without which it can merge none that a pull request changes. */
  readonly mayChangeWorkflows: boolean;
}

/** Undefined for one that has been removed. Throws `RequestFailed`. */
export async function readInstallation(
  client: Client,
  id: InstallationId,
): Promise<InstallationSummary | undefined> {
  try {
    const answer = await client.get("app", `/app/installations/${id}`, {}, installationShape);
    return answer.type === "fresh" ? summaryOf(answer.data) : undefined;
  } catch (thrown) {
    if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return undefined;
    throw thrown;
  }
}

/** All installations. Throws `RequestFailed`. */
export async function readInstallations(client: Client): Promise<readonly InstallationSummary[]> {
  const shape = z.array(installationShape);
  const found = await everyPage(client, {
    as: "app",
    route: "/app/installations",
    shape,
    itemsOf: (page) => page,
  });
  return found.map(summaryOf);
}

function summaryOf({
  id,
  suspended_at,
  permissions,
}: z.infer<typeof installationShape>): InstallationSummary {
  return {
    id,
    isSuspended: Boolean(suspended_at),
    mayWrite: permissions === undefined || permissions.issues === "write",
    mayMerge: permissions === undefined || permissions.contents === "write",
    mayChangeWorkflows: permissions === undefined || permissions.workflows === "write",
  };
}

/**
 * An installation that is backed off is named, so that it blocks no other and none of its repositories looks
 * lost.
 */
export async function readRepositories(
  client: Client,
  installations: readonly InstallationSummary[],
): Promise<RepositoryList> {
  const repositories: RepositorySeen[] = [];
  const unlisted: number[] = [];
  for (const { id, isSuspended, mayWrite, mayMerge, mayChangeWorkflows } of installations) {
    const found = isSuspended ? [] : await repositoriesOf(client, id);
    if (found === "wait") unlisted.push(id);
    else
      repositories.push(
        ...found.map((each) => ({
          ...each,
          ...(mayWrite ? {} : { lacksPermission: true }),
          ...(mayMerge ? {} : { lacksContents: true }),
          ...(mayChangeWorkflows ? {} : { lacksWorkflows: true }),
        })),
      );
  }
  return { repositories, unlisted };
}

/** Empty for an installation that has been removed since it was listed. */
async function repositoriesOf(
  client: Client,
  installationId: InstallationId,
): Promise<readonly RepositorySeen[] | "wait"> {
  const shape = z.object({ repositories: z.array(repositoryShape) });
  try {
    const found = await everyPage(client, {
      as: installationId,
      route: "/installation/repositories",
      shape,
      itemsOf: (page) => page.repositories,
    });
    return found.map((repository) => toRepositorySeen(repository, installationId));
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { failure } = thrown;
    if (failure.type === "gone") return [];
    if (failure.type === "wait" && failure.scope === "installation") return "wait";
    throw thrown;
  }
}

export function toRepositorySeen(
  answer: z.infer<typeof repositoryShape>,
  installationId: InstallationId,
): RepositorySeen {
  const { node_id: id, name, owner, private: isPrivate, archived: isArchived } = answer;
  return { id, owner: owner.login, name, installationId, isPrivate, isArchived };
}

async function everyPage<Page, Item>(
  client: Client,
  {
    as,
    route,
    shape,
    itemsOf,
  }: {
    readonly as: Identity;
    readonly route: string;
    readonly shape: z.ZodType<Page>;
    readonly itemsOf: (page: Page) => readonly Item[];
  },
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await client.get(as, route, { per_page: pageSize, page }, shape);
    const found = answer.type === "fresh" ? itemsOf(answer.data) : [];
    items.push(...found);
    if (found.length < pageSize) break;
  }
  return items;
}
