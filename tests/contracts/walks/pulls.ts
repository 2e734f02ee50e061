/** The walk through pull requests, their reviews, git objects, rules and forks. */
import type { Walk } from "./walk.ts";

const demo = "/repos/acme/demo";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A branch with one changed file. @returns its head */
export async function makeBranch(walk: Walk, name: string): Promise<string> {
  const main = (await walk("alice", `GET ${demo}/git/ref/heads/main`, 200)).object.sha;
  await walk("alice", `POST ${demo}/git/refs`, 201, { ref: `refs/heads/${name}`, sha: main });
  const content = { message: `Write ${name}`, content: base64(`${name}\n`), branch: name };
  const made = await walk("alice", `PUT ${demo}/contents/${name}.txt`, 201, content);
  return made.commit.sha;
}

async function openPull(walk: Walk, head: string, body = ""): Promise<string> {
  const made = await walk("alice", `POST ${demo}/pulls`, 201, { title: head, head, base: "main", body });
  return `${demo}/pulls/${made.number}`;
}

export async function walkPulls(walk: Walk): Promise<void> {
  const issue = await walk("alice", `POST ${demo}/issues`, 201, { title: "To be closed" });
  await makeBranch(walk, "walk-one");
  const pull = await openPull(walk, "walk-one", `Closes #${issue.number}`);
  const asIssue = pull.replace("/pulls/", "/issues/");
  await walk("alice", `POST ${demo}/pulls`, 422, { title: "Again", head: "walk-one", base: "main" });
  await walk("mallory", `POST ${demo}/pulls`, 422, { title: "Not mine", head: "walk-one", base: "main" });
  await walk("alice", `GET ${demo}/pulls?state=all&head=acme:walk-one`, 200);
  await walk("alice", `GET ${demo}/pulls/9999`, 404);
  await walk("alice", `GET ${pull}`, 200);
  await walk("alice", `GET ${asIssue}`, 200);
  await walk("alice", `GET ${demo}/issues?state=all`, 200);
  await walk("alice", `POST ${asIssue}/labels`, 200, { labels: ["bug"] });
  await walk("alice", `PUT ${asIssue}/labels`, 200, { labels: [] });
  await walk("alice", `POST ${asIssue}/assignees`, 201, { assignees: ["alice"] });
  await walk("alice", `DELETE ${asIssue}/assignees`, 200, { assignees: ["alice"] });
  await walk("alice", `POST ${asIssue}/comments`, 201, { body: "Please look" });
  await walk("alice", `PATCH ${pull}`, 200, { title: "Walk one", body: `Fixes #${issue.number}` });
  await walk("mallory", `PATCH ${pull}`, 403, { title: "Mine" });
  await walk("alice", `PATCH ${pull}`, 200, { state: "closed" });
  await walk("alice", `PATCH ${pull}`, 200, { state: "open" });
  await walk("alice", `GET ${pull}/commits`, 200);
  await walk("alice", `GET ${pull}/files`, 200);
  await walk("alice", `GET ${pull}/merge`, 404);
  await walk("mallory", `PUT ${pull}/merge`, 403);
  await walk("alice", `PUT ${pull}/merge`, 409, { sha: "0".repeat(40) });
  await walk("alice", `PUT ${pull}/update-branch`, 422);
  await walk("alice", `PUT ${pull}/merge`, 200, { merge_method: "merge" });
  await walk("alice", `PUT ${pull}/merge`, 405);
  await walk("alice", `GET ${pull}/merge`, 204);
  await walk("alice", `GET ${asIssue}/timeline`, 200);
  await walk("alice", `GET ${demo}/issues/${issue.number}`, 200);
}

export async function walkReviews(walk: Walk): Promise<void> {
  const head = await makeBranch(walk, "walk-two");
  const pull = await openPull(walk, "walk-two");
  await walk("alice", `POST ${pull}/reviews`, 422, { event: "APPROVE" });
  const comments = [{ path: "walk-two.txt", line: 1, body: "Why?" }];
  const review = await walk("bob", `POST ${pull}/reviews`, 200, {
    event: "REQUEST_CHANGES",
    body: "Not yet",
    comments,
  });
  await walk("alice", `GET ${pull}/reviews`, 200);
  await walk("alice", `GET ${pull}/reviews/${review.id}`, 200);
  const [first] = await walk("alice", `GET ${pull}/comments`, 200);
  await walk("alice", `GET ${demo}/pulls/comments/${first.id}`, 200);
  await walk("alice", `POST ${pull}/comments/${first.id}/replies`, 201, { body: "Because" });
  await walk("bob", `POST ${pull}/comments`, 201, {
    path: "walk-two.txt",
    line: 1,
    body: "And here?",
    commit_id: head,
  });
  await walk("bob", `POST ${pull}/reviews`, 200, { event: "APPROVE" });
  await makeBranch(walk, "walk-three");
  const other = await openPull(walk, "walk-three");
  await walk("alice", `PUT ${other}/merge`, 200, { merge_method: "squash" });
  await walk("alice", `PUT ${pull}/update-branch`, 202);
  await walk("alice", `GET ${pull}`, 200);
  await walk("alice", `PUT ${pull}/merge`, 200, { merge_method: "rebase" });
}

