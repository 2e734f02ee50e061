/** GitHub with the token of a person who signed in: who they are, and which of the App's repositories they may see. */

import { Octokit } from "@octokit/rest";
import { z } from "zod";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { explainRefusal } from "../caller/explain-refusal.ts";
import { newerIdsWanted } from "../transport/bounded-fetch.ts";

export interface UserGitHub {
  /** @throws NotLoggedIn if the token is no longer good, UserError if GitHub cannot be reached */
  readonly whoAmI: () => Promise<{ readonly login: string; readonly nodeId: NodeId }>;
  /** @throws as `whoAmI` */
  readonly repositories: () => Promise<ReadonlySet<RepositoryId>>;
  readonly octokit: Octokit;
}

/** Octokit would print refusals in addition to our own message. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const timeoutMs = 15_000;
const pageSize = 100;
/** 10,000 repositories: what is beyond is not shown. */
const maxPages = 100;

const userShape = z.object({ login: z.string(), node_id: z.string() });
const installationsShape = z.object({ installations: z.array(z.object({ id: z.int() })) });
const repositoriesShape = z.object({ repositories: z.array(z.object({ node_id: z.string() })) });

/** @param baseUrl root of the REST API; undefined for github.com */
export function userGitHub(baseUrl: string | undefined, token: string): UserGitHub {
  const octokit = new Octokit({ auth: token, log: quiet, ...(baseUrl === undefined ? {} : { baseUrl }) });
  octokit.hook.before("request", (options) => {
    Object.assign(options.headers, newerIdsWanted);
    options.request = { ...options.request, signal: AbortSignal.timeout(timeoutMs) };
  });
  const get = async <T>(route: string, parameters: object, shape: z.ZodType<T>): Promise<T> => {
    const { data } = await explainRefusal("say what you may see", () =>
      octokit.request(`GET ${route}`, { ...parameters }),
    );
    return shape.parse(data);
  };
  const all = async <T, P>(
    route: string,
    parameters: object,
    shape: z.ZodType<P>,
    itemsIn: (page: P) => readonly T[],
  ): Promise<readonly T[]> => {
    const found: T[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const items = itemsIn(await get(route, { ...parameters, per_page: pageSize, page }, shape));
      found.push(...items);
      if (items.length < pageSize) break;
    }
    return found;
  };
  return {
    octokit,
    whoAmI: async () => {
      const { login, node_id: nodeId } = await get("/user", {}, userShape);
      return { login, nodeId };
    },
    repositories: async () => {
      const installations = await all(
        "/user/installations",
        {},
        installationsShape,
        ({ installations: found }) => found,
      );
      const lists = await Promise.all(
        installations.map(({ id }) =>
          all(
            "/user/installations/{installation_id}/repositories",
            { installation_id: id },
            repositoriesShape,
            ({ repositories: found }) => found,
          ),
        ),
      );
      return new Set(lists.flat().map(({ node_id }) => node_id));
    },
  };
}
