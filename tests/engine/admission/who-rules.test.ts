/** Which policy row lets whom answer which question, for every kind of account and row. */
import { describe, expect, test } from "vitest";
import {
  coordinatorRow,
  isPerson,
  rowForAgent,
  rowForVote,
  rulingOn,
  rulingOnAll,
} from "../../../src/engine/admission/authority.ts";
import {
  isAnswerByColleague,
  mayBeOwnAgents,
  refuseOwnWords,
} from "../../../src/engine/admission/own-words.ts";
import { hiddenIssue, isLeak, mayShow } from "../../../src/engine/admission/privacy.ts";
import type { Voice } from "../../../src/engine/admission/speaking/voice.ts";
import { isOwnText } from "../../../src/engine/admission/text-makers.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import type { Question } from "../../../src/protocol/kinds/question.ts";
import { authorityWith, recordIn, viewWith } from "../../support/admission-records.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  answer,
  bob,
  demo,
  escalation,
  issue,
  mallory,
  maria,
  person,
  question,
  task,
  us,
} from "../../support/issues.ts";
import { adaKey, bobKey } from "../../support/public-keys.ts";

const agents = `
agents:
  ada: { account: U_shared, key: "${adaKey}" }
  bea: { account: U_shared, key: "${bobKey}" }
  hal: { account: U_alice, with_person: true }
trust: { agents: [U_robot] }
`;
const withRows = (...rows: readonly string[]) => authorityWith(`${agents}policy: [${rows.join(", ")}]`);
const everybody = "{ name: all, who: [people, agents, coordinator] }";
const keyed = (name: string): Voice => ({
  id: "U_shared",
  login: "shared",
  speaker: { type: "agent", name, proof: "key" },
});
const asPerson = ({ id, login }: { readonly id: string; readonly login: string }, changes = {}): Voice => ({
  id,
  login,
  speaker: { type: "person", ...changes },
});
const robot: Voice = {
  id: "U_robot",
  login: "robot",
  speaker: { type: "agent", name: "robot", proof: "account" },
};

function rule(by: Voice | undefined, authority = withRows(everybody), asker = maria) {
  const view = viewWith([task(12), question(40, "#12", { author: asker })]);
  return rulingOn(view, recordIn(view, 40), by, authority);
}
const said = (ruling: ReturnType<typeof rule>): string =>
  ruling.allowed === true ? ruling.row : ruling.allowed === false ? ruling.because : "unknown";

