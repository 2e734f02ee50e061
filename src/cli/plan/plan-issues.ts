/** Reads the issues and the settings of a plan's repositories, with the caller's token. */
import type { Octokit } from "@octokit/rest";
import { z } from "zod";
import { askGraphql } from "../../github/caller/caller-graphql.ts";
import { explainRefusal, unlessMissing } from "../../github/caller/explain-refusal.ts";
import type { Viewer } from "../../github/caller/own-words.ts";
import { roleIn } from "../../github/identity/roles.ts";
import type { PlanIssues, PlanRepository } from "../../operations/plans/ports.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { defaultSettings, type Settings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";

export const planIssuesQuery = `query PlanIssues($owner: String!, $name: String!, $settings: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    name owner { login }
    settings: object(expression: $settings) { ... on Blob { text } }
    issues(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes { number title body state author { login ... on Node { id } } editor { login } }
    }
  }
}`;

const actorShape = z.object({ login: z.string(), id: z.string().default("") }).nullable();
const pageShape = z.object({
  repository: z.object({
    name: z.string(),
    owner: z.object({ login: z.string() }),
    settings: z.object({ text: z.string().nullish() }).nullable(),
    issues: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(
        z.object({
          number: z.number(),
          title: z.string(),
          body: z.string(),
          state: z.enum(["OPEN", "CLOSED"]),
          author: actorShape,
          editor: actorShape,
        }),
      ),
    }),
  }),
});

type Page = z.infer<typeof pageShape>["repository"];

export function createPlanIssues(
  octokit: Octokit,
  viewer: Viewer,
  progress: (line: string) => void,
): PlanIssues {
  const roles = new Map<string, Promise<boolean>>();
  const isTrusted = async ({ name, settings }: PlanRepository, login: string): Promise<boolean> => {
    const found = await unlessMissing(`say what ${login} may do`, () =>
      octokit.rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }),
    );
    return settings.trust.roles.includes(found === undefined ? "none" : roleIn(found.data));
  };
  return {
    read: async (name) => {
      const pages: Page[] = [];
      for (let after: string | null = null; ; ) {
        const page: Page = await readPage(octokit, name, after);
        pages.push(page);
        if (!page.issues.pageInfo.hasNextPage) return repositoryOf(pages, page, progress);
        after = page.issues.pageInfo.endCursor;
        progress(`read ${pages.length * 100} issues of ${name.owner}/${name.repo}`);
      }
    },
    textOf: async ({ owner, repo, number }) => {
      const { data } = await explainRefusal(`show ${owner}/${repo}#${number}`, () =>
        octokit.rest.issues.get({ owner, repo, issue_number: number }),
      );
      return { title: data.title, body: data.body ?? "" };
    },
    mayOpen: async (repository, { id, login }) => {
      if (id === viewer.id) return true;
      const { owner, repo } = repository.name;
      const key = `${owner}/${repo} ${login}`;
      const known = roles.get(key) ?? isTrusted(repository, login);
      roles.set(key, known);
      return known;
    },
  };
}

async function readPage(
  octokit: Octokit,
  { owner, repo }: RepositoryName,
  after: string | null,
): Promise<Page> {
  const variables = { owner, name: repo, settings: `HEAD:${settingsPath}`, after };
  const action = `list the issues of ${owner}/${repo}`;
  const { repository } = await askGraphql(octokit, action, {
    query: planIssuesQuery,
    variables,
    shape: pageShape,
  });
  return repository;
}

function repositoryOf(
  pages: readonly Page[],
  { owner, name, settings }: Page,
  progress: (line: string) => void,
): PlanRepository {
  const nodes = pages.flatMap(({ issues }) => issues.nodes);
  return {
    name: { owner: owner.login, repo: name },
    settings: settingsIn(settings?.text ?? "", progress),
    issues: nodes
      .filter(({ body }) => body.includes("signalbox"))
      .map(({ number, title, body, state, author, editor }) => ({
        number,
        title,
        body,
        state: state === "OPEN" ? "open" : "closed",
        author: author ?? undefined,
        editor: editor?.login,
      })),
  };
}

function settingsIn(text: string, progress: (line: string) => void): Settings {
  const reading = readSettings(text);
  if (reading.ok) return reading.settings;
  progress(`${reading.problem} The defaults are used here.`);
  return defaultSettings;
}
