/** Files, directories and commits of the contents API. */
import type { Site } from "../core.ts";
import type { Content, ContentCommit } from "../ops/git/contents.ts";
import type { TreeEntry } from "../state/git/git.ts";
import { getObject } from "../state/git/objects.ts";
import type { Repository } from "../state/repositories.ts";
import type { State } from "../state/state.ts";
import { fullName, repositoryUrl } from "./repository.ts";

export interface ContentView {
  readonly state: State;
  readonly site: Site;
  readonly repository: Repository;
  /** The requested ref, or the default branch. */
  readonly ref: string;
}

type FileContent = Extract<Content, { kind: "file" }>;

export function presentFile(view: ContentView, file: FileContent) {
  return {
    ...describeEntry(view, { path: file.path, sha: file.sha, type: "file", size: file.bytes.length }),
    content: file.bytes.toString("base64").replaceAll(/(.{60})/g, "$1\n"),
    encoding: "base64",
  };
}

export function presentDirectory(view: ContentView, path: string, entries: readonly TreeEntry[]) {
  return entries.map(({ name, mode, sha }) => {
    const isFile = mode !== "40000";
    const size = isFile ? (getObject(view.state, view.repository.id, "blob", sha)?.length ?? 0) : 0;
    return describeEntry(view, {
      path: path === "" ? name : `${path}/${name}`,
      sha,
      type: isFile ? "file" : "dir",
      size,
    });
  });
}

export function presentContentCommit(
  view: ContentView,
  commit: ContentCommit,
  message: string,
  size: number,
) {
  const api = repositoryUrl(view.state, view.site, view.repository);
  const page = `${view.site.web}/${fullName(view.state, view.repository)}`;
  const person = { name: commit.authorName, email: commit.authorEmail, date: commit.at };
  return {
    content:
      commit.blob === undefined
        ? null
        : describeEntry(view, { path: commit.path, sha: commit.blob, type: "file", size }),
    commit: {
      sha: commit.sha,
      node_id: Buffer.from(`06:Commit${commit.sha}`).toString("base64"),
      url: `${api}/git/commits/${commit.sha}`,
      html_url: `${page}/commit/${commit.sha}`,
      author: person,
      committer: person,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      message,
      parents: commit.parents.map((sha) => ({
        sha,
        url: `${api}/git/commits/${sha}`,
        html_url: `${page}/commit/${sha}`,
      })),
      verification: {
        verified: false,
        reason: "unsigned",
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
  };
}

function describeEntry(
  view: ContentView,
  {
    path,
    sha,
    type,
    size,
  }: { readonly path: string; readonly sha: string; readonly type: "file" | "dir"; readonly size: number },
) {
  const { state, site, repository, ref } = view;
  const api = repositoryUrl(state, site, repository);
  const page = `${site.web}/${fullName(state, repository)}`;
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  const url = `${api}/contents/${escaped}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${api}/git/${type === "file" ? "blobs" : "trees"}/${sha}`;
  const htmlUrl = `${page}/${type === "file" ? "blob" : "tree"}/${ref}/${escaped}`;
  return {
    type,
    size,
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha,
    url,
    git_url: gitUrl,
    html_url: htmlUrl,
    download_url: type === "file" ? `${page}/raw/${ref}/${escaped}` : null,
    _links: { self: url, git: gitUrl, html: htmlUrl },
  };
}
