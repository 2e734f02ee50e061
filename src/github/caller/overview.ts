/** Reads in one request what a caller needs of a repository before its issues: who it is, its settings, and what names an issue. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { defaultSettings, type Settings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { type CallerReader, callersAccount } from "./read-once.ts";

export interface Overview {
  readonly repository: RepositorySeen;
  readonly settings: Settings;
  /** What is wrong with the settings file, if it cannot be used. */
  readonly problem: string | undefined;
  /** Issues of the repository that name the issue which was asked about, the newest last. */
  readonly namedBy: readonly NodeId[];
}

const repositoryParts = `id name isPrivate isArchived owner { login }
    settings: object(expression: $settings) { ... on Blob { text } }`;

export const overviewQuery = `query Overview($owner: String!, $name: String!, $settings: String!) {
  repository(owner: $owner, name: $name) {
    ${repositoryParts}
  }
}`;

export const overviewAroundQuery = `query OverviewAround($owner: String!, $name: String!, $settings: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    ${repositoryParts}
    issue(number: $number) {
      timelineItems(last: 100, itemTypes: [CROSS_REFERENCED_EVENT]) {
        nodes { ... on CrossReferencedEvent { source { ... on Issue { id repository { id } } } } }
      }
    }
  }
}`;

const sourceShape = z.object({ id: z.string(), repository: z.object({ id: z.string() }) });
const shape = z.object({
  repository: z.object({
    id: z.string(),
    name: z.string(),
    isPrivate: z.boolean(),
    isArchived: z.boolean(),
    owner: z.object({ login: z.string() }),
    settings: z.object({ text: z.string().nullish() }).nullable(),
    issue: z
      .object({
        timelineItems: z.object({
          nodes: z.array(z.object({ source: sourceShape.nullable().catch(null) }).nullable()),
        }),
      })
      .nullish(),
  }),
});

/**
 * @param number of the issue whose neighbours are wanted
 * @throws UserError if the caller may not see the repository; `RequestFailed`
 */
export async function readOverview(
  { client }: CallerReader,
  { owner, repo }: RepositoryName,
  number?: number,
): Promise<Overview> {
  const variables = {
    owner,
    name: repo,
    settings: `HEAD:${settingsPath}`,
    ...(number === undefined ? {} : { number }),
  };
  const query = number === undefined ? overviewQuery : overviewAroundQuery;
  const { data, problems } = await client.query(callersAccount, query, variables);
  const answer = shape.safeParse(data);
  if (!answer.success) {
    const why = problems[0]?.message ?? "GitHub answered something unexpected";
    throw new UserError(`GitHub shows no ${owner}/${repo} to this token (${why.slice(0, 200)}).`);
  }
  const { id, name, isPrivate, isArchived, settings, issue, owner: account } = answer.data.repository;
  const reading = readSettings(settings?.text ?? "");
  const sources = issue?.timelineItems.nodes.flatMap((node) => node?.source ?? []) ?? [];
  const here = sources.filter(({ repository }) => repository.id === id).map((source) => source.id);
  return {
    repository: { id, owner: account.login, name, installationId: callersAccount, isPrivate, isArchived },
    settings: reading.ok ? reading.settings : defaultSettings,
    problem: reading.ok ? undefined : reading.problem,
    namedBy: [...new Set(here)],
  };
}
