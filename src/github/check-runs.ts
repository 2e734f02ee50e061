/**
 * The check runs of one commit: those of others as evidence, and our own. A newcomer would read commit statuses too;
 * whoever may push can set those, so they show nothing.
 */
import { z } from "zod";
import type { CheckRun, OwnCheck } from "../handover/evidence.ts";
import { allInvariants } from "../handover/invariants.ts";
import { type CheckPlace, ofInvariants, readCheck } from "./check-marker.ts";
import type { Client } from "./client.ts";
import type { MarkerKeys } from "./marker.ts";

/** What our check is called, as a ruleset asks for it. */
export const checkName = "signalbox/handover";

const pageSize = 100;
/** A commit with more runs has a matrix that nobody claims by name. */
const maxPages = 5;

const runShape = z.object({
  id: z.number(),
  name: z.string(),
  head_sha: z.string(),
  external_id: z.string().nullish(),
  conclusion: z.string().nullable(),
  completed_at: z.iso.datetime({ offset: true }).nullish().catch(undefined),
  app: z.object({ id: z.number() }).nullish(),
  output: z.object({ annotations_count: z.number().nullish() }).nullish().catch(undefined),
});
const pageShape = z.object({ check_runs: z.array(runShape) });
type Run = z.infer<typeof runShape>;

export interface Repository {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly installationId: number;
}

/** The newest run of each check of each App on a commit. Throws `RequestFailed`. */
export async function runsOn(
  client: Client,
  repository: Repository,
  sha: string,
  name?: string,
): Promise<readonly Run[]> {
  const { installationId, owner, name: repo } = repository;
  const runs: Run[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const parameters = {
      owner,
      repo,
      sha,
      page,
      per_page: pageSize,
      ...(name === undefined ? {} : { check_name: name }),
    };
    const answer = await client.get(
      installationId,
      "/repos/{owner}/{repo}/commits/{sha}/check-runs",
      parameters,
      pageShape,
    );
    const found = answer.type === "fresh" ? answer.data.check_runs : [];
    runs.push(...found);
    if (found.length < pageSize) break;
  }
  return runs;
}

/** All but our gate, as evidence. */
export function evidenceIn(
  keys: MarkerKeys,
  repositoryId: string,
  runs: readonly Run[],
): readonly CheckRun[] {
  return runs
    .filter(({ name }) => name !== checkName)
    .map((run) => {
      const app = isOfInvariants(keys, repositoryId, run) ? "signalbox" : run.app?.id;
      const { name, head_sha, conclusion, completed_at } = run;
      return {
        ...{ name, headSha: head_sha, conclusion: conclusion ?? undefined },
        ...(completed_at == null ? {} : { completedAt: Date.parse(completed_at) }),
        ...(app === undefined ? {} : { app }),
      };
    });
}

/** Ours says in its signed part how it ended: copied to another run, that says nothing else. */
function isOfInvariants(keys: MarkerKeys, repositoryId: string, run: Run): boolean {
  const { name, external_id, head_sha: headSha, conclusion } = run;
  if (name !== allInvariants) return false;
  const marked = readCheck(keys, external_id ?? "", { repositoryId, headSha });
  return marked?.issueId === ofInvariants && marked.shows === conclusion;
}

export interface OwnRun extends OwnCheck {
  /** GitHub's number for it. */
  readonly id: number;
  readonly isAnnotated: boolean;
}

/** Our newest. */
export function ownIn(keys: MarkerKeys, place: CheckPlace, runs: readonly Run[]): OwnRun | undefined {
  const own = runs.flatMap(({ id, name, external_id, output }) => {
    const marked = name === checkName ? readCheck(keys, external_id ?? "", place) : undefined;
    const isAnnotated = (output?.annotations_count ?? 0) > 0;
    return marked === undefined ? [] : [{ id, headSha: place.headSha, shows: marked.shows, isAnnotated }];
  });
  return own.toSorted((a, b) => b.id - a.id)[0];
}
