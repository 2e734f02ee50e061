/** The translator against GitHub's own description of its webhooks: whatever that allows is read. */
import { describe, expect, test } from "vitest";
import { translate } from "../../../src/github/webhooks/translate.ts";
import { describedDeliveries, smallestPayload } from "../../support/described-webhooks.ts";
import { appId, installationId } from "../world.ts";
import { ours } from "./our-app.ts";

/** What is told to every App, or of no interest: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
const notOurs =
  /^(?:check_suite|github_app_authorization|member|milestone|ping|pull_request_review_comment|status)\b/;
const repository = {
  node_id: "R_demo",
  name: "demo",
  owner: { login: "acme" },
  private: false,
  archived: false,
};
const sender = { node_id: "U_alice", login: "alice", type: "User" };

/** Fields that the description does not require, but that each delivery to an App has. */
function delivered(delivery: string): Readonly<Record<string, unknown>> {
  const payload = smallestPayload(delivery);
  const isOfApp = delivery.startsWith("installation");
  const installation = isOfApp ? { id: installationId, app_id: appId } : { id: installationId };
  if (isOfApp) return { ...payload, installation };
  // Described as possibly null in a push alone, which then would belong to nobody.
  const described = { ...repository, ...Object(payload.repository), owner: repository.owner };
  return { sender, ...payload, repository: described, installation };
}

function translated(delivery: string, change: object = {}) {
  const [event = ""] = delivery.split(".");
  return translate(event, { ...delivered(delivery), ...change }, ours);
}

describe("a payload", () => {
  test.each(describedDeliveries.filter((delivery) => !notOurs.test(delivery)))(
    "%s is read with no more than GitHub's description requires",
    (delivery) => {
      expect(translated(delivery)).toMatchObject({ dropped: undefined });
    },
  );

  // Sent since 2025: https://github.com/orgs/community/discussions/206021, and by the event's own page `pinned`.
  test.each([
    ["label.edited", "archived", { labelsDeleted: true }],
    ["label.edited", "unarchived", { labelsDeleted: true }],
    ["issue_comment.created", "pinned", { refreshes: [expect.anything()], comments: [] }],
    ["issue_comment.created", "unpinned", { refreshes: [expect.anything()], comments: [] }],
    ["issue_dependencies.blocked_by_added", "blocked_by_changed", { cut: [] }],
    ["sub_issues.sub_issue_added", "sub_issue_reprioritized", {}],
    ["installation_repositories.added", "renamed", { installationChanged: true }],
  ])("%s with the action %s is a reason to look like every other", (delivery, action, expected) => {
    expect(translated(delivery, { action })).toMatchObject({ dropped: undefined, ...expected });
  });

  const blocked = { node_id: "I_12", number: 12 };
  test.each([
    ["issue_dependencies.blocked_by_added", { blocked_issue: blocked, blocking_issue: undefined }],
    ["issue_dependencies.blocked_by_removed", { blocked_issue: blocked, blocking_issue: null }],
    ["issue_dependencies.blocking_added", { blocked_issue: undefined, blocking_issue: blocked }],
    ["sub_issues.sub_issue_added", { sub_issue: blocked, parent_issue: undefined }],
    ["sub_issues.parent_issue_removed", { sub_issue: undefined, parent_issue: blocked }],
  ])("%s without one of its issues refreshes the one that is there", (delivery, ends) => {
    const places = {
      blocked_issue_repo: undefined,
      blocking_issue_repo: undefined,
      sub_issue_repo: undefined,
      parent_issue_repo: undefined,
    };
    const { refreshes, cut, dropped } = translated(delivery, { ...places, ...ends, repository });
    expect({ refreshes, cut, dropped }).toEqual({
      refreshes: [{ target: { id: "I_12" }, because: delivery }],
      cut: [],
      dropped: undefined,
    });
  });

  test.each([
    ["sub_issues.sub_issue_added", "sub_issue_repo", "I_12"],
    ["sub_issues.sub_issue_removed", "sub_issue_repo", "I_12"],
    ["sub_issues.parent_issue_added", "parent_issue_repo", "I_40"],
    ["sub_issues.parent_issue_removed", "parent_issue_repo", "I_40"],
  ])("%s without a repository is about the issue whose repository it has", (delivery, place, id) => {
    const ends = { sub_issue: blocked, parent_issue: { node_id: "I_40", number: 40 } };
    const read = translated(delivery, {
      sub_issue_repo: undefined,
      parent_issue_repo: undefined,
      ...ends,
      [place]: repository,
      repository: undefined,
    });
    expect(read).toMatchObject({
      dropped: undefined,
      repository: { id: "R_demo" },
      refreshes: [{ target: { id }, because: delivery }],
    });
    expect(read.refreshes).toHaveLength(1);
  });

  test("a delivery about sub-issues without any repository is dropped with the reason", () => {
    const none = { repository: undefined, sub_issue_repo: undefined, parent_issue_repo: null };
    expect(translated("sub_issues.sub_issue_added", none).dropped).toContain("repository");
  });

  test("a delivery about two issues without either is dropped", () => {
    const none = { blocked_issue: undefined, blocking_issue: null };
    expect(translated("issue_dependencies.blocked_by_added", none).dropped).toContain("neither");
  });

  test("a comment by an account of a type that we do not know is read, and is nobody's who may decide", () => {
    const user = { ...sender, node_id: "U_agent", type: "Agent" };
    const comment = { node_id: "IC_1", body: "/answer yes", created_at: "2026-11-21T04:00:00Z", user };
    const { comments, dropped } = translated("issue_comment.created", {
      action: "created",
      repository,
      issue: { node_id: "I_12", number: 12 },
      comment,
      sender: user,
    });
    expect(dropped).toBeUndefined();
    expect(comments).toMatchObject([{ comment: { author: { type: "Mannequin" } } }]);
  });
});
