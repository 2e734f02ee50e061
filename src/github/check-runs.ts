/**
 * The check runs of one commit: those of others as evidence, and our own. A newcomer would read commit statuses too;
 * whoever may push can set those, so they show nothing.
 */
import { z } from "zod";
import type { CheckRun, OwnCheck } from "../handover/evidence.ts";
import { type CheckPlace, readCheck } from "./check-marker.ts";
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

/** Those of others, as evidence. */
export function othersIn(runs: readonly Run[]): readonly CheckRun[] {
  return runs
    .filter(({ name }) => name !== checkName)
    .map(({ name, head_sha, conclusion }) => ({
      name,
      headSha: head_sha,
      conclusion: conclusion ?? undefined,
    }));
}

/** Our newest, with its number at GitHub. */
export function ownIn(
  keys: MarkerKeys,
  place: CheckPlace,
  runs: readonly Run[],
): (OwnCheck & { readonly id: number }) | undefined {
  const own = runs.flatMap(({ id, name, external_id }) => {
    const marked = name === checkName ? readCheck(keys, external_id ?? "", place) : undefined;
    return marked === undefined ? [] : [{ id, headSha: place.headSha, shows: marked.shows }];
  });
  return own.toSorted((a, b) => b.id - a.id)[0];
}
