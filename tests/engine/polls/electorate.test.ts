/** Whom a vote's voters mean, where a person's login and a bot's differ in the suffix alone. */
import { expect, test } from "vitest";
import { speakerOf } from "../../../src/engine/admission/speaking/speaker.ts";
import { electorateOf, voterOf } from "../../../src/engine/polls/electorate.ts";
import { voters } from "../../../src/protocol/section-values/voters.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { us } from "../../support/issues.ts";

const bot = { id: "BOT_helper", login: "Helper[bot]" };
const person = { id: "U_helper", login: "helper" };
const listed = settingsSchema.parse({ trust: { agents: [bot.id] } });
const named = settingsSchema.parse({ agents: { helper: { account: "U_ada" } }, trust: { agents: [bot.id] } });

function voices(written: string, settings = listed) {
  const read = voters({ label: "Voters", hint: "" }).read(written);
  if (!read.ok) throw new Error(read.problem.message);
  const electorate = electorateOf(read.value, settings, []);
  return [bot, person].map((account) => {
    const speaker = speakerOf({ account, proof: { type: "none" } }, { settings, botId: us.id });
    return voterOf(electorate, { ...account, speaker });
  });
}

test.each([
  ["the bot, with its suffix", "@helper[bot]", ["login helper[bot]", undefined]],
  ["the person, without it", "@helper", [undefined, "login helper"]],
  ["both, each with its own vote", "@Helper, `@helper[bot]`", ["login helper[bot]", "login helper"]],
])("AG60 of a person `helper` and a bot `helper[bot]`, voters name %s", (_, written, expected) => {
  expect(voices(written)).toEqual(expected);
});

test("AG60 an agent's name gives neither of them its vote", () => {
  expect(voices("helper", named)).toEqual([undefined, undefined]);
  expect(voices("@helper[bot]", named)).toEqual(["login helper[bot]", undefined]);
});

test("AG60 a name that is no agent's is told how a person and an App's bot are written", () => {
  const { faults } = electorateOf([{ type: "agent", name: "helper" }], listed, []);
  expect(faults).toEqual([
    "The settings name no agent `helper`. A person is written `@helper`, an App's bot `@helper[bot]`.",
  ]);
});
