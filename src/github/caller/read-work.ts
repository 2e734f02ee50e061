/** Reads the work that a caller is about to hand over: a pull request, its files, and the checks of its head. */
import type { Octokit } from "@octokit/rest";
import { z } from "zod";
import type { WorkSeen } from "../../handover/compare-work.ts";
import { type ChangedFile, type CheckRun, type Evidence, noEvidence } from "../../handover/evidence.ts";
import type { WorkSought } from "../../operations/writes/as-caller.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { defaultSettings, settingsPath } from "../../protocol/settings/config.ts";
import type { HandoverPolicy } from "../../protocol/settings/handover-policy.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { notEvidence } from "../read/evidence/check-runs.ts";
import { unlessMissing } from "./explain-refusal.ts";
import type { Viewer } from "./own-words.ts";

/** It is compared at once and not kept, so that its age does not matter. */
const unaged = 0;
const maxPages = 30;
const pageSize = 100;

const pullShape = z.object({
  number: z.number(),
  state: z.enum(["open", "closed"]),
  merged: z.boolean(),
  draft: z.boolean().default(false),
  mergeable: z.boolean().nullish(),
  changed_files: z.number(),
  head: z.object({ sha: z.string(), ref: z.string(), repo: z.object({ node_id: z.string() }).nullable() }),
  base: z.object({
    ref: z.string(),
    repo: z.object({ node_id: z.string(), default_branch: z.string().optional() }),
  }),
});
type Pull = z.output<typeof pullShape>;
const listedShape = z.array(
  z.object({ number: z.number(), user: z.object({ node_id: z.string() }).nullable() }),
);
const filesShape = z.array(
  z.object({
    filename: z.string(),
    previous_filename: z.string().optional(),
    status: z.string(),
    changes: z.number(),
  }),
);
const runsShape = z.object({
  check_runs: z.array(
    z.object({
      name: z.string(),
      head_sha: z.string(),
      conclusion: z.string().nullish(),
      app: z.object({ id: z.number() }).nullish(),
    }),
  ),
});

/**
 * Without a number, that is the open pull request of the branch; if there are several, only their numbers.
 * @throws UserError with GitHub's reason
 */
export async function readWork(
  octokit: Octokit,
  viewer: Viewer,
  place: RepositoryName,
  sought: WorkSought,
): Promise<WorkSeen> {
  const { owner, repo } = place;
  const numbers = "number" in sought ? [sought.number] : await openPulls(octokit, viewer, place, sought);
  const [number] = numbers;
  const nothing = { ...noEvidence(unaged), candidates: numbers };
  const pull =
    number === undefined || numbers.length > 1
      ? undefined
      : await unlessMissing(`show the pull request ${owner}/${repo}#${number}`, async () =>
          pullShape.parse((await octokit.rest.pulls.get({ owner, repo, pull_number: number })).data),
        );
  const evidence = pull === undefined ? nothing : await evidenceFor(octokit, place, pull);
  return { evidence, policy: await readPolicy(octokit, place) };
}

/** A checkout may be of a stranger's fork, whose pull request is not the caller's work: from a fork only the caller's own counts. */
async function openPulls(
  octokit: Octokit,
  viewer: Viewer,
  { owner, repo }: RepositoryName,
  { headOwner, branch }: Extract<WorkSought, { readonly branch: string }>,
): Promise<readonly number[]> {
  const found = await unlessMissing(`list the pull requests of ${owner}/${repo}`, async () => {
    const head = `${headOwner}:${branch}`;
    const { data } = await octokit.rest.pulls.list({ owner, repo, state: "open", head, per_page: 10 });
    return listedShape.parse(data);
  });
  const isFork = headOwner.toLowerCase() !== owner.toLowerCase();
  const own = found?.filter(({ user }) => !isFork || isSameAccount(user?.node_id, viewer.id));
  return own?.map(({ number }) => number) ?? [];
}

async function evidenceFor(octokit: Octokit, place: RepositoryName, pull: Pull): Promise<Evidence> {
  const { number, head, base, merged, state, draft } = pull;
  const files = await filesIn(octokit, place, number);
  return {
    ...noEvidence(unaged),
    checkRuns: await runsOn(octokit, place, head.sha),
    pullRequest: {
      number,
      headSha: head.sha,
      headRef: head.ref,
      baseRef: base.ref,
      ...(base.repo.default_branch === undefined ? {} : { defaultBranch: base.repo.default_branch }),
      state: merged ? "merged" : state,
      isDraft: draft,
      isFork: head.repo?.node_id !== base.repo.node_id,
      // While GitHub works that out, there is nothing to say about it.
      hasConflicts: pull.mergeable === false,
      mergeState: "unknown",
      files,
      hasAllFiles: files.length === pull.changed_files,
      unresolvedThreads: undefined,
    },
  };
}

async function filesIn(
  octokit: Octokit,
  { owner, repo }: RepositoryName,
  number: number,
): Promise<readonly ChangedFile[]> {
  const files: ChangedFile[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const found = await unlessMissing(`list the files of ${owner}/${repo}#${number}`, async () => {
      const asked = { owner, repo, pull_number: number, per_page: pageSize, page };
      return filesShape.parse((await octokit.rest.pulls.listFiles(asked)).data);
    });
    for (const { filename, previous_filename: previousPath, status, changes } of found ?? [])
      files.push({
        path: filename,
        isRemoved: status === "removed",
        lines: changes,
        ...(previousPath === undefined ? {} : { previousPath }),
      });
    if ((found ?? []).length < pageSize) break;
  }
  return files;
}

/** Empty where the token may not read them, as a fine-grained one may not. */
async function runsOn(
  octokit: Octokit,
  { owner, repo }: RepositoryName,
  sha: string,
): Promise<readonly CheckRun[]> {
  try {
    const { data } = await octokit.rest.checks.listForRef({ owner, repo, ref: sha, per_page: pageSize });
    return runsShape
      .parse(data)
      .check_runs.filter(({ name }) => !notEvidence.has(name))
      .map(({ name, head_sha: headSha, conclusion, app }) => ({
        name,
        headSha,
        conclusion: conclusion ?? undefined,
        ...(app == null ? {} : { app: app.id }),
      }));
  } catch (thrown) {
    if (thrown instanceof z.ZodError) throw thrown;
    return [];
  }
}

/** The defaults where there is no file, or one that cannot be used. */
async function readPolicy(octokit: Octokit, { owner, repo }: RepositoryName): Promise<HandoverPolicy> {
  const text = await unlessMissing(`read the settings of ${owner}/${repo}`, async () => {
    const { data } = await octokit.rest.repos.getContent({
      owner,
      repo,
      path: settingsPath,
      mediaType: { format: "raw" },
    });
    return z.string().parse(data);
  });
  const reading = readSettings(text ?? "");
  return reading.ok ? reading.settings.handovers : defaultSettings.handovers;
}
