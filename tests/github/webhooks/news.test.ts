/** What payloads report of an issue, to be compared with the index; everything else is read. */
import { describe, expect, test } from "vitest";
import { renamedTranslation } from "../../../src/github/identity/renamed.ts";
import { translate } from "../../../src/github/webhooks/translate.ts";
import { botId, installationId } from "../world.ts";
import { ours } from "./our-app.ts";

const account = (node_id: string, type = "User") => ({ node_id, login: node_id.toLowerCase(), type });
const us = account(botId, "Bot");
const repository = {
  node_id: "R_demo",
  name: "demo",
  owner: { login: "acme" },
  private: false,
  archived: false,
};
const base = { repository, installation: { id: installationId }, sender: account("U_alice") };
const updated_at = "2026-11-21T04:00:00Z";
const updatedAt = Date.parse(updated_at);
const issue = {
  node_id: "I_12",
  number: 12,
  updated_at,
  title: "Sign in",
  body: "As #3 says, not acme/api#4 or #12.",
};

const reported = (action: string, more: object = {}) =>
  translate("issues", { ...base, action, issue, ...more }, ours).refreshes[0]?.news;

describe("a delivery about an issue", () => {
  test.each([
    ["opened", {}, { type: "text", title: "Sign in", body: issue.body }],
    ["edited", {}, { type: "text", title: "Sign in", body: issue.body }],
    ["opened", { issue: { ...issue, body: null } }, { type: "text", title: "Sign in", body: "" }],
    ["labeled", { label: { name: "bug" } }, { type: "label", name: "bug", isThere: true }],
    ["unlabeled", { label: { name: "bug" } }, { type: "label", name: "bug", isThere: false }],
    ["assigned", { assignee: account("U_bob") }, { type: "assignee", id: "U_bob", isThere: true }],
    ["unassigned", { assignee: account("U_bob") }, { type: "assignee", id: "U_bob", isThere: false }],
    [
      "closed",
      { sender: us, issue: { ...issue, state_reason: "not_planned" } },
      { type: "closed by us", reason: "not_planned" },
    ],
    [
      "closed",
      { sender: us, issue: { ...issue, state_reason: null } },
      { type: "closed by us", reason: "completed" },
    ],
  ])("%s reports its change and the issue's version", (action, more, news) => {
    expect(reported(action, more)).toEqual({ ...news, updatedAt });
  });

  test.each([
    ["reopened", {}],
    ["closed", {}],
    ["closed", { sender: us, issue: { ...issue, state_reason: "a new one" } }],
    ["typed", {}],
    ["locked", {}],
    ["labeled", {}],
    ["assigned", { assignee: null }],
    ["labeled", { label: { name: "bug" }, issue: { node_id: "I_12", number: 12 } }],
    ["opened", { issue: { node_id: "I_12", number: 12, updated_at } }],
    ["labeled", { label: { name: "bug" }, issue: { ...issue, updated_at: "soon" } }],
  ])("%s %j reports nothing to compare, so the issue is read", (action, more) => {
    expect(translate("issues", { ...base, action, issue, ...more }, ours).refreshes).toHaveLength(1);
    expect(reported(action, more)).toBeUndefined();
  });

  test("a new text is passed on as it is", () => {
    const textIn = (action: string, body: string | null = issue.body) =>
      translate("issues", { ...base, action, issue: { ...issue, body } }, ours).refreshes[0]?.text;
    expect(textIn("opened")).toEqual({ number: 12, body: issue.body });
    expect(textIn("edited", null)).toEqual({ number: 12, body: "" });
    expect(textIn("labeled")).toBeUndefined();
  });

  test("a renamed label is reported by our name", () => {
    const translation = translate(
      "issues",
      { ...base, action: "labeled", issue, label: { name: "Frei" } },
      ours,
    );
    const renamed = renamedTranslation(translation, () => ({ "status:ready": "frei" }));
    expect(renamed.refreshes[0]?.news).toMatchObject({ name: "status:ready" });
    expect(renamedTranslation(translation, () => ({}))).toEqual(translation);
  });
});

describe("a delivery about a comment", () => {
  const comment = { node_id: "IC_1", body: "Ready.", created_at: updated_at, user: us };
  const about = (more: object) =>
    translate("issue_comment", { ...base, action: "created", issue, comment, sender: us, ...more }, ours)
      .refreshes[0]?.news;

  test("our own, written or edited by us, reports its text", () => {
    expect(about({})).toEqual({ type: "our comment", id: "IC_1", body: "Ready.", updatedAt });
    expect(about({ action: "edited" })).toEqual({
      type: "our comment",
      id: "IC_1",
      body: "Ready.",
      updatedAt,
    });
  });

  test.each([
    ["a deleted comment of ours", { action: "deleted" }],
    ["our comment as another user edited it", { action: "edited", sender: account("U_maria") }],
    [
      "another user's comment",
      { comment: { ...comment, user: account("U_maria") }, sender: account("U_maria") },
    ],
  ])("%s reports nothing to compare", (_, more) => {
    expect(about(more)).toBeUndefined();
  });
});
