/**
 * The tracker and the writer against the hub over HTTP, as the product uses them; people act with their own
 * tokens.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import type { ReadRequest } from "../../src/dispatcher/ports/tracker.ts";
import type { Effect } from "../../src/engine/model/effect.ts";
import type { IssueSeen, RepositorySeen } from "../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";
import { createGitHub, type GitHub } from "../../src/github/github.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { defaultLabels } from "../../src/protocol/label.ts";
import { startCheckedHub } from "../support/checked-hub.ts";
import { queued } from "./effects.ts";

/** The demonstration's repository, and one that the App may not see. */
const withVault: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/vault", private: true, roles: { maria: "admin" } },
  ],
  app: { ...demoSeed.app, repositories: ["acme/demo"] },
};

const delivered: { event: string; payload: unknown }[] = [];
let hub: Hub;
let github: GitHub;
let repository: RepositorySeen;

beforeAll(async () => {
  hub = await startCheckedHub({ home: ":memory:", port: 0, seed: withVault });
  hub.setWebhookUrl(`${hub.url}/nobody-listens`);
  hub.observe((observation) => {
    if (observation.kind === "delivery") delivered.push(observation);
  });
  const { id: appId, privateKey } = hub.app;
  const baseUrl = `${hub.url}/api/v3`;
  const random = (): number => 0;
  github = await createGitHub({
    appId,
    privateKey,
    baseUrl,
    pacing: "off",
    clock: systemClock,
    random,
    log: silentLogger,
  });
  const [first] = (await github.tracker.repositories()).repositories;
  if (first === undefined) throw new Error("The hub has no repository.");
  repository = first;
});
afterAll(() => hub.close());

/** A user's own request, as their `gh` would send it. */
async function as(
  login: string,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${hub.url}${path}`, {
    method,
    headers: { authorization: `token ${hub.tokenOf(login)}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? {} : Object(await response.json());
}

async function opened(title: string, body = "", login = "alice"): Promise<{ id: string; number: number }> {
  const issue = await as(login, "POST", "/repos/acme/demo/issues", { title, body });
  return { id: String(issue.node_id), number: Number(issue.number) };
}

const comment = (login: string, number: number, body: string) =>
  as(login, "POST", `/repos/acme/demo/issues/${number}/comments`, { body });

const request = (id: string, more: Partial<ReadRequest> = {}): ReadRequest => ({
  target: { id },
  commentsSince: undefined,
  ownComments: [],
  ...more,
});

async function read(id: string, more: Partial<ReadRequest> = {}): Promise<IssueSeen> {
  const [fact] = await github.tracker.readIssues(repository.installationId, [request(id, more)]);
  if (fact?.type !== "IssueSeen") throw new Error(`${id} was not seen.`);
  return fact.issue;
}

let effects = 0;
const planned = (issueId: string, effect: Effect): QueuedEffect => ({
  ...queued(++effects, effect, issueId),
  repositoryId: repository.id,
});
const write = (...wanted: readonly QueuedEffect[]) => github.writer.write(repository.installationId, wanted);

