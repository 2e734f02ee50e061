/** The repository that a delivery is queued for, found in its bytes. */
import { expect, test } from "vitest";
import { hintsOf } from "../../../src/server/ingress/payload-hints.ts";

const installation = { id: 7, node_id: "MDIz" };
const here = { id: 1, node_id: "R_here", name: "demo" };
const elsewhere = { id: 2, node_id: "R_elsewhere", name: "other" };

test.each([
  ["with its repository", { sub_issue_repo: elsewhere, repository: here }, "R_here"],
  ["without its repository, by that of its sub-issue", { sub_issue_repo: elsewhere }, "R_elsewhere"],
  ["without its repository, by that of its parent", { parent_issue_repo: elsewhere }, "R_elsewhere"],
  ["without any repository", {}, undefined],
])("a delivery about sub-issues %s is queued for it", (_, places, repositoryId) => {
  const issue = { id: 12, node_id: "I_12", repository_url: "https://api.github.com/repos/acme/demo" };
  const payload = { action: "sub_issue_added", sub_issue: issue, ...places, installation };
  expect(hintsOf(Buffer.from(JSON.stringify(payload)))).toEqual({
    action: "sub_issue_added",
    repositoryId,
    installationId: 7,
  });
});
