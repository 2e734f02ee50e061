/**
 * Puts what `signalbox verify` found on the commit that it tried, in the App's name. A newcomer would show what it is
 * told: the commit must be the one that stands now, and every invariant in force must have been tried on it.
 */
import { z } from "zod";
import type { Parts } from "../dispatcher/parts.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import type { IssueRecord } from "../engine/snapshot.ts";
import { isAdmitted } from "../engine/trust.ts";
import { allInvariants } from "../handover/invariants.ts";

export const invariantReportShape = z.object({
  owner: z.string().min(1).max(100),
  repo: z.string().min(1).max(100),
  number: z.number().int().positive().max(999_999_999),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  results: z
    .array(z.object({ name: z.string().max(100), holds: z.boolean(), found: z.string().max(500) }))
    .min(1)
    .max(50),
});
export type InvariantReport = z.infer<typeof invariantReportShape>;

/** Whether it stands on the commit now, and why not. */
export type Posted = { readonly isPosted: true } | { readonly isPosted: false; readonly why: string };

type Needs = Pick<Parts, "index" | "writer" | "render" | "settingsOf" | "pauses" | "clock">;

/** Never rejects for what GitHub did. */
export async function showInvariants(parts: Needs, report: InvariantReport): Promise<Posted> {
  const { index, writer, render, settingsOf, pauses } = parts;
  const { owner, repo, number, commit, results } = report;
  const id = index.resolve(owner, repo, number)?.id;
  const record = id === undefined ? undefined : index.record(id);
  const repository = record && index.repository(record.seen.repositoryId);
  if (record === undefined || repository === undefined) return not("The server knows no such handover.");
  const wanted = settingsOf(repository.id).invariants.map(({ name }) => name);
  const why = reasonAgainst(record, commit, wanted, results);
  if (why !== undefined) return not(why);
  if (pauses.isPaused(repository.id)) return not("The repository is paused, so nothing is written to it.");
  const broken = results.filter(({ holds }) => !holds).length;
  const title = broken === 0 ? `${results.length} held` : `${broken} of ${results.length} did not hold`;
  const summary = render({ name: "check-invariants", data: { lines: results } });
  const conclusion = broken === 0 ? "success" : "failure";
  try {
    const shown = { headSha: commit, conclusion, title, summary } as const;
    await writer.showInvariants(repository.installationId, repository.id, shown);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    return not(`GitHub did not take it: ${thrown.failure.type}.`);
  }
  await noteAndLook(parts, record, `${commit.slice(0, 7)}: ${title}`);
  return { isPosted: true };
}

const not = (why: string): Posted => ({ isPosted: false, why });

function reasonAgainst(
  record: IssueRecord,
  commit: string,
  wanted: readonly string[],
  results: InvariantReport["results"],
): string | undefined {
  if (record.reading.kind !== "handover" || !isAdmitted(record)) return "It is no handover that counts.";
  if (record.evidence?.pullRequest?.headSha !== commit) return "The pull request has another head by now.";
  const names = new Set(results.map(({ name }) => name));
  const isWhole = names.size === wanted.length && wanted.every((name) => names.has(name));
  return isWhole ? undefined : "The settings name other invariants by now.";
}

async function noteAndLook({ index, clock }: Needs, { seen }: IssueRecord, found: string): Promise<void> {
  const { repositoryId, id } = seen;
  const at = clock.now();
  await index.note([
    {
      ...{
        at,
        repositoryId,
        issueId: id,
        kind: "done",
        rule: "verify",
        because: "Its invariants were tried.",
      },
      ...{ what: `check run ${allInvariants} on ${found}`, delivery: undefined, actor: undefined },
    },
  ]);
  await index.lookAt([{ repositoryId, target: { id }, dueAt: at, because: "its invariants were tried" }]);
}
