/**
 * Posts the results of `signalbox verify` to the commit that it ran on, as the App. Do not trust the report:
 * the commit must be the current head, every effective invariant must have been run on it, and a command must
 * appear in the handover.
 */
import { hash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { Pauses } from "../../dispatcher/schedule/pauses.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { handoverIn, hasForkMoved } from "../../engine/handovers/handovers.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { checkOfClaim, wordsOfClaim } from "../../handover/claim-command.ts";
import { allInvariants } from "../../handover/invariants.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { Text } from "../../protocol/text.ts";

const resultsShape = z
  .array(z.object({ name: z.string().max(100), holds: z.boolean(), found: z.string().max(500) }))
  .max(50);

export const invariantReportShape = z
  .object({
    owner: z.string().min(1).max(100),
    repo: z.string().min(1).max(100),
    number: z.number().int().positive().max(999_999_999),
    commit: z.string().regex(/^[0-9a-f]{40,64}$/),
    results: resultsShape,
    /** Commands from the handover itself: lines of *Verified*. */
    claims: resultsShape.default([]),
  })
  .refine(({ results, claims }) => results.length + claims.length > 0, "nothing was checked");
export type InvariantReport = z.infer<typeof invariantReportShape>;
type Results = InvariantReport["results"];

/** Whether the results are on the commit now, by which hash an account may stand for them, and if not, why. */
export type Posted =
  | { readonly isPosted: true; readonly result: string }
  | { readonly isPosted: false; readonly why: string };

interface Needs {
  readonly index: Pick<Index, "resolve" | "records" | "repository" | "note" | "requestRefreshes">;
  readonly writer: Pick<Writer, "showVerified">;
  readonly render: (text: Text) => string;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly clock: Clock;
}

/** Does not reject because of GitHub's responses. */
export type ShowInvariants = (report: InvariantReport) => Promise<Posted>;

export function createInvariantReports(needs: Needs): ShowInvariants {
  return (report) => showInvariants(needs, report);
}

async function showInvariants(needs: Needs, report: InvariantReport): Promise<Posted> {
  const { index, settingsOf, pauses } = needs;
  const { owner, repo, number, commit, results, claims } = report;
  const id = (await index.resolve(owner, repo, number))?.id;
  const record = id === undefined ? undefined : (await index.records([id])).get(id);
  const repository = record && index.repository(record.seen.repositoryId);
  if (record === undefined || repository === undefined) return not("The server does not know that handover.");
  const wanted = settingsOf(repository.id).invariants.map(({ name }) => name);
  const why = reasonAgainst(record, commit, wanted, report);
  if (why !== undefined) return not(why);
  if (pauses.isPaused(repository.id)) return not("The repository is paused, so nothing is written to it.");
  const result = hashOf(record, report);
  const shown = [
    ...(results.length === 0 ? [] : [shownOf(needs, { name: allInvariants, lines: results, result })]),
    ...claims.map((claim) =>
      shownOf(needs, { name: checkOfClaim(claim.name), lines: [claim], result, handover: `#${number}` }),
    ),
  ];
  try {
    for (const { name, ...check } of shown)
      await needs.writer.showVerified(repository.installationId, repository.id, name, {
        headSha: commit,
        ...check,
      });
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    return not(`GitHub rejected it: ${thrown.failure.type}.`);
  }
  const found = shown.map(({ name, title }) => `check run ${name} on ${commit.slice(0, 7)}: ${title}`);
  await noteAndLook(needs, record, found);
  return { isPosted: true, result };
}

/** Identifies what was found, of which handover, on which commit. */
function hashOf({ seen }: IssueRecord, { commit, results, claims }: InvariantReport): string {
  const parts = [results, claims].map((all) => all.map(({ name, holds, found }) => [name, holds, found]));
  return hash("sha256", JSON.stringify(["signalbox verify:1", seen.repositoryId, seen.id, commit, ...parts]));
}

interface Shown {
  readonly name: string;
  readonly lines: Results;
  readonly result: string;
  readonly handover?: string;
}

function shownOf({ render }: Needs, { name, lines, result, handover }: Shown) {
  const broken = lines.filter(({ holds }) => !holds).length;
  const all = `${lines.length} ${lines.length === 1 ? "invariant" : "invariants"}`;
  const title = broken === 0 ? `Held: ${all}` : `Failed: ${broken} of ${all}`;
  return {
    name,
    holds: broken === 0,
    result,
    title: handover === undefined ? title : shorten(lines[0]?.found ?? "", 70),
    summary: render({ name: "check-invariants", data: { lines, handover, result } }),
  };
}

const not = (why: string): Posted => ({ isPosted: false, why });

function reasonAgainst(
  record: IssueRecord,
  commit: string,
  wanted: readonly string[],
  { results, claims }: Pick<InvariantReport, "results" | "claims">,
): string | undefined {
  const handover = handoverIn(record);
  if (handover === undefined || !isAdmitted(record)) return "It is not an approved handover.";
  if (record.evidence?.pullRequest?.headSha !== commit) return "The pull request has since been updated.";
  if (hasForkMoved(record)) return "The fork has new commits since the handover referenced it.";
  const names = new Set(results.map(({ name }) => name));
  const isWhole = names.size === wanted.length && wanted.every((name) => names.has(name));
  if (!isWhole) return "The invariants in the settings have since changed.";
  const stated = new Set(handover.verified.map(({ name }) => name));
  const areStated = claims.every(({ name }) => stated.has(name) && wordsOfClaim(name) !== undefined);
  return areStated ? undefined : 'The "Verified" section of the handover has since changed.';
}

async function noteAndLook(
  { index, clock }: Needs,
  { seen }: IssueRecord,
  found: readonly string[],
): Promise<void> {
  const { repositoryId, id } = seen;
  const at = clock.now();
  await index.note(
    found.map((what) => ({
      at,
      repositoryId,
      issueId: id,
      kind: "done",
      rule: "verify",
      what,
      because: "It was checked in a clean checkout.",
      delivery: undefined,
      actor: undefined,
    })),
  );
  await index.requestRefreshes([
    { repositoryId, target: { id }, dueAt: at, because: "its invariants were checked" },
  ]);
}
