/**
 * Reads the check runs of one commit: those of others as evidence, and our own. Ignores commit statuses, as
 * anyone with push access can set them. A run is ours if our App made it and our key signed it: every App can
 * give its runs any name and copy any `external_id`.
 */

import { z } from "zod";
import { signedConclusion } from "../../../engine/handovers/check-shown.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { CheckRun, OwnCheck } from "../../../handover/evidence.ts";
import { undefinedIfUnavailable } from "../../authorship/branch-moves.ts";
import type { Client } from "../../transport/client.ts";
import { type CheckPlace, readCheck, type VerifiedResult, verifiedIn } from "../../write/check-marker.ts";
import type { Ourselves } from "../comments.ts";

/** Name of our check, as a ruleset requires it. */
export const checkName = "signalbox/handover";
/** Name of our check about locked files. */
export const locksCheckName = "signalbox/locks";

/** Marks which workflow run kept its index. */
export const indexCheckName = "signalbox/index";

const pageSize = 100;
/** A commit with more runs has a matrix, and claims do not list the runs of a matrix. */
const maxPages = 5;
/** GitHub lists the runs of at most 1,000 suites: https://docs.github.com/en/rest/checks/runs#list-check-runs-for-a-git-reference */
const maxOwnPages = 10;

const runShape = z.object({
  id: z.number(),
  name: z.string(),
  head_sha: z.string(),
  external_id: z.string().nullish(),
  conclusion: z.string().nullable(),
  completed_at: z.iso.datetime({ offset: true }).nullish().catch(undefined),
  app: z.object({ id: z.number(), slug: z.string().optional() }).nullish(),
  output: z.object({ annotations_count: z.number().nullish() }).nullish().catch(undefined),
});
const pageShape = z.object({ check_runs: z.array(runShape) });
type Run = z.infer<typeof runShape>;

export interface RepositoryLocation {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly installationId: InstallationId;
}

/**
 * The newest run of each check of each App on a commit, unless `only` asks for others. Throws
 * `RequestFailed`.
 */
export async function runsOn(
  client: Client,
  repository: RepositoryLocation,
  sha: string,
  only: Readonly<Record<string, string>> = {},
): Promise<readonly Run[]> {
  return (await listRuns(client, repository, { sha, ...only }, maxPages)).runs;
}

export interface OwnRuns {
  readonly runs: readonly Run[];
  /** Whether these are all of them: with an unread rest, the newest is not known. */
  readonly isWhole: boolean;
}

/**
 * All runs of one name that our App made on a commit, earlier ones included: another holder of our token can repost one, so
 * that the last posted says nothing. Other Apps' runs of that name hide none of ours.
 * @throws RequestFailed
 */
export async function ownRunsOn(
  client: Client,
  ourselves: CheckAuthor,
  repository: RepositoryLocation,
  { sha, name }: { readonly sha: string; readonly name: string },
): Promise<OwnRuns> {
  const { app } = ourselves;
  const only = { sha, check_name: name, filter: "all" };
  const ofApp = (id: number): Promise<OwnRuns> =>
    listRuns(client, repository, { ...only, app_id: id }, maxOwnPages);
  const found = "id" in app ? await ofApp(app.id) : await listRuns(client, repository, only, maxPages);
  const own = { ...found, runs: found.runs.filter((run) => isMadeBy(ourselves, run)) };
  if (own.isWhole || "id" in app) return own;
  const id = await findAppId(client, repository, app.botLogin);
  return id === undefined ? own : ofApp(id);
}

async function listRuns(
  client: Client,
  { installationId, owner, name: repo }: RepositoryLocation,
  asked: Readonly<Record<string, unknown>>,
  atMost: number,
): Promise<OwnRuns> {
  const route = "/repos/{owner}/{repo}/commits/{sha}/check-runs";
  const runs: Run[] = [];
  for (let page = 1; page <= atMost; page++) {
    const parameters = { owner, repo, page, per_page: pageSize, ...asked };
    const answer = await client.get(installationId, route, parameters, pageShape);
    const found = answer.type === "fresh" ? answer.data.check_runs : [];
    runs.push(...found);
    if (found.length < pageSize) return { runs, isWhole: true };
  }
  return { runs, isWhole: false };
}

