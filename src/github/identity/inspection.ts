/**
 * Inspects the App's state on GitHub once, to find configuration problems. Continues after a refusal: what
 * GitHub refuses is part of the result.
 */
import type { ProbotOctokit } from "probot";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { inspectSettingsGuard, type SettingsGuard } from "../authorship/settings-guard.ts";
import { isHttpError } from "../transport/octokit-errors.ts";
import { type AppCredentials, createOctokits } from "../transport/octokits.ts";
import { type InspectedAgent, inspectAgents } from "./agents-inspected.ts";
import { repositoryShape } from "./repositories.ts";

const granted = { permissions: z.record(z.string(), z.string()), events: z.array(z.string()) };
const appShape = z.object({ id: z.number(), slug: z.string(), html_url: z.string(), ...granted });
const installationShape = z.object({
  id: z.number(),
  account: z.object({ login: z.string() }).nullish(),
  suspended_at: z.string().nullish(),
  html_url: z.string(),
  ...granted,
});
const deliveriesShape = z.array(
  z.object({ event: z.string(), delivered_at: z.string(), status_code: z.number() }),
);
const rate = z.object({ limit: z.number(), remaining: z.number() });
const ratesShape = z.object({ resources: z.object({ core: rate, graphql: rate }) });
const botShape = z.object({ node_id: z.string(), login: z.string() });
const hookShape = z.object({ url: z.string().nullish() });
const namesShape = z.array(z.object({ name: z.string() }));
const repositoriesShape = z.object({ repositories: z.array(repositoryShape) });

/** GitHub's response, or why there was none. */
export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `status` is undefined when no answer came. */
  | { readonly ok: false; readonly status: number | undefined; readonly message: string };

/** A repository with the names of all its labels. */
export interface InspectedRepository {
  readonly id: string;
  /** `owner/name` */
  readonly name: string;
  readonly isArchived: boolean;
  readonly labels: ApiResult<readonly string[]>;
  readonly agents: ApiResult<readonly InspectedAgent[]>;
  readonly settingsGuard: ApiResult<SettingsGuard>;
}

export interface InspectedInstallation extends Readonly<z.infer<typeof installationShape>> {
  readonly rates: ApiResult<Readonly<z.infer<typeof ratesShape>["resources"]>>;
  readonly repositories: ApiResult<readonly InspectedRepository[]>;
}

export interface Inspection {
  /** GitHub's clock less ours, in milliseconds, to a second; undefined when no answer came. */
  readonly skewMs: number | undefined;
  readonly app: ApiResult<Readonly<z.infer<typeof appShape>>>;
  /** The bot that the App acts as. */
  readonly bot: ApiResult<Readonly<z.infer<typeof botShape>>>;
  readonly hook: ApiResult<Readonly<z.infer<typeof hookShape>>>;
  /** The newest first. */
  readonly deliveries: ApiResult<Readonly<z.infer<typeof deliveriesShape>>>;
  readonly installations: ApiResult<readonly InspectedInstallation[]>;
}

const timeoutMs = 15_000;
/** Enough to see what is wrong: not every repository of an organisation is read. */
const perPage = 100;
const maxLabelPages = 5;
const maxRepositories = 20;

/**
 * Never rejects.
 * @param agentsOf node ids of the agents that a repository's settings list
 */
export async function inspectApp(
  credentials: AppCredentials,
  clock: Clock,
  agentsOf: (repositoryId: string) => readonly string[],
): Promise<Inspection> {
  const { octokitOf } = createOctokits(credentials, clock);
  const app = await asked(() => octokitOf("app"));
  const anybody = await octokitOf("anybody");
  if (!app.ok)
    return {
      skewMs: await skewOf(anybody, clock),
      app,
      bot: app,
      hook: app,
      deliveries: app,
      installations: app,
    };
  const read = <T>(route: string, shape: z.ZodType<T>): Promise<ApiResult<T>> =>
    asked(() => get(app.value, route, shape));
  const installations = await read(`/app/installations?per_page=${perPage}`, z.array(installationShape));
  const self = await read("/app", appShape);
  return {
    skewMs: await skewOf(anybody, clock),
    app: self,
    bot: self.ok ? await botOf(self.value.slug, installations, octokitOf, anybody) : self,
    hook: await read("/app/hook/config", hookShape),
    deliveries: await read("/app/hook/deliveries?per_page=30", deliveriesShape),
    installations: installations.ok
      ? {
          ok: true,
          value: await Promise.all(
            installations.value.map(async (installation) => ({
              ...installation,
              ...(await insideOf(() => octokitOf(installation.id), agentsOf)),
            })),
          ),
        }
      : installations,
  };
}

