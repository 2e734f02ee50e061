/**
 * Exact requests of the writer, and how it classifies each failure: nothing that may have happened is sent
 * again.
 */
import { describe, expect, test } from "vitest";
import type { QueuedEffect } from "../../../src/dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../../src/dispatcher/ports/writer.ts";
import { createOwnRuns } from "../../../src/github/read/evidence/own-runs.ts";
import type { PaceMode } from "../../../src/github/transport/budget.ts";
import { createWriter } from "../../../src/github/write/issue-writer.ts";
import { createLabels } from "../../../src/github/write/labels.ts";
import { defaultLabels } from "../../../src/protocol/label.ts";
import { close, newStatus, queued, setLabels, wake } from "../effects.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { graphql, installationId, origin, ourselves, tokens, world } from "../world.ts";

interceptRequests();

function writing(pacing: PaceMode = "off") {
  const { client, clock, budget } = world(pacing);
  const labels = createLabels(client, budget);
  const ownRuns = createOwnRuns(clock);
  const writer = createWriter({ client, budget, labels, ourselves, ownRuns, clock, random: () => 0.5 });
  tokens();
  const repository = {
    id: "R_demo",
    owner: "acme",
    name: "demo",
    installationId,
    isPrivate: false,
    isArchived: false,
  };
  const ensure = () => writer.ensureLabels(repository, {});
  return {
    ensure,
    write: (effects: readonly QueuedEffect[]) => writer.write(installationId, effects),
    clock,
    ownRuns,
  };
}

const issue = {
  updatedAt: "2026-11-21T04:00:00Z",
  state: "OPEN",
  stateReason: null,
  labels: { nodes: [{ name: "status:ready" }] },
};
const done = (alias: string, more: object = { issue }) => ({ [alias]: more });
/** Answers every alias of a document as done. */
const allDone = (query: string) => ({
  data: Object.fromEntries([...query.matchAll(/^ {2}(e\d+_\d+):/gm)].map(([, alias]) => [alias, { issue }])),
});
const sha = "a".repeat(40);
const check: QueuedEffect["effect"] = {
  type: "ShowCheck",
  headSha: sha,
  conclusion: "success",
  title: "Accepted",
  summary: "It is.",
  annotations: [],
  offersAccept: false,
  shows: "new",
};
const addAssignees = { type: "AddAssignees", assignees: ["U_maria"] } as const;
const aliases = (query: string) => [...query.matchAll(/^ {2}e\d+_\d+: (\w+)/gm)].map(([, field]) => field);
const closes = (count: number) => Array.from({ length: count }, (_, i) => queued(i, close, `I_${i}`));
const outcomes = (results: readonly WriteResult[]) =>
  Object.fromEntries(results.map((result) => [result.id, result.ok ? "done" : result.failure.type]));

function labelsFound(names: Readonly<Record<string, string>>): void {
  graphql(({ variables }) => ({
    data: {
      repository: {
        name: "demo",
        owner: { login: "acme" },
        ...Object.fromEntries(
          Object.entries(variables).flatMap(([key, name]) =>
            key.startsWith("name")
              ? [[`l${key.slice(4)}`, names[String(name)] ? { id: names[String(name)] } : null]]
              : [],
          ),
        ),
      },
    },
  }));
}

