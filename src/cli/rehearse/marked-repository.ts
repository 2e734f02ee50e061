/**
 * Where a rehearsal may work: in a repository that has nothing but the file which says so, and the issues of earlier
 * rehearsals. It writes issues, labels and checks, and deletes them again.
 */
import { UserError } from "../../base/errors.ts";
import type { Side } from "./side.ts";

export const markerFile = ".signalbox-rehearsal";
export const markerText =
  "signalbox may rehearse here: it opens and deletes issues, comments, labels and check runs.\n";

/** Writes the file into a repository without a commit. @throws UserError if the repository is used for anything else */
export async function assertMayRehearse(side: Side): Promise<void> {
  const { person, owner, repo } = side.options;
  const name = `${owner}/${repo}`;
  const { body: repository } = await person.rest("GET /repos/{owner}/{repo}", side.place);
  const tree = await person.rest("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
    ...side.place,
    tree_sha: repository.default_branch ?? "main",
    recursive: "1",
  });
  // So GitHub answers where there is no commit yet.
  if (tree.status === 409) return writeMarker(side);
  if (tree.status !== 200)
    throw new UserError(
      `${name} cannot be read (${tree.status}). Create it first: gh repo create ${name} --private`,
    );
  const paths = tree.body.tree.map(({ path }: { readonly path: string }) => path);
  if (paths.length !== 1 || paths[0] !== markerFile)
    throw new UserError(
      `${name} has other files than ${markerFile}, so a rehearsal does not touch it. Create an empty repository for it: gh repo create ${owner}/throwaway --private`,
    );
  const issues = await person.rest("GET /repos/{owner}/{repo}/issues", {
    ...side.place,
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

async function writeMarker(side: Side): Promise<void> {
  const { status } = await side.options.person.rest("PUT /repos/{owner}/{repo}/contents/{path}", {
    ...side.place,
    path: markerFile,
    message: "Let signalbox rehearse here",
    content: Buffer.from(markerText).toString("base64"),
  });
  if (status !== 201) throw new UserError(`${markerFile} could not be written: GitHub answered ${status}.`);
}