/** Asked as an installation, which may read users, or without credentials if there is none yet. */
async function botOf(
  slug: string,
  installations: ApiResult<readonly { readonly id: number }[]>,
  octokitOf: (who: number) => Promise<ProbotOctokit>,
  anybody: ProbotOctokit,
): Promise<Inspection["bot"]> {
  const first = installations.ok ? installations.value[0] : undefined;
  return asked(async () => {
    const octokit = first === undefined ? anybody : await octokitOf(first.id);
    return get(octokit, `/users/${slug}[bot]`, botShape);
  });
}

async function insideOf(
  octokitFor: () => Promise<ProbotOctokit>,
  agentsOf: (repositoryId: string) => readonly string[],
): Promise<Pick<InspectedInstallation, "rates" | "repositories">> {
  return {
    rates: await asked(async () => (await get(await octokitFor(), "/rate_limit", ratesShape)).resources),
    repositories: await asked(async () => {
      const octokit = await octokitFor();
      const route = `/installation/repositories?per_page=${perPage}`;
      const { repositories } = await get(octokit, route, repositoriesShape);
      const some = repositories.slice(0, maxRepositories);
      return Promise.all(
        some.map(async ({ node_id: id, name, owner, archived: isArchived }) => ({
          id,
          name: `${owner.login}/${name}`,
          isArchived,
          labels: await asked(() => labelsIn(octokit, `${owner.login}/${name}`)),
          agents: await asked(() => inspectAgents(octokit, `${owner.login}/${name}`, agentsOf(id))),
          settingsGuard: await asked(() => inspectSettingsGuard(octokit, `${owner.login}/${name}`)),
        })),
      );
    }),
  };
}

async function labelsIn(octokit: ProbotOctokit, name: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let page = 1; page <= maxLabelPages; page++) {
    const found = await get(octokit, `/repos/${name}/labels?per_page=${perPage}&page=${page}`, namesShape);
    names.push(...found.map((label) => label.name));
    if (found.length < perPage) break;
  }
  return names;
}

async function get<T>(octokit: ProbotOctokit, route: string, shape: z.ZodType<T>): Promise<T> {
  const { data } = await octokit.request(`GET ${route}`, {
    request: { signal: AbortSignal.timeout(timeoutMs) },
  });
  return shape.parse(data);
}

async function asked<T>(question: () => Promise<T>): Promise<ApiResult<T>> {
  try {
    return { ok: true, value: await question() };
  } catch (thrown) {
    const answered = isHttpError(thrown) && thrown.response !== undefined;
    return {
      ok: false,
      status: answered ? thrown.status : undefined,
      message: messageOf(thrown).slice(0, 300),
    };
  }
}

/** From the `Date` header, which every response has, including a refusal. */
async function skewOf(octokit: ProbotOctokit, clock: Clock): Promise<number | undefined> {
  const before = clock.now();
  const date = await dateOf(octokit);
  const at = Date.parse(date ?? "");
  return Number.isNaN(at) ? undefined : at - Math.floor((before + clock.now()) / 2 / 1000) * 1000;
}

async function dateOf(octokit: ProbotOctokit): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await octokit.request("GET /rate_limit", { request: { signal } })).headers.date;
  } catch (thrown) {
    const date = isHttpError(thrown) ? thrown.response?.headers.date : undefined;
    return typeof date === "string" ? date : undefined;
  }
}