describe("whom a row allows", () => {
  test.each<readonly [string, Voice | undefined, string]>([
    ["a person with access", asPerson(bob), 'row "all" of the policy (role write)'],
    ["an agent with a key", keyed("ada"), 'row "all" of the policy (a listed agent)'],
    ["a listed agent", robot, 'row "all" of the policy (a listed agent)'],
    [
      "a person without access",
      asPerson(mallory),
      "mallory has no write access here. Someone who has it has to answer, or to approve the answer.",
    ],
    [
      "an account that is gone",
      undefined,
      "The account no longer exists. Someone else with write access has to answer.",
    ],
    ["a person of unknown access", asPerson(person("new")), "unknown"],
    [
      "nobody",
      { id: "U_shared", login: "shared", speaker: { type: "nobody", because: "unsigned", name: "ada" } },
      "`ada` has a key and must sign, and this is not signed. Write it in a new comment as one of this account's agents, signed if that one has a key.",
    ],
    [
      "the person who asked, on a login without agents",
      asPerson(maria),
      'row "all" of the policy (role admin)',
    ],
  ])("%s: %#", (_, by, expected) => {
    expect(said(rule(by))).toBe(expected);
  });

  test.each<readonly [string, readonly string[], Voice, boolean]>([
    ["people", ["people"], asPerson(bob), true],
    ["people, and no agent", ["people"], keyed("ada"), false],
    ["agents", ["agents"], keyed("ada"), true],
    ["agents, and no person", ["agents"], asPerson(bob), false],
    ["an account", ["U_bob"], asPerson(bob), true],
    ["an account, and no other", ["U_bob"], asPerson(maria), false],
    ["an agent's account", ["U_shared"], keyed("ada"), true],
    ["the person of an account that agents share", ["U_alice"], asPerson(alice), true],
    [
      "and none of its agents",
      ["U_alice"],
      { ...alice, speaker: { type: "agent", name: "hal", proof: "said" } },
      false,
    ],
    ["a role", ["write"], asPerson(bob), true],
    ["a role and those above it", ["triage"], asPerson(bob), true],
    ["a role and none below it", ["maintain"], asPerson(bob), false],
    ["a role of people, whatever the agent's is", ["write"], keyed("ada"), false],
    ["the lowest role", ["read"], asPerson(bob), true],
    ["one of two accounts", ["U_maria", "U_bob"], asPerson(bob), true],
    ["an account or a role", ["U_maria", "write"], asPerson(bob), true],
    ["agents, by the account alone", ["agents"], { id: "U_shared", login: "shared" }, true],
  ])("a row for %s", (_, who, by, isAllowed) => {
    const ruling = rule(by, withRows(`{ name: row, who: [${who.join(", ")}] }`), mallory);
    expect(ruling.allowed).toBe(isAllowed);
  });

  test("says what no row allows, and which rows cover the question", () => {
    const other = "{ name: tools, who: [people], categories: [tooling] }";
    expect(
      said(
        rule(
          asPerson(bob),
          withRows("{ name: one, who: [U_maria] }", "{ name: two, who: [U_alice] }", other),
        ),
      ),
    ).toBe(
      'No row of the policy lets this person decide a question about implementation. Rows covering it: "one", "two". Ask somebody whom they let.',
    );
    expect(said(rule(keyed("ada"), withRows(other)))).toBe(
      "No row of the policy lets this agent decide a question about implementation. No row covers it: ask an admin to add one.",
    );
  });

  test("says category and class of what no row allows", () => {
    const view = viewWith([task(12), question(40, "#12", { author: undefined })]);
    const only = withRows("{ name: one, who: [U_maria] }");
    expect(said(rulingOn(view, recordIn(view, 40), asPerson(bob), only))).toContain(
      "about implementation. Rows",
    );
    const body = `${question(40, "#12").body}\n### Decision class\n\nTest coverage\n`;
    const classed = viewWith([task(12), question(40, "#12", { body })]);
    expect(said(rulingOn(classed, recordIn(classed, 40), asPerson(bob), only))).toContain(
      "about implementation and test-coverage.",
    );
  });

  test("while no settings can take effect, agents are bound by the rows as before, and people are not known", () => {
    const known = withRows(everybody);
    const unsettled = { ...known, settings: { ...known.settings, unsettled: { text: "" } } };
    expect(rule(robot, unsettled).allowed).toBe(true);
    expect(said(rule(asPerson(bob), unsettled, alice))).toMatch(
      /^No version of the settings file can take effect/,
    );
    expect(rule({ id: "U_bob", login: "bob" }, unsettled, alice).allowed).toBe(false);
  });

  test("what is no question is not ruled on", () => {
    const view = viewWith([task(12)]);
    expect(rulingOn(view, recordIn(view, 12), asPerson(bob), withRows(everybody))).toEqual({
      allowed: "unknown",
    });
  });

  test("an account that may be an agent's is nobody's who decides", () => {
    const unsure = authorityWith('agents: { ada: { account: "MDQ6VXNlcg==" } }');
    expect(said(rule(asPerson(bob), unsure))).toContain("cannot be compared with bob's");
    expect(
      rule(robot, authorityWith("trust: { agents: [U_robot] }\npolicy: [{ name: all, who: [agents] }]"))
        .allowed,
    ).toBe(true);
  });
});