export async function walkGit(walk: Walk): Promise<void> {
  const git = `${demo}/git`;
  const main = (await walk("alice", `GET ${git}/ref/heads/main`, 200)).object.sha;
  const blob = await walk("alice", `POST ${git}/blobs`, 201, { content: "x\n" });
  await walk("alice", `GET ${git}/blobs/${blob.sha}`, 200);
  await walk("alice", `GET ${git}/blobs/${main}`, 404);
  const entry = { path: "deep/er/x.txt", mode: "100644", type: "blob" };
  const entries = [{ ...entry, sha: blob.sha }];
  const tree = await walk("alice", `POST ${git}/trees`, 201, { base_tree: main, tree: entries });
  await walk("alice", `POST ${git}/trees`, 422, { tree: [{ ...entry, sha: "0".repeat(40) }] });
  await walk("alice", `GET ${git}/trees/${tree.sha}?recursive=1`, 200);
  const commit = { message: "Deep", tree: tree.sha, parents: [main] };
  const made = await walk("alice", `POST ${git}/commits`, 201, commit);
  await walk("mallory", `POST ${git}/commits`, 403, commit);
  await walk("alice", `GET ${git}/commits/${made.sha}`, 200);
  await walk("alice", `POST ${git}/refs`, 201, { ref: "refs/heads/walk/deep", sha: made.sha });
  await walk("alice", `GET ${git}/matching-refs/heads/walk`, 200);
  await walk("alice", `GET ${demo}/branches`, 200);
  await walk("alice", `GET ${demo}/branches/walk/deep`, 200);
  await walk("alice", `GET ${demo}/commits?sha=walk/deep`, 200);
  await walk("alice", `GET ${demo}/commits/walk/deep`, 200);
  await walk("alice", `GET ${demo}/commits/${made.sha}/pulls`, 200);
  await walk("alice", `GET ${demo}/compare/main...walk/deep`, 200);
  await walk("alice", `GET ${demo}/compare/main...nothing`, 404);
  await walk("alice", `DELETE ${git}/refs/heads/walk/deep`, 204);
}

export async function walkForks(walk: Walk): Promise<void> {
  await walk("mallory", `POST ${demo}/forks`, 202);
  await walk("alice", `GET ${demo}/forks`, 200);
  const change = { message: "From outside", content: base64("outside\n") };
  await walk("mallory", "PUT /repos/mallory/demo/contents/outside.txt", 201, change);
  const offer = { title: "From a fork", head: "mallory:main", base: "main", draft: true };
  const { number } = await walk("mallory", `POST ${demo}/pulls`, 201, offer);
  await walk("mallory", `PUT /repos/mallory/demo/contents/more.txt`, 201, change);
  await walk("alice", `GET ${demo}/pulls/${number}/files`, 200);
  await walk("alice", `PUT ${demo}/pulls/${number}/merge`, 405);
}

export async function walkRulesets(walk: Walk): Promise<void> {
  const rules = [
    { type: "pull_request", parameters: { required_approving_review_count: 1 } },
    { type: "deletion" },
    {
      type: "required_status_checks",
      parameters: {
        required_status_checks: [{ context: "build" }],
        strict_required_status_checks_policy: false,
      },
    },
  ];
  const conditions = { ref_name: { include: ["refs/heads/guarded"], exclude: [] } };
  const ruleset = { name: "Guard", target: "branch", enforcement: "active", conditions, rules };
  await walk("alice", `POST ${demo}/rulesets`, 403, ruleset);
  await walk("maria", `POST ${demo}/rulesets`, 422, { ...ruleset, rules: [{ type: "required_signatures" }] });
  const made = await walk("maria", `POST ${demo}/rulesets`, 201, ruleset);
  await walk("alice", `GET ${demo}/rulesets`, 200);
  await walk("alice", `GET ${demo}/rulesets/${made.id}`, 200);
  await walk("alice", `GET ${demo}/rulesets/1`, 404);
  await walk("alice", `GET ${demo}/rules/branches/guarded`, 200);
  await walk("maria", `PUT ${demo}/rulesets/${made.id}`, 200, { enforcement: "disabled" });
  await walk("maria", `DELETE ${demo}/rulesets/${made.id}`, 204);
}
