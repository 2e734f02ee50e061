/**
 * Which pull request a handover reports that names none: the one whose head commit its text names, else the one that
 * closes its task, else the one whose branch is called after its task. Where several fit, none is taken; one that was
 * given up, closed and not merged, counts only where no other fits.
 */
import { z } from "zod";
import type { EvidenceRequest } from "../dispatcher/ports/tracker.ts";
import type { Repository } from "./check-runs.ts";
import type { Client } from "./client.ts";

const listedShape = z.array(
  z.object({
    number: z.number(),
    body: z.string().nullable(),
    state: z.string(),
    merged_at: z.string().nullish(),
    head: z.object({ ref: z.string(), sha: z.string() }),
  }),
);
type Listed = z.infer<typeof listedShape>[number];

/** The pull requests that could be meant, the newest first: exactly one of them is it. Throws `RequestFailed`. */
export async function findPullRequests(
  client: Client,
  { installationId, owner, name: repo }: Repository,
  { task, text }: Pick<EvidenceRequest, "task" | "text">,
): Promise<readonly number[]> {
  const parameters = { owner, repo, state: "all", sort: "updated", direction: "desc", per_page: 100 };
  const answer = await client.get(installationId, "/repos/{owner}/{repo}/pulls", parameters, listedShape);
  const listed = answer.type === "fresh" ? answer.data : [];
  const commits = new Set(text.toLowerCase().match(/\b[0-9a-f]{40}\b/g));
  const closes = new RegExp(
    `\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \\t]{1,5}#${task}(?![0-9])`,
    "i",
  );
  const called = new RegExp(`(?:^|[/_-])(?:issue-?|task-?)?${task}(?:[/_-]|$)`, "i");
  const ways: readonly ((pull: Listed) => boolean)[] = [
    ({ head }) => commits.has(head.sha.toLowerCase()),
    ({ body }) => closes.test((body ?? "").slice(0, 100_000)),
    ({ head }) => called.test(head.ref),
  ];
  const live = listed.filter(({ state, merged_at }) => state === "open" || merged_at != null);
  const found = [live, listed]
    .flatMap((among) => ways.map((fits) => among.filter(fits)))
    .find((some) => some.length > 0);
  return (found ?? []).map(({ number }) => number);
}
