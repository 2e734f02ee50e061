/**
 * A user who acts on GitHub through Octokit, with a token of their own. Every method is named after what a
 * person does.
 */
import { Octokit } from "@octokit/rest";

/** An issue as any user of the repository sees it. */
export interface Sight {
  readonly state: string;
  readonly reason: string | null | undefined;
  readonly labels: readonly string[];
  readonly title: string;
}

/** A comment as GitHub stores it. */
export interface Remark {
  readonly id: number;
  readonly nodeId: string;
  readonly author: string;
  readonly body: string;
}

export interface Actor {
  readonly login: string;
  readonly octokit: Octokit;
  readonly repository: { readonly owner: string; readonly repo: string };
  /**
   * Resolves to the new issue's number. A task is assigned to its author, unless `assignees` says otherwise.
   */
  readonly open: (
    title: string,
    body: string,
    labels?: readonly string[],
    assignees?: readonly string[],
  ) => Promise<number>;
  readonly edit: (issue: number, changes: { title?: string; body?: string }) => Promise<void>;
  /** Resolves to the new comment's id. */
  readonly comment: (issue: number, body: string) => Promise<number>;
  readonly close: (issue: number, reason?: "completed" | "not_planned") => Promise<void>;
  /** Closes `issue` as a duplicate of `original`. */
  readonly closeAsDuplicate: (issue: number, original: number) => Promise<void>;
  readonly reopen: (issue: number) => Promise<void>;
  readonly assign: (issue: number, logins: readonly string[]) => Promise<void>;
  readonly label: (issue: number, label: string) => Promise<void>;
  readonly unlabel: (issue: number, label: string) => Promise<void>;
  /** Adds the native edge "`issue` is blocked by `blocker`". */
  readonly block: (issue: number, blocker: number) => Promise<void>;
  readonly unblock: (issue: number, blocker: number) => Promise<void>;
  readonly see: (issue: number) => Promise<Sight>;
  /** All comments, oldest first. */
  readonly comments: (issue: number) => Promise<readonly Remark[]>;
  /** Numbers of the issues that `issue` is natively blocked by. */
  readonly blockers: (issue: number) => Promise<readonly number[]>;
}

/** @param repository `owner/name` */
export function actorOf(hubUrl: string, token: string, login: string, repository: string): Actor {
  const octokit = new Octokit({ baseUrl: `${hubUrl}/api/v3`, auth: token });
  const [owner = "", repo = ""] = repository.split("/");
  const at = (issue: number) => ({ owner, repo, issue_number: issue });
  const { issues } = octokit.rest;
  const idOf = async (issue: number): Promise<number> => (await issues.get(at(issue))).data.id;
  return {
    login,
    octokit,
    repository: { owner, repo },
    open: async (title, body, labels = [], assignees = labels.includes("kind:task") ? [login] : []) => {
      const lists = { labels: [...labels], assignees: [...assignees] };
      return (await issues.create({ owner, repo, title, body, ...lists })).data.number;
    },
    edit: async (issue, changes) => void (await issues.update({ ...at(issue), ...changes })),
    comment: async (issue, body) => (await issues.createComment({ ...at(issue), body })).data.id,
    close: async (issue, reason = "completed") =>
      void (await issues.update({ ...at(issue), state: "closed", state_reason: reason })),
    closeAsDuplicate: async (issue, original) => {
      const named = { state_reason: "duplicate", duplicate_issue_id: await idOf(original) } as const;
      await issues.update({ ...at(issue), state: "closed", ...named });
    },
    reopen: async (issue) => void (await issues.update({ ...at(issue), state: "open" })),
    assign: async (issue, logins) => void (await issues.update({ ...at(issue), assignees: [...logins] })),
    label: async (issue, label) => void (await issues.addLabels({ ...at(issue), labels: [label] })),
    unlabel: async (issue, label) => void (await issues.removeLabel({ ...at(issue), name: label })),
    block: async (issue, blocker) =>
      void (await issues.addBlockedByDependency({ ...at(issue), issue_id: await idOf(blocker) })),
    unblock: async (issue, blocker) =>
      void (await issues.removeDependencyBlockedBy({ ...at(issue), issue_id: await idOf(blocker) })),
    see: async (issue) => {
      const { data } = await issues.get(at(issue));
      const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
      return { state: data.state, reason: data.state_reason, labels: labels.toSorted(), title: data.title };
    },
    comments: async (issue) => {
      const found = await octokit.paginate(issues.listComments, { ...at(issue), per_page: 100 });
      return found.map(({ id, node_id, user, body }) => ({
        id,
        nodeId: node_id,
        author: user?.login ?? "ghost",
        body: body ?? "",
      }));
    },
    blockers: async (issue) =>
      (await octokit.paginate(issues.listDependenciesBlockedBy, at(issue))).map(({ number }) => number),
  };
}