describe("the login that asked", () => {
  const row = "{ name: team, who: [agents], categories: [implementation], same_login: true }";
  test.each<readonly [string, Voice, typeof bob, string, boolean, boolean]>([
    ["its agent", keyed("ada"), person("shared"), everybody, false, false],
    ["its person, beside agents", asPerson(alice, { mayBeAgent: true }), alice, everybody, false, true],
    ["its person, on a page", asPerson(alice, { isSignedIn: true }), alice, everybody, true, false],
    ["its person, without agents", asPerson(bob), bob, everybody, true, false],
    ["another one", asPerson(bob), alice, everybody, true, false],
    [
      "an agent whom no key tells from the asker, by an admin's row",
      keyed("ada"),
      person("shared"),
      row,
      false,
      false,
    ],
  ])("%s", (_, by, asker, policy, isAllowed, isOnPage) => {
    const ruling = rule(by, withRows(policy), asker);
    expect(ruling.allowed).toBe(isAllowed);
    expect("isOnPage" in ruling).toBe(isOnPage);
    if (isOnPage) expect(said(ruling)).toContain("Agents write with the login alice");
    else if (!isAllowed) expect(said(ruling)).toContain("The person who asked a question cannot answer it");
  });

  test("is told of each way that there is where the settings name no agents", () => {
    const alone = authorityWith("");
    const refused = said(rule(asPerson(bob), alone, bob));
    expect(refused).toBe(
      "The person who asked a question cannot answer it; someone else with write access has to. Or an admin names the agents in the settings: then you decide on the pages, or by comment if no agent uses your login or the settings say `with_person: comments` for it.",
    );
    // The pages' way opens once they are named, as the comments' does: what is said is no empty promise.
    const onPages = "agents: { hal: { account: U_bob, with_person: true } }";
    expect(rule(asPerson(bob, { isSignedIn: true }), authorityWith(onPages), bob).allowed).toBe(true);
    const elsewhere = "agents: { hal: { account: U_alice } }";
    expect(rule(asPerson(bob), authorityWith(elsewhere), bob).allowed).toBe(true);
    const accepted = "agents: { hal: { account: U_bob, with_person: comments } }";
    expect(rule(asPerson(bob), authorityWith(accepted), bob).allowed).toBe(true);
  });

  test("lets a colleague answer if both have keys, and an admin's row says so of the category", () => {
    const asked = (category: string) => ({ category }) as Question;
    const may = (asker: Voice, by: Voice, policy = row, category = "implementation") =>
      isAnswerByColleague(asked(category), [asker], by, withRows(policy).settings);
    expect(may(keyed("ada"), keyed("bea"))).toBe(true);
    expect(may(keyed("ada"), keyed("ada"))).toBe(false);
    expect(may(keyed("ada"), keyed("bea"), everybody)).toBe(false);
    expect(may(keyed("ada"), keyed("bea"), row, "architecture")).toBe(false);
    const unkeyed: Voice = { ...keyed("bea"), speaker: { type: "agent", name: "bea", proof: "said" } };
    expect(may(keyed("ada"), unkeyed)).toBe(false);
    expect(may(unkeyed, keyed("ada"))).toBe(false);
    expect(may(keyed("ada"), keyed("bea"), `${everybody}, ${row}`)).toBe(true);
    const mayAmong = (...askers: readonly Voice[]) =>
      isAnswerByColleague(asked("implementation"), askers, keyed("bea"), withRows(row).settings);
    expect(mayAmong(keyed("ada"), keyed("cleo"))).toBe(true);
    expect(mayAmong(keyed("ada"), keyed("bea"))).toBe(false);
    expect(mayAmong(keyed("ada"), unkeyed)).toBe(false);
  });

  test.each<readonly [string, Voice, string, string | undefined]>([
    ["an agent", keyed("ada"), agents, "another login"],
    ["an account without a speaker", { id: "U_bob", login: "bob" }, agents, "another login"],
    ["a person beside agents", asPerson(alice, { mayBeAgent: true }), agents, "on a page"],
    ["a person whom an admin lets decide beside agents", asPerson(alice), agents, undefined],
    ["a person on a login without agents", asPerson(bob), agents, undefined],
    ["a person where no roster tells who is an agent", asPerson(bob), "", "another login"],
    [
      "a person where the list names another account",
      asPerson(bob),
      "trust: { agents: [U_robot] }",
      undefined,
    ],
  ])("refuses %s by: %#", (_, by, yaml, refusal) => {
    expect(refuseOwnWords(by, authorityWith(yaml))?.type).toBe(refusal);
  });
});