describe("the writer", () => {
  test("labels are sent by id, and the receipt has the issue's new state", async () => {
    const { write } = writing();
    labelsFound({ "status:ready": "LA_ready" });
    labelsFound({ "status:blocked": "LA_blocked" });
    graphql(({ variables }) => {
      expect(variables).toEqual({
        e0_0: { labelableId: "I_12", labelIds: ["LA_ready"] },
        e0_1: { labelableId: "I_12", labelIds: ["LA_blocked"] },
      });
      return { data: { e0_0: { issue: { ...issue, labels: { nodes: [] } } }, e0_1: { issue } } };
    });
    expect(await write([queued(1, setLabels)])).toEqual([
      {
        id: 1,
        ok: true,
        receipt: {
          updatedAt: Date.parse("2026-11-21T04:00:00Z"),
          labels: ["status:ready"],
          issueState: { state: "open", reopened: false },
          commentId: undefined,
        },
      },
    ]);
  });

  test("the receipt of an assignment has who is assigned and since when, as far as GitHub shows it", async () => {
    const { write } = writing();
    const maria = { __typename: "User", id: "U_maria", login: "maria" };
    const us = { __typename: "Bot", id: "U_us", login: "signalbox" };
    const kind = { __typename: "AssignedEvent", id: "AE_1" };
    const event = { ...kind, createdAt: "2026-11-21T04:00:00Z", actor: us, assignee: { id: "U_maria" } };
    graphql(({ query }) => {
      expect(query).toContain("... on Issue { ...Receipt ...Assigned }");
      expect(query).toContain("fragment Assigned on Issue { assignees(first: 100)");
      const assigned = { ...issue, assignees: { nodes: [maria] }, assigning: { nodes: [event] } };
      return { data: { e0_0: { issue: assigned }, e1_0: { issue } } };
    });
    const results = await write([queued(1, addAssignees), queued(2, addAssignees)]);
    expect(results.map((result) => (result.ok ? result.receipt.assigned : result))).toEqual([
      {
        assignees: [{ id: "U_maria", login: "maria", type: "User" }],
        assignments: [
          {
            assignee: "U_maria",
            at: Date.parse(event.createdAt),
            by: "U_us",
            byLogin: "signalbox[bot]",
            isByBot: true,
          },
        ],
      },
      undefined,
    ]);
  });

  test("the receipt of a closing has who closed the issue, as far as GitHub shows it", async () => {
    const { write } = writing();
    const us = { __typename: "Bot", id: "U_us", login: "signalbox" };
    const event = { __typename: "ClosedEvent", createdAt: "2026-11-21T04:00:00Z", actor: us };
    const closed = { ...issue, state: "CLOSED", stateReason: "COMPLETED", closedAt: event.createdAt };
    graphql(({ query }) => {
      expect(query).toContain("issue { ...Receipt ...Closings }");
      const told = { ...closed, timelineItems: { nodes: [event] } };
      return { data: { e0_0: { issue: told }, e1_0: { issue: closed } } };
    });
    const results = await write([queued(1, close), queued(2, close, "I_13")]);
    const receipts = results.flatMap((result) => (result.ok ? result.receipt : []));
    expect(receipts.map(({ closedBy }) => closedBy)).toEqual([
      { id: "U_us", login: "signalbox[bot]", type: "Bot" },
      undefined,
    ]);
    expect(receipts.map(({ closedAt }) => closedAt)).toEqual(Array(2).fill(Date.parse(event.createdAt)));
  });

  test("a new check run is sent with the mutations of issues if the evidence has just shown none of ours", async () => {
    const { write, ownRuns, clock } = writing();
    ownRuns.remember({ repositoryId: "R_demo", headSha: sha }, undefined, clock.now());
    clock.jump(1_000);
    graphql(({ query, variables }) => {
      expect(aliases(query)).toEqual(["closeIssue", "createCheckRun"]);
      expect(variables.e1_0).toMatchObject({
        repositoryId: "R_demo",
        headSha: sha,
        name: "signalbox/handover",
        status: "COMPLETED",
        conclusion: "SUCCESS",
        output: { title: "Accepted", summary: "It is." },
        externalId: expect.stringContaining("I_60 new"),
      });
      return { data: { ...done("e0_0"), ...done("e1_0", { checkRun: { id: "CR_1" } }) } };
    });
    const results = await write([queued(1, check, "I_60"), queued(2, close, "I_12")]);
    expect(outcomes(results)).toEqual({ 1: "done", 2: "done" });
  });

  test("a new check run that may have been created is not sent again with the others", async () => {
    const { write, ownRuns, clock } = writing();
    ownRuns.remember({ repositoryId: "R_demo", headSha: sha }, undefined, clock.now());
    nock(origin).post("/api/graphql").reply(502, "Bad Gateway");
    graphql(({ query }) => {
      expect(aliases(query)).not.toContain("createCheckRun");
      return allDone(query);
    });
    graphql(({ query }) => {
      expect(aliases(query)).not.toContain("createCheckRun");
      return allDone(query);
    });
    const results = await write([
      queued(1, check, "I_60"),
      queued(2, close, "I_12"),
      queued(3, close, "I_13"),
    ]);
    expect(outcomes(results)[1]).toBe("unknown");
  });

  test("a missing label is created if it is to be added, and not if it is to be removed", async () => {
    const { write } = writing();
    labelsFound({});
    nock(origin)
      .post("/api/v3/repos/acme/demo/labels", {
        name: "status:ready",
        color: "0e8a16",
        description: "Nothing blocks it",
      })
      .reply(201, {});
    labelsFound({ "status:ready": "LA_new" });
    labelsFound({});
    graphql(({ query }) => {
      expect(aliases(query)).toEqual(["addLabelsToLabelable"]);
      return { data: done("e0_0") };
    });
    expect(outcomes(await write([queued(1, setLabels)]))).toEqual({ 1: "done" });
  });

  test("C15 a label that GitHub refuses to create is refused, and the other effects continue", async () => {
    const { write } = writing();
    labelsFound({});
    nock(origin).post("/api/v3/repos/acme/demo/labels").reply(422, { message: "Validation Failed" });
    labelsFound({});
    graphql(({ query }) => allDone(query));
    const impossible = { type: "SetLabels", add: ["x".repeat(60)], remove: [] } as const;
    expect(outcomes(await write([queued(1, impossible), queued(2, close)]))).toEqual({
      1: "refused",
      2: "done",
    });
  });

  test("C15 a label that GitHub refuses to create does not prevent the effect's other labels", async () => {
    const { write } = writing();
    labelsFound({ "status:ready": "LA_ready" });
    nock(origin).post("/api/v3/repos/acme/demo/labels").reply(422, { message: "Validation Failed" });
    labelsFound({});
    graphql(({ query, variables }) => {
      expect(Object.values(Object(variables))).toMatchObject([{ labelIds: ["LA_ready"] }]);
      return allDone(query);
    });
    const partly = { type: "SetLabels", add: ["status:ready", "x".repeat(60)], remove: [] } as const;
    expect(outcomes(await write([queued(1, partly)]))).toEqual({ 1: "refused" });
  });

  test("I03 if we may create no labels, one request shows it", async () => {
    const { ensure } = writing();
    nock(origin).get("/api/v3/repos/acme/demo/labels").query({ per_page: 100, page: 1 }).reply(200, []);
    nock(origin)
      .post("/api/v3/repos/acme/demo/labels")
      .reply(403, { message: "Resource not accessible by integration" });
    await expect(ensure()).rejects.toMatchObject({ failure: { type: "refused" } });
  });

  test("a label that another user created at the same moment is used as ours", async () => {
    const { ensure } = writing();
    const present = defaultLabels
      .slice(1)
      .map(({ name }) => ({ name: name.toUpperCase(), node_id: `LA_${name}` }));
    const listed = nock(origin).get("/api/v3/repos/acme/demo/labels").query({ per_page: 100, page: 1 });
    listed.times(2).reply(200, present);
    nock(origin)
      .post("/api/v3/repos/acme/demo/labels")
      .reply(422, {
        message: "Validation Failed",
        errors: [{ resource: "Label", code: "already_exists", field: "name" }],
      });
    expect(await ensure()).toMatchObject({ made: 1 });
  });

  test("the node id of a deleted label is looked up again the next time", async () => {
    const { write } = writing();
    const added = { type: "SetLabels", add: ["status:ready"], remove: [] } as const;
    labelsFound({ "status:ready": "LA_old" });
    graphql(() => ({
      data: { e0_0: null },
      errors: [{ type: "NOT_FOUND", path: ["e0_0"], message: "no LA_old" }],
    }));
    expect(outcomes(await write([queued(1, added)]))).toEqual({ 1: "wait" });
    labelsFound({ "status:ready": "LA_new" });
    graphql(({ variables }) => {
      expect(variables).toEqual({ e0_0: { labelableId: "I_12", labelIds: ["LA_new"] } });
      return { data: done("e0_0") };
    });
    expect(outcomes(await write([queued(1, added)]))).toEqual({ 1: "done" });
  });

  /** Answers each request with all done, and keeps how many mutations it has. */
  function sizesTaken(requests: number, work = (_mutations: number): void => {}): readonly number[] {
    const sizes: number[] = [];
    for (let i = 0; i < requests; i++)
      graphql(({ query }) => {
        sizes.push(aliases(query).length);
        work(aliases(query).length);
        return allDone(query);
      });
    return sizes;
  }

  test("C19 requests grow from 15 mutations to 80 while GitHub answers quickly", async () => {
    const { write } = writing();
    const sizes = sizesTaken(8);
    expect(await write(closes(310))).toHaveLength(310);
    expect(sizes).toEqual([15, 15, 30, 30, 60, 60, 80, 20]);
    const later = sizesTaken(2);
    await write(closes(100));
    expect(later).toEqual([80, 20]);
  });

  test("C19 requests grow no further than GitHub processes within three seconds", async () => {
    const { write, clock } = writing();
    const sizes = sizesTaken(6, (mutations) => clock.jump(mutations * 40));
    await write(closes(180));
    expect(sizes).toEqual([15, 15, 30, 30, 60, 30]);
  });

  test("C19 a request that GitHub took longer than six seconds for halves the next ones", async () => {
    const { write, clock } = writing();
    const sizes = sizesTaken(3, (mutations) => clock.jump(mutations * 450));
    await write(closes(29));
    expect(sizes).toEqual([15, 7, 7]);
  });

  test("C06 after a 502 requests have half as many mutations, until two have been taken", async () => {
    const { write } = writing();
    nock(origin).post("/api/graphql").reply(502);
    const halves = sizesTaken(2);
    await write(closes(15));
    expect(halves).toEqual([8, 7]);
    const later = sizesTaken(3);
    await write(closes(21));
    expect(later).toEqual([7, 7, 7]);
  });

  test("C18 where GitHub stops because a request is too much, what it did counts, the rest is in doubt, and the next is smaller", async () => {
    const { write } = writing();
    graphql(() => ({
      data: { e0_0: { issue }, e1_0: null },
      errors: [{ type: "RESOURCE_LIMITS_EXCEEDED", path: ["e1_0", "issue"], message: "Too much." }],
    }));
    expect(outcomes(await write(closes(2)))).toEqual({ 0: "done", 1: "unknown" });
    const sizes = sizesTaken(2);
    await write(closes(14));
    expect(sizes).toEqual([7, 7]);
  });

  test("C06 a request refused whole as too much is sent again in halves, and its creates are in doubt", async () => {
    const { write } = writing();
    graphql(() => ({ data: null, errors: [{ type: "RESOURCE_LIMITS_EXCEEDED", message: "Too much." }] }));
    const halves = sizesTaken(2);
    expect(outcomes(await write([...closes(2), queued(9, wake, "I_9")]))).toEqual({
      0: "done",
      1: "done",
      9: "unknown",
    });
    expect(halves).toEqual([1, 1]);
  });

  test("C15 an effect that makes a request of 60 fail is refused alone", async () => {
    const { write } = writing();
    sizesTaken(4);
    await write(closes(90));
    const asked = nock(origin).post("/api/graphql").times(60);
    asked.reply(200, async (request: Request) => {
      const { query, variables } = Object(await request.json());
      const poisonous = Object.values(Object(variables)).some((input) => Object(input).issueId === "I_3");
      return poisonous ? { errors: [{ message: "Variable $e3_0 is invalid" }] } : allDone(String(query));
    });
    const results = Object.entries(outcomes(await write(closes(60))));
    nock.cleanAll();
    expect(results.filter(([, outcome]) => outcome !== "done")).toEqual([["3", "refused"]]);
  });

  test("C18 each alias has its own result", async () => {
    const { write } = writing();
    graphql(() => ({
      data: { e0_0: { issue }, e1_0: null, e2_0: null, e3_0: null, e4_0: null },
      errors: [
        { type: "NOT_FOUND", path: ["e1_0"], message: "Could not resolve to a node" },
        { type: "UNPROCESSABLE", path: ["e2_0"], message: "Body is too long" },
        { path: ["e3_0"], message: "Something went wrong while executing your query" },
      ],
    }));
    expect(outcomes(await write(closes(5)))).toEqual({
      0: "done",
      1: "gone",
      2: "refused",
      3: "unknown",
      4: "unknown",
    });
  });

  test("C02 a limit met by one alias holds the installation", async () => {
    const { write, clock } = writing();
    graphql(() => ({
      data: { e0_0: null },
      errors: [{ type: "UNPROCESSABLE", path: ["e0_0"], message: "was submitted too quickly" }],
    }));
    const expected = { failure: { type: "wait", scope: "installation", retryAt: clock.now() + 60_000 } };
    expect(await write([queued(1, wake)])).toMatchObject([expected]);
    expect(await write([queued(1, wake)])).toMatchObject([expected]);
  });

  test("C06 after a 502 the outcome of creates is unknown, and only the rest is sent again, in halves", async () => {
    const { write } = writing();
    nock(origin).post("/api/graphql").reply(502);
    const again: (string | undefined)[][] = [];
    for (let i = 0; i < 2; i++)
      graphql(({ query }) => {
        again.push(aliases(query));
        return allDone(query);
      });
    const effects = [
      queued(1, close, "I_1"),
      queued(2, wake, "I_2"),
      queued(3, close, "I_2"),
      queued(4, addAssignees, "I_2"),
    ];
    expect(outcomes(await write(effects))).toEqual({ 1: "done", 2: "unknown", 3: "unknown", 4: "done" });
    expect(again).toEqual([["closeIssue"], ["addAssigneesToAssignable"]]);
  });

  test("C08 a create that was cut off alone is sent once", async () => {
    const { write } = writing();
    nock(origin)
      .post("/api/graphql")
      .replyWithError(Object.assign(new Error("cut"), { code: "ECONNRESET" }));
    expect(outcomes(await write([queued(1, newStatus)]))).toEqual({ 1: "unknown" });
  });

  test.each(["RATE_LIMITED", "RATE_LIMIT"])(
    "C01 a batch that meets a spent quota (%s) is sent once, and all of it waits until the reset",
    async (type) => {
      const { write, clock } = writing();
      const reset = Math.floor(clock.now() / 1000) + 1_200;
      graphql(() => ({ errors: [{ type, message: "API rate limit already exceeded for user ID 1." }] }), {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(reset),
      });
      const results = await write(closes(8));
      const waits = { type: "wait", scope: "installation", retryAt: reset * 1000 + 1000 };
      expect(results.map((result) => !result.ok && result.failure)).toEqual(
        results.map(() => expect.objectContaining(waits)),
      );
    },
  );

  test("C01 of a batch that spends the quota, what was done is done, and the rest waits until the reset", async () => {
    const { write, clock } = writing();
    const reset = Math.floor(clock.now() / 1000) + 1_200;
    graphql(
      () => ({
        data: { e0_0: { issue }, e1_0: null, e2_0: null },
        errors: [
          { type: "NOT_FOUND", path: ["e1_0"], message: "Could not resolve to a node." },
          { type: "RATE_LIMIT", message: "API rate limit already exceeded for user ID 1." },
        ],
      }),
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
    );
    const results = await write(closes(3));
    expect(outcomes(results)).toEqual({ 0: "done", 1: "wait", 2: "wait" });
    expect(outcomes(await write(closes(1)))).toEqual({ 0: "wait" });
  });

  // GitHub's words for an unknown field of an input, from graphql-ruby's own checks; the last are the stand-in's.
  test.each([
    "InputObject 'CloseIssueInput' doesn't accept argument 'duplicateIssueId'",
    "Variable $e0_0 of type CloseIssueInput! was provided invalid value for duplicateIssueId (Field is not defined on CloseIssueInput)",
    'Variable "$e0_0" got invalid value { issueId: "I_1" }; Field "duplicateIssueId" is not defined by type "CloseIssueInput".',
  ])(
    "a duplicate is closed as one of its original, which a host that refuses it is not told again: %s",
    async (message) => {
      const { write } = writing();
      const duplicate = { type: "CloseIssue", reason: "duplicate", duplicateOf: "I_40" } as const;
      const inputs: unknown[] = [];
      const host = (answer: (query: string) => object) =>
        graphql(({ query, variables }) => {
          inputs.push(variables.e0_0);
          return answer(query);
        });
      host(() => ({ errors: [{ message }] }));
      host(allDone);
      host(allDone);
      expect(outcomes(await write([queued(1, duplicate)]))).toEqual({ 1: "done" });
      expect(outcomes(await write([queued(2, duplicate)]))).toEqual({ 2: "done" });
      const plain = { issueId: "I_12", stateReason: "DUPLICATE" };
      expect(inputs).toEqual([{ ...plain, duplicateIssueId: "I_40" }, plain, plain]);
    },
  );

  test("C04 a request creates at most 20 comments, whatever size GitHub takes otherwise", async () => {
    const { write } = writing();
    const sizes: number[] = [];
    const answers = (requests: number) => {
      for (let n = 0; n < requests; n++)
        graphql(({ query }) => {
          sizes.push(aliases(query).length);
          return allDone(query);
        });
    };
    // Grows until 80 mutations go into one request.
    answers(8);
    await write(closes(340));
    sizes.length = 0;
    answers(3);
    await write(Array.from({ length: 45 }, (_, i) => queued(i, wake, `I_${i}`)));
    answers(1);
    await write(closes(80));
    expect(sizes).toEqual([20, 20, 5, 80]);
  });

  test("C04 what creates nothing fills the requests that 20 comments leave room in, after the comment on its issue", async () => {
    const { write } = writing();
    for (let n = 0; n < 8; n++) graphql(({ query }) => allDone(query));
    await write(closes(340));
    const asked: (readonly string[])[] = [];
    for (let n = 0; n < 2; n++)
      graphql(({ query, variables }) => {
        asked.push(Object.values(variables).map((input) => mutationOn(Object(input))));
        return allDone(query);
      });
    const comments = Array.from({ length: 30 }, (_, i) => queued(i, wake, `I_${i}`));
    const rest = closes(35).map((each, i) => ({ ...each, id: 100 + i, issueId: `I_${i}` }));
    const results = outcomes(await write([...comments, ...rest]));
    expect(Object.values(results)).toEqual(Array.from({ length: 65 }, () => "done"));
    const both = (from: number, to: number) => [
      ...range(from, to).map((i) => `comment I_${i}`),
      ...range(from, to).map((i) => `other I_${i}`),
    ];
    expect(asked[0]).toEqual([...both(0, 20), ...range(30, 35).map((i) => `other I_${i}`)]);
    expect(asked[1]).toEqual(both(20, 30));
  });

  test("C15 an effect that makes its batch fail is found by halving and refused alone", async () => {
    const { write } = writing();
    nock(origin)
      .post("/api/graphql")
      .times(9)
      .reply(200, async (request: Request) => {
        const { query, variables } = Object(await request.json());
        const poisonous = Object.values(Object(variables)).some((input) => Object(input).issueId === "I_3");
        return poisonous ? { errors: [{ message: "Variable $e3_0 is invalid" }] } : allDone(String(query));
      });
    const results = outcomes(await write(closes(15)));
    expect(Object.entries(results).filter(([, outcome]) => outcome !== "done")).toEqual([["3", "refused"]]);
  });

  test("writes are a second apart", async () => {
    const { write, clock } = writing("github");
    for (let i = 0; i < 3; i++) graphql(({ query }) => allDone(query));
    await write(closes(45));
    expect(clock.slept).toEqual([1000, 1000]);
  });
});

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function mutationOn(input: Readonly<Record<string, unknown>>): string {
  return input.subjectId === undefined ? `other ${input.issueId}` : `comment ${input.subjectId}`;
}
