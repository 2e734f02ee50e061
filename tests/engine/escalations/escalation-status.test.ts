/** The status of an escalation, as people read it: how to decide, what was decided, or why nothing has to be. */
import { describe, expect, test } from "vitest";
import { escalationStatusText } from "../../../src/engine/escalations/escalation-status-text.ts";
import { settingsKey } from "../../../src/engine/messages/settings-asked.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { openedKey } from "../../../src/engine/model/opened.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { defaultSettings, settingsSchema } from "../../../src/protocol/settings/config.ts";
import { acceptedFor, type Known, recordOf, statusIn } from "../../support/answered.ts";
import { form } from "../../support/form.ts";
import {
  bob,
  closed,
  completed,
  escalation,
  issue,
  maria,
  question,
  start,
  us,
} from "../../support/issues.ts";

const hour = 3_600_000;
const asked = question(40, "#12", { title: "Q: Where is the token kept?" });
const ours = {
  author: us,
  opened: { key: openedKey("I_40", { type: "overdue", since: 0 }), about: asked.textHash },
};
const sections = {
  Regarding: "#40",
  Urgency: "advisory",
  Context: "It was asked.",
  Question: "Which one?",
  Options: "1. The keychain.\n2. A file.",
  "Impact of delay": "none",
};
const raised = (more: Readonly<Record<string, string>> = {}, changes: Partial<IssueSeen> = {}) =>
  escalation(60, "#40", {
    ...ours,
    assignees: [maria, bob],
    body: form({ ...sections, ...more }),
    ...changes,
  });

function statusOf(
  seen: IssueSeen,
  persisted: Partial<PersistedState> = {},
  settings = defaultSettings,
  question = recordOf(asked),
) {
  return statusIn(escalationStatusText, [question, recordOf(seen, persisted)], 60, { settings });
}

describe("an open escalation", () => {
  test("says whom it waits for, and how to decide", () => {
    expect(statusOf(raised())).toEqual({
      status:
        "**Waiting for `maria` and `bob`.** Comment `/decide 1` or `/decide 2`, ideally with `because …`. For a different decision: `/answer <your decision>`.",
      isNews: true,
    });
    expect(statusOf(raised({}, { assignees: [] })).status).toMatch(
      /^\*\*Waiting for a decision\.\*\* Comment/,
    );
    const { status } = statusOf(raised({ Options: "" }));
    expect(status).toMatch(/^\*\*Needs a fix: 1 place\.\*\*/);
    expect(status).not.toMatch(/decide|Where is the token kept/);
  });

  test("says what is recommended, and which option silence takes, and when", () => {
    const { status } = statusOf(raised({ Recommendation: "Option 1, as before." }));
    expect(status).toContain("Recommended: Option 1, as before.");
    expect(status).not.toContain("If no one decides");
    const silent = settingsSchema.parse({ escalations: { defaults: ["advisory"], deadline: "1h" } });
    const withDefault = raised({ Deadline: "2h", Default: "2" }, { createdAt: start });
    expect(statusOf(withDefault, {}, silent).status).toContain(
      "If no one decides, option 2 is taken at 2026-01-01T02:00:00Z.",
    );
    const { status: untaken } = statusOf(withDefault);
    expect(untaken).not.toContain("If no one decides, option");
    expect(untaken).toContain(
      "Option 2 is not taken if no one decides. The settings take no default where the urgency is advisory.",
    );
    expect(statusOf(withDefault, {}, silent).status).not.toContain("is not taken");
    expect(statusOf(raised()).status).not.toContain("is not taken");
  });

  test("of ours whose body cannot be read names no options to choose", () => {
    const { status } = statusOf(raised({}, { body: "Hm." }));
    expect(status).toContain("Needs a fix");
    expect(status).not.toContain("/decide");
  });

  test("is suspended while its question has an edit that nobody stands for", () => {
    const edited = recordOf(asked, { admitted: { hash: "0", by: maria.id } });
    const { status } = statusOf(raised(), {}, defaultSettings, edited);
    expect(status).toContain("**Suspended.** #40 was edited by a user without write access");
    expect(statusOf(raised()).status).not.toContain("Suspended");
  });

  test("of somebody else says that it settles no question that it does not show", () => {
    const theirs = raised({}, { author: bob, opened: undefined });
    expect(statusOf(theirs).status).toContain("#40");
    expect(statusOf(theirs).status).toContain("Where is the token kept?");
    expect(statusOf(raised()).status).not.toContain("Where is the token kept?");
  });
});

