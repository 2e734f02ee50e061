/** GitHub as an account whose token we were given: what operations that write words need of it. */
import type { Octokit } from "@octokit/rest";
import type { CallerWriter } from "../../operations/caller-writer.ts";
import type { LoggedIn } from "../../operations/writes/as-caller.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { ownCommentWithId, ownIssueWithId, type Viewer } from "./own-words.ts";
import { readWork } from "./read-work.ts";

export function loggedIn(octokit: Octokit, viewer: Viewer, writer: CallerWriter): LoggedIn {
  return {
    id: viewer.id,
    name: viewer.login,
    writer,
    opened: (place, id) =>
      explainRefusal(`list the issues of ${place.owner}/${place.repo}`, () =>
        ownIssueWithId(octokit, viewer, place, id),
      ),
    commented: (ref, id) =>
      explainRefusal(`list the comments on ${formatRef(ref)}`, () =>
        ownCommentWithId(octokit, viewer, ref, id),
      ),
    readText: ({ owner, repo, number }) =>
      explainRefusal(`show ${owner}/${repo}#${number}`, async () => {
        const { data } = await octokit.rest.issues.get({ owner, repo, issue_number: number });
        return { title: data.title, body: data.body ?? "" };
      }),
    readWork: (place, sought) => readWork(octokit, viewer, place, sought),
  };
}
