/** A task whose work was accepted is nobody's any more, until GitHub shows it closed or it is reopened. */
import { describe, expect, test } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { changed, evidence, pullRequest } from "../../support/evidence.ts";
import {
  alice,
  closed,
  completed,
  decided,
  demo,
  handover,
  maria,
  person,
  start,
  task,
  us,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const agents = { ada: { account: ada.id }, bea: { account: bea.id } };
const roles: Snapshot["roles"] = new Map(
  [ada, bea, alice, maria].map(({ id }) => [`${demo.id} ${id}`, "write"] as const),
);
const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });
const handedOver = handover(60, "#12", { author: ada });
const lease = { holder: { agent: "ada", account: ada.id, login: "ada" }, token: 500, since: start };
const lastLease = { ...lease, endedAt: start, how: "lapsed", because: "Silence.", isShown: true } as const;

type Merge = "never" | "when accepted";

/** The task after its handover was accepted and before GitHub closed it. */
function afterAcceptance(
  issues: { readonly task: IssueSeen; readonly handover?: IssueSeen },
  lease: Pick<PersistedState, "lease" | "lastLease">,
  merge: Merge = "never",
  rolesThen: Snapshot["roles"] = roles,
) {
  const settings = settingsSchema.parse({ agents, handovers: { merge } });
  const free = { ...task(12, { assignees: [] }) };
  const work = issues.handover?.issueState.state === "open" ? issues.handover : handedOver;
  const accepted = decided([free, work], { roles }, { settings }, { I_60: good });
  const records = new Map(
    accepted.records.map((record) => [
      record.seen.id,
      record.seen.number === 12 ? { ...record, persisted: { ...record.persisted, ...lease } } : record,
    ]),
  );
  expect(records.get("I_60")?.persisted.settled).toBeDefined();
  const after = decided(
    [issues.task, issues.handover ?? handedOver],
    { roles: rolesThen, records },
    { settings },
  );
  return {
    holder: after.records.find(({ seen }) => seen.number === 12)?.persisted.lease?.holder.agent,
    effects: after.effects.filter(({ issueId }) => issueId === "I_12").map(({ effect }) => effect),
  };
}

function says(author: typeof ada, text: string): CommentSeen {
  return { id: "IC_900", commentNumber: 900, author, text, createdAt: start + 90_000 };
}
const asked = (author: typeof ada, text: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(12, { assignees: [], comments: [says(author, text)], ...changes });

describe("AG19 what an accepted handover completes is given to no one", () => {
  test.each<readonly [string, typeof ada, Merge]>([
    ["its holder", ada, "never"],
    ["a person", maria, "never"],
    ["its holder, while the pull request waits for its merge", ada, "when accepted"],
  ])(
    "released to another agent by %s: refused, so that nobody holds what another one completes",
    (_, by, merge) => {
      const { holder, effects } = afterAcceptance({ task: asked(by, "/release to bea") }, { lease }, merge);
      expect(holder).toBe("ada");
      expect(effects).toContainEqual({ type: "AddReaction", commentId: "IC_900", content: "CONFUSED" });
      expect(effects.some(({ type }) => type === "CloseIssue")).toBe(merge === "never");
    },
  );

  test("claimed after the handover was closed and before the task is: refused", () => {
    const shut = closed(handedOver, completed, start + 70_000);
    const { holder, effects } = afterAcceptance(
      { task: asked(bea, "/claim"), handover: shut },
      { lastLease },
    );
    expect(holder).toBeUndefined();
    expect(effects.map(({ type }) => type)).toContain("CloseIssue");
  });

  test("claimed after it was reopened: given", () => {
    const shut = closed(handedOver, completed, start + 70_000);
    const reopened = asked(bea, "/claim", { reopenedAt: start + 80_000 });
    expect(afterAcceptance({ task: reopened, handover: shut }, { lastLease }).holder).toBe("bea");
  });

  const assigned = (agent: typeof ada, by: typeof ada): IssueSeen =>
    task(12, {
      assignees: [agent],
      assignments: [{ assignee: agent.id, at: start + 90_000, by: by.id, byLogin: by.login }],
    });

  test.each([
    ["itself", bea],
    ["a person", maria],
  ])("assigned to another agent by %s: not given to it, and closed", (_, by) => {
    const { holder, effects } = afterAcceptance({ task: assigned(bea, by) }, {});
    expect(holder).toBeUndefined();
    expect(effects.map(({ type }) => type)).toContain("CloseIssue");
  });

  test.each<readonly [string, IssueSeen]>([
    ["its own handover", handedOver],
    ["a person's handover", handover(60, "#12", { author: maria })],
  ])(
    "AG27 assigned to its holder when the index was lost, while the pull request of %s waits for its merge: given to it again",
    (_, work) => {
      const { holder } = afterAcceptance({ task: assigned(ada, us), handover: work }, {}, "when accepted");
      expect(holder).toBe("ada");
    },
  );

  test("claimed while the role of the handover's author cannot be read: refused", () => {
    const some = new Map([...roles, [`${demo.id} ${ada.id}`, "unknown"] as const]);
    const issues = { task: asked(bea, "/claim"), handover: closed(handedOver, completed, start + 70_000) };
    const { holder, effects } = afterAcceptance(issues, { lastLease }, "never", some);
    expect(holder).toBeUndefined();
    expect(effects.map(({ type }) => type)).not.toContain("CloseIssue");
  });
});

test("AG27 a task that we assigned before the index was lost stays its agent's, although another claims it in the first pass", () => {
  const byUs = { assignee: ada.id, at: start + 60_000, by: us.id, byLogin: us.login };
  const seen = task(12, { assignees: [ada], assignments: [byUs], comments: [says(bea, "/claim")] });
  const settings = settingsSchema.parse({ agents });
  const { records, effects } = decided([seen], { roles }, { settings });
  expect(records[0]?.persisted.lease?.holder.agent).toBe("ada");
  expect(effects.map(({ effect }) => effect)).toContainEqual({
    type: "AddReaction",
    commentId: "IC_900",
    content: "CONFUSED",
  });
});
