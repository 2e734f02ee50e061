/** What answers a question from another repository: where its words are said to be, and what a private one may not say. */
import { expect, test } from "vitest";
import type { IssueSeen, OwnComment, RepositorySeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { vote } from "../../support/ballots.ts";
import {
  answer,
  decided,
  demo,
  effectsOn,
  escalation,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";

const api: RepositorySeen = { ...demo, id: "R_api", name: "api" };
const vault: RepositorySeen = { ...demo, id: "R_vault", name: "vault", isPrivate: true };
const all = [demo, api, vault];
const repositories = new Map(all.map((each) => [each.id, each]));
const roles = new Map(
  all.flatMap(({ id }) => ["alice", "bob", "maria"].map((login) => [`${id} U_${login}`, "write"] as const)),
);
const asked = question(40, "#12", { createdAt: start });
const settle = (...issues: readonly IssueSeen[]) =>
  decided([task(12), asked, ...issues], { repositories, roles });
const acceptedOf = (...issues: readonly IssueSeen[]) =>
  settle(...issues).records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
const status = (persisted: Partial<PersistedState>): OwnComment => ({
  id: "IC_0",
  key: "status",
  text: "",
  createdAt: start + 60_000,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});
const word = {
  how: "command",
  word: "IC_9",
  by: { id: maria.id, login: "maria" },
  at: start + 120_000,
  row: "people",
  decision: keepWords("Use files."),
  because: "",
} as const;
/** Our status on it, which showed the question, and what a person decided there. */
const settled = (seen: IssueSeen, part: "decided" | "outcome") => {
  const said = { ...word, version: { title: seen.title, hash: seen.textHash } };
  const kept = part === "decided" ? { decided: said } : { outcome: { ...said, result: "decided" } as const };
  const admitted = { hash: seen.textHash, title: seen.title, by: "U_alice" };
  return { ...seen, own: [status({ admitted, regarded: { settles: asked.textHash }, ...kept })] };
};

test("what a person decided in another repository is not said to be in an issue of this one", () => {
  const decides = (changes: Partial<IssueSeen>, about: string) =>
    acceptedOf(settled(escalation(60, about, changes), "decided"));
  expect(decides({}, "#40")).toMatchObject({ word: "I_60", number: 60, decision: "Use files." });
  const elsewhere = decides({ repositoryId: api.id }, "acme/demo#40");
  expect(elsewhere).toMatchObject({ word: "I_60", decision: "Use files." });
  expect(elsewhere).not.toHaveProperty("number");
});

test("nor is what a person decided on a vote there", () => {
  const decides = (changes: Partial<IssueSeen>, Regarding: string) =>
    acceptedOf(settled(vote({ Regarding }, changes), "outcome"));
  expect(decides({}, "#40")).toMatchObject({ word: "I_50", number: 50, decision: "Use files." });
  const elsewhere = decides({ repositoryId: api.id }, "acme/demo#40");
  expect(elsewhere).toMatchObject({ word: "I_50", decision: "Use files." });
  expect(elsewhere).not.toHaveProperty("number");
});

test("an answer in a private repository settles no public question, and its status says why", () => {
  const decision = settle(answer(41, "acme/demo#40", { repositoryId: vault.id }));
  expect(decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted).toBeUndefined();
  expect(effectsOn(decision, 41).get("status")).toMatchObject({
    text: expect.stringContaining(
      "The question is public and this repository is not: a decision from here would be disclosed there.",
    ),
  });
});
