/**
 * Reads a repository's files and labels through the API and changes them by a pull request. Never write to
 * the default branch: people review the pull request first, and a second run continues with the open one.
 */
import type { Octokit } from "@octokit/rest";
import { UserError } from "../../base/errors.ts";
import { explainRefusal, statusOf, unlessMissing } from "../../github/caller/explain-refusal.ts";
import { type LabelDefinition, labelsToMake } from "../../protocol/label.ts";
import type { RenamedLabels } from "../../protocol/label-name.ts";
import type { Change } from "./change.ts";
import { maxFileBytes } from "./checkout.ts";

export interface InitPlace {
  readonly owner: string;
  readonly repo: string;
}

/** The branch that files are read from, and the one that changes go to. */
export interface Branches extends InitPlace {
  readonly base: string;
  readonly branch: string;
  /** URL of the open pull request for `branch`. */
  readonly pullRequest: string | undefined;
}

const maxBranches = 20;

/** Chooses the branch to work on: the open pull request's, otherwise the first unused name. */
export async function branchesOf(
  octokit: Octokit,
  place: InitPlace,
  branchName = "signalbox/init",
): Promise<Branches> {
  const name = `${place.owner}/${place.repo}`;
  const { data } = await explainRefusal(`show ${name}`, () => octokit.rest.repos.get({ ...place }));
  const base = data.default_branch;
  for (let n = 1; n <= maxBranches; n++) {
    const branch = n === 1 ? branchName : `${branchName}-${n}`;
    if (!(await exists(octokit, place, branch))) return { ...place, base, branch, pullRequest: undefined };
    const pullRequest = await openPullRequest(octokit, place, branch);
    if (pullRequest !== undefined) return { ...place, base, branch, pullRequest };
  }
  throw new UserError(
    `${name} has ${maxBranches} branches called ${branchName}…. Delete those that are merged.`,
  );
}

async function exists(octokit: Octokit, place: InitPlace, branch: string): Promise<boolean> {
  const ref = `heads/${branch}`;
  const found = await unlessMissing(`look for the branch ${branch}`, () =>
    octokit.rest.git.getRef({ ...place, ref }),
  );
  return found !== undefined;
}

async function openPullRequest(
  octokit: Octokit,
  place: InitPlace,
  branch: string,
): Promise<string | undefined> {
  const head = `${place.owner}:${branch}`;
  const { data } = await explainRefusal("list pull requests", () =>
    octokit.rest.pulls.list({ ...place, head, state: "open", per_page: 1 }),
  );
  return data[0]?.html_url;
}

interface File {
  readonly text: string;
  readonly sha: string;
}

/** @throws UserError for a link, a folder, or an unreasonably large file */
export async function readAt(
  octokit: Octokit,
  place: InitPlace,
  path: string,
  ref: string,
): Promise<File | undefined> {
  const found = await unlessMissing(`read ${path}`, () =>
    octokit.rest.repos.getContent({ ...place, path, ref }),
  );
  if (found === undefined) return undefined;
  const { data } = found;
  const isFile = !Array.isArray(data) && data.type === "file" && "content" in data;
  if (!isFile || data.size > maxFileBytes)
    throw new UserError(
      `${path} is not a regular file there, or exceeds 1 MiB. Move it elsewhere and run this again.`,
    );
  return { text: Buffer.from(data.content, "base64").toString(), sha: data.sha };
}

/** @returns the URL of the pull request */
export async function proposeChanges(
  octokit: Octokit,
  branches: Branches,
  changes: readonly Change[],
  { title, body }: { readonly title: string; readonly body: string },
): Promise<string> {
  const { owner, repo, base, branch, pullRequest } = branches;
  const place = { owner, repo };
  if (pullRequest === undefined) await makeBranch(octokit, place, base, branch);
  for (const { path, after, action } of changes) {
    const before = await readAt(octokit, place, path, branch);
    if (after === undefined) await removeFile(octokit, { ...place, path, branch }, before?.sha);
    else
      await explainRefusal(`write ${path}`, () =>
        octokit.rest.repos.createOrUpdateFileContents({
          ...place,
          path,
          branch,
          message: `${action === "create" ? "Add" : "Update"} ${path}`,
          content: Buffer.from(after).toString("base64"),
          ...(before === undefined ? {} : { sha: before.sha }),
        }),
      );
  }
  if (pullRequest !== undefined) return pullRequest;
  const { data } = await explainRefusal("open the pull request", () =>
    octokit.rest.pulls.create({ ...place, title, head: branch, base, body }),
  );
  return data.html_url;
}

/** @param sha of the file; undefined if it is gone already */
async function removeFile(
  octokit: Octokit,
  file: InitPlace & { readonly path: string; readonly branch: string },
  sha: string | undefined,
): Promise<void> {
  if (sha === undefined) return;
  const message = `Remove ${file.path}`;
  await explainRefusal(`remove ${file.path}`, () => octokit.rest.repos.deleteFile({ ...file, message, sha }));
}

async function makeBranch(octokit: Octokit, place: InitPlace, base: string, branch: string): Promise<void> {
  const head = await unlessMissing(`read ${base}`, () =>
    octokit.rest.git.getRef({ ...place, ref: `heads/${base}` }),
  );
  if (head === undefined)
    throw new UserError(
      `${place.owner}/${place.repo} has no commit yet. Push one first, or use a checkout (--dir).`,
    );
  await explainRefusal(`create the branch ${branch}`, () =>
    octokit.rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha: head.data.object.sha }),
  );
}

/** The App's labels that do not exist yet, under the repository's own names. */
export async function missingLabels(
  octokit: Octokit,
  place: InitPlace,
  renamed: RenamedLabels,
): Promise<readonly LabelDefinition[]> {
  const found = await explainRefusal("list labels", () =>
    octokit.paginate(octokit.rest.issues.listLabelsForRepo, { ...place, per_page: 100 }),
  );
  const names = new Set(found.map(({ name }) => name.toLowerCase()));
  return labelsToMake(renamed).filter(({ name }) => !names.has(name.toLowerCase()));
}

export async function makeLabels(
  octokit: Octokit,
  place: InitPlace,
  labels: readonly LabelDefinition[],
): Promise<void> {
  for (const label of labels)
    await explainRefusal(`create the label ${label.name}`, async () => {
      try {
        await octokit.rest.issues.createLabel({ ...place, ...label });
      } catch (thrown) {
        // It was created in the meantime.
        if (statusOf(thrown) !== 422) throw thrown;
      }
    });
}