describe("a decided escalation", () => {
  const decided = {
    how: "command",
    word: "IC_9",
    version: { title: raised().title, hash: raised().textHash },
    by: { id: maria.id, login: "maria" },
    at: start + hour,
    row: "people decide",
    option: 2,
    decision: keepWords("A file."),
    because: "it is small",
    commentNumber: 9,
  } as const;

  test("says who decided, by which rule, what and why", () => {
    expect(statusOf(raised(), { decided })).toEqual({
      status:
        "**Decided** by `maria`: option 2. *Policy: people decide.*\n> A file.\nBecause:\n> it is small",
      isNews: true,
    });
    const { option: _, ...inWords } = { ...decided, because: "" };
    expect(statusOf(raised(), { decided: inWords }).status).toBe(
      "**Decided** by `maria`. *Policy: people decide.*\n> A file.",
    );
  });

  test("says where all of it is, and what it was about, once that was edited", () => {
    const long = { ...decided, decision: keepWords(`${"In a file, as before, ".repeat(20)}really.`) };
    expect(statusOf(raised(), { decided: long }).status).toContain(
      "([all of it](https://github.com/acme/demo/issues/60#issuecomment-9))",
    );
    const edited = { ...decided, version: { title: "Escalation: Before", hash: "0" } };
    expect(statusOf(raised(), { decided: edited }).status).toContain(
      '(About an earlier text, "Escalation: Before".) A file.',
    );
  });

  test("of somebody else says that its question is not settled by it", () => {
    const theirs = raised({}, { author: bob, opened: undefined });
    expect(statusOf(theirs, { decided }).status).toContain("#40");
  });
});

describe("an escalation that nobody has to decide", () => {
  test("because its question was answered says so", () => {
    const done = closed(asked, completed, start + hour);
    const question = recordOf(done, { accepted: acceptedFor(asked, "In a file.") });
    expect(statusOf(raised(), {}, defaultSettings, question)).toEqual({
      status: "**No longer needed:** #40 has been answered.",
      isNews: true,
    });
  });

  test("because it was closed is no news", () => {
    const seen = closed(raised(), completed, start + hour);
    expect(statusOf(seen)).toEqual({
      status: "**Closed without a decision.** Reopen it to decide it.",
      isNews: false,
    });
    expect(
      statusOf(closed(raised({}, { author: bob, opened: undefined }), completed, start)).status,
    ).not.toContain("Where is the token");
  });
});

describe("an issue that asks about settings", () => {
  const hash = "a".repeat(16);
  const seen = (changes: Partial<IssueSeen> = {}) =>
    issue(60, {
      author: us,
      labels: ["kind:escalation"],
      title: "Escalation: Settings",
      body: form({ ...sections, Regarding: "settings" }),
      opened: { key: settingsKey({ hash, commit: "c".repeat(40), stay: false } as never) },
      ...changes,
    });
  const approved = {
    how: "command",
    word: "IC_9",
    version: { title: "t", hash: "h" },
    by: { id: maria.id, login: "maria" },
    at: start,
  } as const;

  test("says how to approve them, then who did, or that nobody has to", () => {
    expect(statusOf(seen()).status).toContain(
      `**Waiting for an admin or maintainer.** Comment \`/approve ${hash}\` on its own line.`,
    );
    expect(statusOf(seen()).isNews).toBe(false);
    expect(statusOf(closed(seen(), completed, start))).toEqual({
      status: "**Closed without an approval.** The settings stay as they were. Reopen it to approve them.",
      isNews: false,
    });
    const asked = new Map([[seen().repositoryId, "settings:others"]]);
    const known: Known = { snapshot: { settingsAsked: asked } };
    const moot = statusIn(escalationStatusText, [recordOf(seen())], 60, known);
    expect(moot.status).toMatch(/^\*\*No longer needed:\*\* the settings file has since changed\./);
    expect(moot.isNews).toBe(true);
    const done = statusOf(seen(), { approved } as Partial<PersistedState>);
    expect(done.status).toContain("**Approved** by `maria`. The settings are in effect.");
    expect(done.isNews).toBe(true);
  });
});