describe("what a login wrote", () => {
  const view = viewWith([
    task(12, { author: bob }),
    question(40, "#12", { author: alice }),
    question(42, "#12", { author: bob, editor: alice }),
    question(43, "#12", { author: bob }),
    answer(41, "#40", { author: bob }),
    answer(44, "#43", { author: bob }),
    escalation(60, "#40", { author: us }),
    escalation(61, "#43", { author: us }),
    escalation(62, "settings", { author: us }),
    escalation(63, "#60", { author: us }),
    escalation(64, "#64", { author: us }),
  ]);
  const unsure = asPerson(alice, { mayBeAgent: true });
  test.each([
    [40, true],
    [42, true],
    [43, false],
    [41, true],
    [44, false],
    [60, true],
    [61, false],
    [62, false],
    [63, true],
    [64, false],
    [12, false],
  ])("#%d counts as its words: %s", (number, expected) => {
    expect(mayBeOwnAgents(view, recordIn(view, number), unsure)).toBe(expected);
    expect(mayBeOwnAgents(view, recordIn(view, number), asPerson(alice))).toBe(false);
    const agent: Voice = { ...alice, speaker: { type: "agent", name: "hal", proof: "said" } };
    expect(mayBeOwnAgents(view, recordIn(view, number), agent)).toBe(false);
  });
  test("includes what stands behind any number of issues that refer to one another", () => {
    const chain = [61, 62, 63, 64, 65, 66, 67].map((number, at) =>
      escalation(number, at === 0 ? "#40" : `#${number - 1}`, { author: us }),
    );
    const long = viewWith([task(12), question(40, "#12", { author: alice }), ...chain]);
    expect(mayBeOwnAgents(long, recordIn(long, 67), unsure)).toBe(true);
  });
  test("includes the question that a vote is about", () => {
    const body = form({
      Question: "Which?",
      Options: "1. A.\n2. B.",
      Voters: "people",
      Needs: "1",
      Regarding: "#40",
    });
    const vote = issue(65, { title: "Vote: x", labels: ["kind:vote"], author: us, body });
    const voted = viewWith([task(12), question(40, "#12", { author: alice }), vote]);
    expect(mayBeOwnAgents(voted, recordIn(voted, 65), unsure)).toBe(true);
    expect(mayBeOwnAgents(voted, recordIn(voted, 65), { id: alice.id, login: alice.login })).toBe(false);
  });
  test("is what it opened, and what it edited", () => {
    expect([40, 42, 43].map((number) => isOwnText(recordIn(view, number), alice))).toEqual([
      true,
      true,
      false,
    ]);
    const gone = { ...recordIn(view, 43), seen: { ...recordIn(view, 43).seen, author: undefined } };
    expect(isOwnText(gone, bob)).toBe(false);
  });
});

describe("several together", () => {
  const view = viewWith([task(12), question(40, "#12", { author: maria })]);
  const all = (...voices: readonly Voice[]) =>
    rulingOnAll(view, recordIn(view, 40), voices, withRows(everybody));
  const [may, may2, mayNot, unknown] = [asPerson(bob), robot, asPerson(mallory), asPerson(person("new"))];
  test.each<readonly [string, readonly Voice[], boolean | "unknown"]>([
    ["nobody", [], false],
    ["one who may", [may], true],
    ["two who may", [may, may2], true],
    ["one who may not after one who may", [may, mayNot], false],
    ["one who may after one who may not", [mayNot, may], false],
    ["an unknown one after one who may", [may, unknown], "unknown"],
    ["one who may not before an unknown one", [mayNot, unknown], false],
    ["one who may after an unknown one", [unknown, may], "unknown"],
    ["one who may not after an unknown one", [unknown, mayNot], false],
  ])("%s", (_, voices, allowed) => {
    expect(all(...voices).allowed).toBe(allowed);
  });
  test("are ruled on as the first is, if all may", () => {
    expect(said(all(may, may2))).toContain("role write");
    expect(said(all(may2, may))).toContain("a listed agent");
  });
});

