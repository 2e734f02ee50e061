/**
 * Where a rehearsal may work: in a repository that has nothing but the file which says so, and the issues of earlier
 * rehearsals. It writes issues, labels, branches, pull requests and checks, and deletes them again.
 */
import { UserError } from "../../base/errors.ts";
import { formFile } from "./cases/form.ts";
import { branchPrefix } from "./proposals.ts";
import type { RepositoryName, Side } from "./side.ts";

export const markerFile = ".signalbox-rehearsal";
export const markerText =
  "signalbox may rehearse here: it opens and deletes issues, comments, labels, branches, pull requests and check runs.\n";

/**
 * Writes the file into a repository without a commit.
 * @param place the one to rehearse in, unless another one is named
 * @throws UserError if the repository is used for anything else
 */
export async function assertMayRehearse(side: Side, place: RepositoryName = side.place): Promise<void> {
  const { person } = side.options;
  const name = `${place.owner}/${place.repo}`;
  const { body: repository } = await person.rest("GET /repos/{owner}/{repo}", { ...place });
  const branch = repository.default_branch ?? "main";
  const tree = await person.rest("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
    ...place,
    tree_sha: branch,
    recursive: "1",
  });
  // So GitHub answers where there is no commit yet.
  if (tree.status === 409) return writeMarker(side, place);
  if (tree.status !== 200)
    throw new UserError(
      `${name} cannot be read (${tree.status}). Create it first: gh repo create ${name} --private`,
    );
  const paths = tree.body.tree.filter(isFile).map(({ path }: { readonly path: string }) => path);
  if (!paths.includes(markerFile) || !paths.every((path: string) => ownFiles.has(path)))
    throw new UserError(
      `${name} has other files than ${markerFile}, so a rehearsal does not touch it. Create an empty repository for it: gh repo create ${place.owner}/throwaway --private`,
    );
  await assertNothingElse(side, place, branch);
}

/** What a rehearsal that was killed may have left. */
const ownFiles: ReadonlySet<string> = new Set([markerFile, formFile]);

function isFile({ type }: { readonly type: string }): boolean {
  return type !== "tree";
}

async function assertNothingElse(side: Side, place: RepositoryName, branch: string): Promise<void> {
  const { person } = side.options;
  const name = `${place.owner}/${place.repo}`;
  const branches = await person.rest("GET /repos/{owner}/{repo}/branches", { ...place, per_page: 100 });
  const other = branches.body.find(
    (each: { readonly name: string }) => each.name !== branch && !each.name.startsWith(branchPrefix),
  );
  if (other !== undefined)
    throw new UserError(
      `${name} has a branch that no rehearsal made: ${other.name}. Use an empty repository.`,
    );
  const issues = await person.rest("GET /repos/{owner}/{repo}/issues", {
    ...place,
    state: "all",
    per_page: 100,
  });
  if (issues.status !== 200)
    throw new UserError(
      `The issues of ${name} cannot be read (${issues.status}). Are issues switched on there?`,
    );
  const foreign = issues.body.find(
    ({ title }: { readonly title: string }) => !title.startsWith("Rehearsal: "),
  );
  if (foreign !== undefined)
    throw new UserError(
      `${name} has an issue that no rehearsal opened: #${foreign.number}. Use an empty repository.`,
    );
}

async function writeMarker(side: Side, place: RepositoryName): Promise<void> {
  const { status } = await side.options.person.rest("PUT /repos/{owner}/{repo}/contents/{path}", {
    ...place,
    path: markerFile,
    message: "Let signalbox rehearse here",
    content: Buffer.from(markerText).toString("base64"),
  });
  if (status !== 201) throw new UserError(`${markerFile} could not be written: GitHub answered ${status}.`);
}
