/** A changed file of a pull request, a commit or a comparison. */

import type { HubCore } from "../../core.ts";
import type { ChangedFile } from "../../git/changes.ts";
import { fullName, repositoryUrl, requiredRepository } from "../repository.ts";

export interface FilesView extends Pick<HubCore, "state" | "site"> {
  readonly repositoryId: number;
  /** The commit that links point to. */
  readonly sha: string;
  readonly patches: ReadonlyMap<string, string>;
}

export function presentChangedFile(view: FilesView, file: ChangedFile) {
  const repository = requiredRepository(view, view.repositoryId);
  const api = repositoryUrl(view.state, view.site, repository);
  const page = `${view.site.web}/${fullName(view.state, repository)}`;
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  const patch = view.patches.get(file.path);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${view.sha}/${path}`,
    raw_url: `${page}/raw/${view.sha}/${path}`,
    contents_url: `${api}/contents/${path}?ref=${view.sha}`,
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
    ...(patch === undefined ? {} : { patch }),
  };
}