describe("rows for the coordinator, an agent and a vote", () => {
  const about = (decisionClass = "", category = "implementation") =>
    ({ category, decisionClass }) as Question;
  const policy = (...rows: readonly string[]) => withRows(...rows).settings;
  const coordinator = "{ name: us, who: [coordinator], decisions: [test-coverage, precedent] }";
  test.each<readonly [string, string | undefined, boolean]>([
    ["Test coverage", undefined, true],
    ["Test coverage", "new-dependency", true],
    ["New dependency", "test-coverage", false],
    ["New dependency", "precedent", true],
    ["", "test-coverage", true],
    ["", "new-dependency", false],
    ["", undefined, false],
  ])("the coordinator where %j is declared and %s found: %s", (declared, found, expected) => {
    expect(coordinatorRow(about(declared), found, policy(coordinator))?.name).toBe(
      expected ? "us" : undefined,
    );
    expect(
      coordinatorRow(about(declared), found, policy(coordinator.replace("coordinator]", "people]"))),
    ).toBeUndefined();
  });
  test("what was found for this text alone counts", () => {
    const proposal = (changes: object): Proposal =>
      ({
        textHash: question(40, "#12").textHash,
        proposed: { type: "answer", decisionClass: "test-coverage" },
        ...changes,
      }) as Proposal;
    const ruled = (found: Proposal | undefined) => {
      const proposals = new Map(found === undefined ? [] : [["I_40", found]]);
      const view = viewWith([task(12), question(40, "#12")], { proposals });
      return rulingOn(
        view,
        recordIn(view, 40),
        { id: us.id, login: us.login, speaker: { type: "coordinator" } },
        withRows(coordinator),
      );
    };
    expect(said(ruled(proposal({})))).toBe('row "us" of the policy (the coordinator)');
    expect(said(ruled(undefined))).toContain("No row of the policy lets the coordinator decide");
    expect(ruled(proposal({ textHash: "0" })).allowed).toBe(false);
    expect(ruled(proposal({ proposed: { type: "rest", decisionClass: "test-coverage" } })).allowed).toBe(
      false,
    );
  });
  test("an agent's, by its account and among agents, and never by a role", () => {
    const row = (...who: readonly string[]) =>
      rowForAgent(about(), "U_shared", policy(`{ name: row, who: [${who.join(", ")}] }`))?.name;
    expect([row("agents"), row("U_shared"), row("U_other"), row("read"), row("people")]).toEqual([
      "row",
      "row",
      undefined,
      undefined,
      undefined,
    ]);
    const tools = policy("{ name: tools, who: [agents], categories: [tooling] }");
    expect(rowForAgent(about(), "U_shared", tools)).toBeUndefined();
    expect(rowForAgent(about("", "tooling"), "U_shared", tools)?.name).toBe("tools");
  });
  test("a vote's", () => {
    const votes = policy(
      "{ name: people, who: [people] }",
      "{ name: votes, who: [vote], categories: [tooling] }",
    );
    expect(rowForVote(about(), votes)).toBeUndefined();
    expect(rowForVote(about("", "tooling"), votes)?.name).toBe("votes");
    expect(rowForVote(about("", "tooling"), policy("{ name: people, who: [people] }"))).toBeUndefined();
  });
});

test.each<readonly [string, Voice, boolean]>([
  ["a person", asPerson(bob), true],
  ["an account without agents", { id: "U_bob", login: "bob" }, true],
  ["an account of agents", { id: "U_shared", login: "shared" }, false],
  [
    "an agent on a person's account",
    { ...alice, speaker: { type: "agent", name: "hal", proof: "said" } },
    false,
  ],
  ["our bot", { id: us.id, login: us.login, speaker: { type: "person" } }, false],
])("%s is a person: %#", (_, by, expected) => {
  expect(isPerson(by, withRows(everybody))).toBe(expected);
});

describe("what may be shown elsewhere", () => {
  const repository = (id: string, isPrivate: boolean, installationId = 1) => ({
    ...demo,
    id,
    isPrivate,
    installationId,
  });
  test.each<readonly [boolean, boolean | undefined, number, boolean]>([
    [false, false, 1, false],
    [false, undefined, 1, false],
    [true, false, 1, true],
    [true, undefined, 1, true],
    [true, true, 1, false],
    [true, true, 2, true],
    [false, true, 2, false],
  ])("from private %s to private %s of installation %d leaks: %s", (from, to, installation, leaks) => {
    const here = to === undefined ? undefined : repository("R_there", to, installation);
    expect(isLeak(repository("R_from", from), here)).toBe(leaks);
  });
  test("its own, what is public, and never what is unknown", () => {
    const secret = repository("R_secret", true);
    const view = viewWith([task(12)], {
      repositories: new Map([
        [demo.id, demo],
        ["R_secret", secret],
      ]),
    });
    const shown = (repositoryId: string, isPrivate?: boolean) =>
      mayShow(view, recordIn(view, 12), { repositoryId, isPrivate });
    expect(shown(demo.id)).toBe(true);
    expect(shown("R_secret", false)).toBe(false);
    expect([shown("R_else"), shown("R_else", true), shown("R_else", false)]).toEqual([false, false, true]);
    const unread = viewWith([task(12)], { repositories: new Map() });
    expect(mayShow(unread, recordIn(unread, 12), { repositoryId: demo.id })).toBe(true);
    expect(hiddenIssue).toMatchObject({ name: "an issue in a private repository", title: "" });
  });
});
