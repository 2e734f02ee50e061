/**
 * A pull request as GraphQL shows it, with its files, so that both are of one commit. GraphQL does not tell the
 * previous name of a renamed file, so the files of a pull request that renames any are read over REST.
 */
import { z } from "zod";
import type { ChangedFile } from "../../../handover/evidence.ts";
import { restLogin } from "../rest-login.ts";
import type { Pull } from "./pull-request.ts";

export const pullFields = `number state title body isDraft mergeable mergeStateStatus changedFiles
  author { __typename login } headRefOid headRefName baseRefName
  headRepository { id nameWithOwner owner { id login } }
  baseRepository { id defaultBranchRef { name } }
  files(first: 100) { nodes { path additions deletions changeType } }`;

const shape = z.object({
  number: z.number(),
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  title: z.string(),
  body: z.string(),
  isDraft: z.boolean(),
  mergeable: z.enum(["MERGEABLE", "CONFLICTING", "UNKNOWN"]),
  mergeStateStatus: z.string(),
  changedFiles: z.number(),
  author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
  headRefOid: z.string(),
  headRefName: z.string(),
  baseRefName: z.string(),
  headRepository: z
    .object({
      id: z.string(),
      nameWithOwner: z.string(),
      owner: z.object({ id: z.string(), login: z.string() }),
    })
    .nullable(),
  baseRepository: z.object({ id: z.string(), defaultBranchRef: z.object({ name: z.string() }).nullable() }),
});
type Shown = z.infer<typeof shape>;

const filesShape = z.object({
  files: z.object({
    nodes: z.array(
      z.object({
        path: z.string(),
        additions: z.number(),
        deletions: z.number(),
        changeType: z.enum(["ADDED", "CHANGED", "DELETED", "MODIFIED"]),
      }),
    ),
  }),
});

export interface PullShown {
  readonly pull: Pull;
  /** Undefined unless these are all of them. */
  readonly files: readonly ChangedFile[] | undefined;
}

/** Undefined if GitHub did not show all of it. */
export function pullShown(answer: unknown): PullShown | undefined {
  const result = shape.safeParse(answer);
  if (!result.success) return undefined;
  return { pull: toPull(result.data), files: filesIn(answer, result.data.changedFiles) };
}

function toPull(shown: Shown): Pull {
  const { number, state, title, body, headRepository: head, baseRepository: base } = shown;
  const branch = base.defaultBranchRef?.name;
  return {
    number,
    title,
    body,
    user: writer(shown),
    draft: shown.isDraft,
    merged: state === "MERGED",
    state: state === "OPEN" ? "open" : "closed",
    mergeable: shown.mergeable === "UNKNOWN" ? null : shown.mergeable === "MERGEABLE",
    mergeable_state: shown.mergeStateStatus.toLowerCase(),
    changed_files: shown.changedFiles,
    head: {
      sha: shown.headRefOid,
      ref: shown.headRefName,
      repo: head && {
        node_id: head.id,
        full_name: head.nameWithOwner,
        owner: { node_id: head.owner.id, login: head.owner.login },
      },
    },
    base: {
      ref: shown.baseRefName,
      repo: { node_id: base.id, ...(branch === undefined ? {} : { default_branch: branch }) },
    },
  };
}

function writer({ author }: Shown): { readonly login: string } | null {
  return author && { login: restLogin(author) };
}

function filesIn(answer: unknown, count: number): readonly ChangedFile[] | undefined {
  const result = filesShape.safeParse(answer);
  if (!result.success || result.data.files.nodes.length !== count) return undefined;
  return result.data.files.nodes.map(({ path, additions, deletions, changeType }) => ({
    path,
    isRemoved: changeType === "DELETED",
    lines: additions + deletions,
  }));
}