describe("against the hub", () => {
  test("the App knows itself and its repositories", () => {
    expect(github.self).toMatchObject({
      appId: hub.app.id,
      slug: "signalbox",
      bot: { login: "signalbox[bot]" },
    });
    expect(repository).toMatchObject({ owner: "acme", name: "demo", isPrivate: false, isArchived: false });
  });

  test("missing labels are created once, and a recoloured one is left alone", async () => {
    await as("maria", "POST", "/repos/acme/demo/labels", { name: "answered", color: "123456" });
    const first = await github.writer.ensureLabels(repository, {});
    expect(first.made).toBe(defaultLabels.length - 1);
    expect(await github.writer.ensureLabels(repository, first.labels)).toEqual({ ...first, made: 0 });
    expect(await as("maria", "GET", "/repos/acme/demo/labels/answered")).toMatchObject({ color: "123456" });
  });

  test("roles are read by their real name, and a user without access has none", async () => {
    const idOf = async (login: string) => String((await as("maria", "GET", `/users/${login}`)).node_id);
    const roleOf = async (login: string, id: string) =>
      github.tracker.roleOf(repository, { id, login }, false);
    const known = ["maria", "alice", "mallory"].map(async (login) => roleOf(login, await idOf(login)));
    const [maria, alice, mallory] = await Promise.all(known);
    const nobody = await roleOf("nobody-at-all", "U_nobody");
    expect([maria, alice, nobody]).toEqual(["admin", "write", "none"]);
    expect(["none", "read"]).toContain(mallory);
  });

  test("an issue is read completely, by id and by number", async () => {
    const { id, number } = await opened("A task", "### Goal\n\nShip it");
    await as("alice", "POST", `/repos/acme/demo/issues/${number}/labels`, { labels: ["kind:task"] });
    const issue = await read(id);
    expect(issue).toMatchObject({
      id,
      number,
      title: "A task",
      body: "### Goal\n\nShip it",
      labels: ["kind:task"],
      issueState: { state: "open", reopened: false },
      author: { login: "alice", type: "User" },
      editor: undefined,
      blockedBy: { complete: true, unreadable: 0, issues: [] },
    });
    const target = { repositoryId: repository.id, owner: "acme", name: "demo", number };
    expect(await read(id, { target })).toEqual(issue);
  });

  test("an issue shows who closed it and when it was reopened", async () => {
    const { id, number } = await opened("To close");
    await as("bob", "PATCH", `/repos/acme/demo/issues/${number}`, {
      state: "closed",
      state_reason: "not_planned",
    });
    expect(await read(id)).toMatchObject({
      issueState: { state: "closed", reason: "not_planned" },
      closedBy: { login: "bob" },
    });
    await as("bob", "PATCH", `/repos/acme/demo/issues/${number}`, { state: "open" });
    const again = await read(id);
    expect(again).toMatchObject({ issueState: { state: "open", reopened: true }, closedBy: undefined });
    expect(again.reopenedAt).toEqual(expect.any(Number));
  });

  test("a deleted issue is distinguished from an existing one", async () => {
    const { id } = await opened("Stays");
    const facts = await github.tracker.readIssues(repository.installationId, [
      request("I_kwDOnothing"),
      request(id),
    ]);
    expect(facts).toMatchObject([
      { type: "IssueGone", id: "I_kwDOnothing" },
      { type: "IssueSeen", issue: { id } },
    ]);
  });

  test("every kind of effect is written in one batch, which returns the issue's new state", async () => {
    const task = await opened("Blocked task");
    const blocker = await opened("Blocker");
    const results = await write(
      planned(task.id, {
        type: "SetLabels",
        add: ["status:blocked", "track:new one"],
        remove: ["status:ready"],
      }),
      planned(task.id, { type: "AddBlockedBy", blockedId: task.id, blockerId: blocker.id }),
      planned(task.id, {
        type: "ShowStatus",
        commentId: undefined,
        text: "Waiting.",
        persisted: { ...emptyPersistedState, ran: ["x"] },
      }),
      planned(blocker.id, { type: "CloseIssue", reason: "completed" }),
    );
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }, { ok: true }]);
    const [labels, , status, closed] = results.map((result) => (result.ok ? result.receipt : undefined));
    expect(labels?.labels?.toSorted()).toEqual(["status:blocked", "track:new one"]);
    expect(closed?.issueState).toEqual({ state: "closed", reason: "completed" });
    const seen = await read(task.id);
    expect(seen.blockedBy.issues).toMatchObject([
      { id: blocker.id, owner: "acme", repo: "demo", issueState: { state: "closed", reason: "completed" } },
    ]);
    expect(seen.own).toMatchObject([
      { id: status?.commentId, key: "status", text: "Waiting.", persisted: { ran: ["x"] } },
    ]);
    expect((await read(blocker.id)).blocking.issues).toMatchObject([{ id: task.id }]);
  });

  test("an effect that is applied already counts as done, and one on a deleted target is reported as gone", async () => {
    const task = await opened("Task");
    const blocker = await opened("Blocker");
    const edge = { blockedId: task.id, blockerId: blocker.id };
    await write(planned(task.id, { type: "AddBlockedBy", ...edge }));
    expect(await write(planned(task.id, { type: "AddBlockedBy", ...edge }))).toMatchObject([{ ok: true }]);
    expect(await write(planned(task.id, { type: "RemoveBlockedBy", ...edge }))).toMatchObject([{ ok: true }]);
    expect(await write(planned(task.id, { type: "RemoveBlockedBy", ...edge }))).toMatchObject([{ ok: true }]);
    const close = { type: "CloseIssue", reason: "completed" } as const;
    expect(await write(planned(task.id, close), planned(task.id, close))).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect(await write(planned("I_kwDOnothing", close))).toMatchObject([
      { ok: false, failure: { type: "gone" } },
    ]);
  });

  test("the App edits its status comment, reacts and minimises", async () => {
    const { id, number } = await opened("Task");
    const theirs = await comment("alice", number, "/help");
    const [made] = await write(
      planned(id, { type: "ShowStatus", commentId: undefined, text: "One.", persisted: emptyPersistedState }),
    );
    const commentId = made?.ok === true ? made.receipt.commentId : undefined;
    const results = await write(
      planned(id, { type: "ShowStatus", commentId, text: "Two.", persisted: emptyPersistedState }),
      planned(id, { type: "AddReaction", commentId: String(theirs.node_id), content: "CONFUSED" }),
      planned(id, { type: "MinimizeComment", commentId: commentId ?? "" }),
    );
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect((await read(id)).own).toMatchObject([{ id: commentId, text: "Two.", isMinimized: true }]);
  });

  test("D13 a label that a user deleted is recreated when it is needed", async () => {
    const { id } = await opened("Task");
    const ready = planned(id, { type: "SetLabels", add: ["status:ready"], remove: [] });
    expect(await write(ready)).toMatchObject([{ ok: true }]);
    await as("maria", "DELETE", "/repos/acme/demo/labels/status:ready");
    expect(await write(ready)).toMatchObject([{ ok: false, failure: { type: "wait", scope: "request" } }]);
    expect(await write(ready)).toMatchObject([{ ok: true, receipt: { labels: ["status:ready"] } }]);
  });

  test("B10 a comment whose receipt was lost is found again by its key, and only by its key", async () => {
    const { id } = await opened("Task");
    const [made] = await write(planned(id, { type: "AddComment", marker: "wake:3", text: "Free." }));
    const commentId = made?.ok === true ? made.receipt.commentId : undefined;
    expect(await github.writer.findOwnComment(repository.installationId, id, "wake:3")).toBe(commentId);
    expect(await github.writer.findOwnComment(repository.installationId, id, "wake:4")).toBeUndefined();
  });

  test("commands of comments are kept as created, without edited ones and plain conversation", async () => {
    const { id, number } = await opened("Task");
    const command = await comment("bob", number, "Look:\n  /answer yes");
    await comment("bob", number, "no command, and/or");
    const edited = await comment("bob", number, "/help");
    await as("bob", "PATCH", `/repos/acme/demo/issues/comments/${edited.id}`, { body: "/answer no" });
    const { comments } = await read(id);
    expect(comments).toMatchObject([
      { id: command.node_id, author: { login: "bob" }, text: "Look:\n  /answer yes" },
    ]);
  });

  test("a reply by mail is known as one, by its page and by its delivery", async () => {
    const { id, number } = await opened("Questions by mail");
    await comment("alice", number, "/answer On the page");
    const body = "/answer By mail";
    await as("alice", "POST", `/_hub/repos/acme/demo/issues/${number}/mail`, { body });
    const { comments, shown } = await read(id);
    expect(comments.map((each) => [each.text, each.byMail])).toEqual([
      ["/answer On the page", undefined],
      [body, true],
    ]);
    expect(shown?.byMail).toEqual(new Set([comments[1]?.id]));
  });

  test("G11 a marker copied by another user, into a comment or a body, is forged", async () => {
    const { id } = await opened("Task");
    await write(
      planned(id, {
        type: "ShowStatus",
        commentId: undefined,
        text: "Mine.",
        persisted: emptyPersistedState,
      }),
    );
    const [made] = (await read(id)).own;
    const raw = await as(
      "bob",
      "GET",
      "/repos/acme/demo/issues/comments?per_page=100&sort=created&direction=desc",
    );
    const ours = Object.values(raw)
      .map(Object)
      .find((each) => each.node_id === made?.id);
    const victim = await opened("Victim", String(ours.body), "mallory");
    const copied = await comment("mallory", victim.number, String(ours.body));
    expect(await read(victim.id)).toMatchObject({ own: [], forged: [victim.id, copied.node_id] });
  });

  test("D03 our status comment edited by another user is spoiled, with its marker or without", async () => {
    for (const edit of [(body: string) => body.replace("Mine", "Theirs"), () => "Theirs alone"]) {
      const { id, number } = await opened("Task");
      await write(
        planned(id, {
          type: "ShowStatus",
          commentId: undefined,
          text: "Mine.",
          persisted: emptyPersistedState,
        }),
      );
      const raw = await as("maria", "GET", `/repos/acme/demo/issues/${number}/comments`);
      const [ours] = Object.values(raw).map(Object);
      await as("maria", "PATCH", `/repos/acme/demo/issues/comments/${ours.id}`, {
        body: edit(String(ours.body)),
      });
      expect(await read(id)).toMatchObject({ own: [], spoiled: [ours.node_id], forged: [] });
    }
  });

  test("E06 all of more than a hundred blockers are read", async () => {
    const task = await opened("Many blockers");
    const blockers: string[] = [];
    for (let i = 0; i < 104; i++) blockers.push((await opened(`Blocker ${i}`)).id);
    await write(
      ...blockers.map((blockerId) =>
        planned(task.id, { type: "AddBlockedBy", blockedId: task.id, blockerId }),
      ),
    );
    const { blockedBy } = await read(task.id);
    expect(blockedBy).toMatchObject({ complete: true, unreadable: 0 });
    expect(blockedBy.issues.map(({ id }) => id).toSorted()).toEqual(blockers.toSorted());
  });

  test("comments older than a page are read, but not those that were read before", async () => {
    const { id, number } = await opened("Talk");
    for (let i = 0; i < 103; i++) await comment("alice", number, `/help ${i}`);
    expect((await read(id)).comments).toHaveLength(103);
    expect((await read(id, { commentsSince: Date.now() + 60_000 })).comments.length).toBeLessThan(103);
  });

  test("G19 the reads of an issue cost the same however much a stranger wrote on it in the last hour", async () => {
    const { id, number } = await opened("Flooded");
    const kept = await comment("alice", number, "/help kept");
    const deleted = await comment("alice", number, "/help deleted");
    for (let i = 0; i < 203; i++) await comment("mallory", number, `Noise ${i}`);
    await as("alice", "DELETE", `/repos/acme/demo/issues/comments/${deleted.id}`);
    const { until = 0 } = (await read(id)).shown ?? {};
    await comment("bob", number, "/help new");
    const at = Date.parse(String(kept.created_at));
    const recentComments = [kept, deleted].map(({ node_id }) => ({ id: String(node_id), createdAt: at }));
    let requests = 0;
    hub.observe((each) => {
      if (each.kind === "response" && each.template === "/graphql") requests += 1;
    });
    // As a minute later: with the whole hour, the read would go back three pages.
    const { comments, shown } = await read(id, { commentsSince: until + 1, recentComments });
    expect(requests).toBe(2);
    expect(comments.map(({ text }) => text)).toEqual(["/help kept", "/help new"]);
    expect(shown?.ids.has(String(kept.node_id))).toBe(true);
    expect([...(shown?.gone ?? [])]).toEqual([deleted.node_id]);
    expect(shown?.since).toBeGreaterThan(-Infinity);
  });

  test("a survey shows what single reads show, and leaves out what the App may not see", async () => {
    const { id, installationId, owner, name, isPrivate, isArchived } = repository;
    const found = await github.tracker.survey(installationId, [id, "R_nowhere"]);
    expect([...found.keys()]).toEqual([id]);
    const changed = await github.tracker.changedSince(repository, undefined);
    const head = await github.tracker.headSince(repository, undefined);
    const { labels } = await github.writer.ensureLabels(repository, {});
    const surveyed = (await github.tracker.survey(installationId, [id])).get(id);
    expect(surveyed).toMatchObject({
      repository: { owner, name, isPrivate, isArchived },
      head: { branch: head?.branch, commit: head?.commit },
      labels: expect.arrayContaining(Object.values(labels)),
    });
    expect(surveyed?.changedAt).toBe(changed.at(-1)?.updatedAt);
  });

  test("what changed since an instant is listed over several pages, oldest first", async () => {
    const changed = await github.tracker.changedSince(repository, undefined);
    expect(changed.length).toBeGreaterThan(100);
    const instants = changed.map(({ updatedAt }) => updatedAt);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    const later = await github.tracker.changedSince(repository, instants.at(-1));
    expect(later.map(({ id }) => id)).toContain(changed.at(-1)?.id);
    expect(await github.tracker.changedSince(repository, instants.at(-1))).toEqual(later);
  });

  test("E08 a blocker in a repository that we cannot read counts as unreadable, whatever its state", async () => {
    const { id, number } = await opened("Needs the vault");
    const hidden = await as("maria", "POST", "/repos/acme/vault/issues", { title: "Secret" });
    const edges = `/repos/acme/demo/issues/${number}/dependencies/blocked_by`;
    await as("maria", "POST", edges, { issue_id: hidden.id });
    await as("maria", "PATCH", `/repos/acme/vault/issues/${hidden.number}`, { state: "closed" });
    expect(await read(id)).toMatchObject({ blockedBy: { complete: true, unreadable: 1, issues: [] } });
    const facts = await github.tracker.readIssues(repository.installationId, [
      request(String(hidden.node_id)),
    ]);
    expect(facts).toEqual([
      { type: "IssueGone", id: hidden.node_id, why: "unreadable", readAt: expect.any(Number) },
    ]);
  });

  test("H01 every delivery of this story, including our own, is understood and requests a refresh", async () => {
    await hub.idle();
    const byEvent = Map.groupBy(delivered, ({ event }) => event);
    expect([...byEvent.keys()].toSorted()).toEqual([
      "issue_comment",
      "issue_dependencies",
      "issues",
      "label",
    ]);
    // No payload says what the App may write.
    const { lacksContents: _, lacksWorkflows: _also, ...shown } = repository;
    for (const { event, payload } of delivered) {
      const translation = github.translate(event, payload);
      expect(translation.dropped).toBeUndefined();
      expect(translation.repository).toEqual(shown);
      if (event !== "label")
        expect(translation.refreshes.length + translation.gone.length).toBeGreaterThan(0);
      for (const { comment: seen } of translation.comments)
        expect(seen.author.id).not.toBe(github.self.bot.id);
    }
  });

  test("A16 a payload that is not JSON or names another installation is dropped", () => {
    const [{ event, payload } = { event: "", payload: {} }] = delivered;
    const strange = { ...Object(payload), installation: { id: 424242 } };
    const dropped = (given: unknown) => github.translate(event, given).dropped;
    expect(dropped(payload)).toBeUndefined();
    expect(dropped(strange)).toContain("424242");
    expect(dropped(undefined)).toEqual(expect.any(String));
  });
});