const appShape = z.object({ id: z.number() });

/** Undefined if the host does not say. */
async function findAppId(
  client: Client,
  { installationId }: RepositoryLocation,
  botLogin: string,
): Promise<number | undefined> {
  const slug = botLogin.replace(/\[bot\]$/, "");
  const answer = await undefinedIfUnavailable(() =>
    client.get(installationId, "/apps/{app_slug}", { app_slug: slug }, appShape),
  );
  return answer?.type === "fresh" ? answer.data.id : undefined;
}

/** Our own runs that show a state, and prove nothing. */
export const notEvidence: ReadonlySet<string> = new Set([checkName, locksCheckName, indexCheckName]);

/** All runs but our gate, our check about locks and the mark of a kept index, as evidence. */
export function evidenceIn(
  ourselves: CheckAuthor,
  repositoryId: string,
  runs: readonly Run[],
): readonly CheckRun[] {
  return runs
    .filter(({ name }) => !notEvidence.has(name))
    .map((run) => {
      const verify = foundByVerify(ourselves, repositoryId, run);
      const app = verify === undefined ? run.app?.id : "signalbox";
      const { name, head_sha, conclusion, completed_at } = run;
      return {
        name,
        headSha: head_sha,
        conclusion: conclusion ?? undefined,
        ...(completed_at == null ? {} : { completedAt: Date.parse(completed_at) }),
        ...(app === undefined ? {} : { app }),
        ...(verify === undefined ? {} : { verify }),
      };
    });
}

/** The findings of `verify` that the run has. What it shows by itself proves nothing: a workflow's token can change that. */
function foundByVerify(ourselves: CheckAuthor, repositoryId: string, run: Run): VerifiedResult | undefined {
  const { name, external_id, head_sha: headSha, conclusion } = run;
  if (conclusion !== "neutral" || !isMadeBy(ourselves, run)) return undefined;
  const marked = readCheck(ourselves.keys, external_id ?? "", {
    host: ourselves.host,
    repositoryId,
    headSha,
  });
  return marked && verifiedIn(marked, name);
}

export interface OwnRun extends OwnCheck {
  /** GitHub's number for it. */
  readonly id: number;
  readonly isAnnotated: boolean;
}

/** Our newest run. */
export function newestOwnRun(
  ourselves: CheckAuthor,
  place: CheckPlace,
  runs: readonly Run[],
): OwnRun | undefined {
  const own = runs.flatMap((run) => {
    if (run.name !== checkName || !isMadeBy(ourselves, run)) return [];
    const marked = readCheck(ourselves.keys, run.external_id ?? "", place);
    if (marked === undefined) return [];
    const isAnnotated = (run.output?.annotations_count ?? 0) > 0;
    const shows = isAsSigned(marked.shows, run) ? marked.shows : undefined;
    return [{ id: run.id, headSha: place.headSha, shows, isAnnotated }];
  });
  return own.toSorted((a, b) => b.id - a.id)[0];
}

type CheckAuthor = Pick<Ourselves, "keys" | "app" | "host">;

/** Whether our App made it, regardless of name and signature. */
function isMadeBy({ app: ours }: CheckAuthor, { app }: Pick<Run, "app">): boolean {
  if (app == null) return false;
  return "id" in ours ? app.id === ours.id : `${app.slug ?? ""}[bot]` === ours.botLogin;
}

/** With a workflow's token any workflow can change our run, but not its signed content. */
function isAsSigned(shows: string, { conclusion }: Run): boolean {
  const signed = signedConclusion(shows);
  return signed === undefined || signed === conclusion;
}
