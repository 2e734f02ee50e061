/** Who speaks, for every kind of account, name and proof. */
import { describe, expect, test } from "vitest";
import { type Proof, type Speaker, speakerOf } from "../../../../src/engine/admission/speaking/speaker.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";
import { adaKey, bobKey, strangersKey } from "../../../support/public-keys.ts";

const roster = `
agents:
  ada: { account: U_shared, key: "${adaKey}" }
  bea: { account: U_shared, key: ["${bobKey}"] }
  cleo: { account: U_own }
  dora: { account: U_team }
  emil: { account: U_team }
  fay: { account: U_mixed, key: "${strangersKey}" }
  gus: { account: U_mixed }
  hal: { account: U_alice, with_person: true }
  ina: { account: U_alice }
trust: { agents: [U_listed, U_own] }
`;
const reading = readSettings(roster);
if (!reading.ok) throw new Error(reading.problem);
const authority = { settings: reading.settings, botId: "BOT_us" };

const unsigned: Proof = { type: "none" };
const by = (key: string): Proof => ({ type: "key", key });
const failed: Proof = { type: "failed", why: "expired" };
const unknownKey = adaKey.replace(/.$/, (last) => (last === "A" ? "B" : "A"));

function speaks(account: string, said?: string, proof = unsigned, isAboutHolding = false): Speaker {
  const login = account.replace(/^U_/, "");
  return speakerOf({ account: { id: account, login }, said, proof, isAboutHolding }, authority);
}

const agent = (name: string, proof: "key" | "account" | "said") => ({ type: "agent", name, proof });
const nobody = (because: string, name?: string) => ({ type: "nobody", because, ...(name ? { name } : {}) });

describe("an agent's own account", () => {
  test.each([undefined, "cleo", "claude", "dora"])(
    "AG01 is that agent's, whatever name it gives (%s)",
    (said) => {
      expect(speaks("U_own", said)).toEqual(agent("cleo", "account"));
    },
  );
  test("AG01 is asked for no signature, and one that fails changes nothing", () => {
    expect(speaks("U_own", "cleo", failed)).toEqual(agent("cleo", "account"));
  });
  test("an account of trust.agents is an agent called by its login", () => {
    expect(speaks("U_listed")).toEqual(agent("listed", "account"));
  });
});

describe("a key of the roster", () => {
  test.each(["U_shared", "U_own", "U_alice", "U_stranger"])(
    "AG02 proves its agent on the account %s",
    (account) => {
      expect(speaks(account, "ada", by(adaKey))).toEqual(agent("ada", "key"));
      expect(speaks(account, undefined, by(adaKey))).toEqual(agent("ada", "key"));
    },
  );
  test("AG03 proves no other agent", () => {
    expect(speaks("U_shared", "bea", by(adaKey))).toEqual(nobody("other-name", "bea"));
  });
  test.each([
    ["a key that no agent has", by(unknownKey), "unknown-key"],
    ["a signature that fails", failed, "expired"],
  ])("AG03 %s proves nobody", (_, proof, because) => {
    for (const account of ["U_shared", "U_alice", "U_team"])
      expect(speaks(account, "ada", proof)).toEqual(nobody(because, "ada"));
    expect(speaks("U_alice", undefined, proof)).toEqual(nobody(because));
  });
});

describe("without a signature", () => {
  test("AG04 the name of an agent with a key is nobody's, on every account", () => {
    for (const account of ["U_shared", "U_own", "U_team", "U_alice", "U_stranger"])
      expect(speaks(account, "ada")).toEqual(nobody("unsigned", "ada"));
  });
  test("an account of agents with keys only is nobody's", () => {
    expect(speaks("U_shared")).toEqual(nobody("unsigned"));
    expect(speaks("U_shared", "claude")).toEqual(nobody("unsigned", "claude"));
  });
  test("AG04 one of several agents without a key is taken at its account's word", () => {
    expect(speaks("U_team", "dora")).toEqual(agent("dora", "said"));
    expect(speaks("U_team", "DORA")).toEqual(agent("dora", "said"));
    expect(speaks("U_mixed", "gus")).toEqual(agent("gus", "said"));
  });
  test("AG04 several agents that give no name are one speaker", () => {
    expect(speaks("U_team")).toEqual({ type: "agents" });
    expect(speaks("U_team", "cleo")).toEqual({ type: "agents" });
    expect(speaks("U_mixed")).toEqual({ type: "agents" });
  });
  test("an account that nothing lists is a person's, whatever name it gives", () => {
    expect(speaks("U_bob")).toEqual({ type: "person" });
    expect(speaks("U_bob", "cleo")).toEqual({ type: "person" });
    expect(speaks("U_bob", "claude", failed)).toEqual({ type: "person" });
  });
  test("our own bot is the coordinator", () => {
    expect(speakerOf({ account: { id: "BOT_us", login: "us[bot]" }, proof: unsigned }, authority)).toEqual({
      type: "coordinator",
    });
  });
});

describe("an account that agents share with a person", () => {
  test("is the person's where nothing is signed", () => {
    expect(speaks("U_alice")).toEqual({ type: "person", mayBeAgent: true });
    expect(speaks("U_alice", "hal")).toEqual({ type: "person", mayBeAgent: true });
    expect(speaks("U_alice", "ina")).toEqual({ type: "person", mayBeAgent: true });
  });
  test("is the agent's whom a word about holding names", () => {
    expect(speaks("U_alice", "hal", unsigned, true)).toEqual(agent("hal", "said"));
    expect(speaks("U_alice", "ina", unsigned, true)).toEqual(agent("ina", "said"));
    expect(speaks("U_alice", undefined, unsigned, true)).toEqual({ type: "person", mayBeAgent: true });
  });
});

test.each(["U_alice", "U_team", "U_own", "U_bob", "U_listed"])(
  "a word about holding on %s names no agent of another account",
  (account) => {
    const other = account === "U_own" ? "dora" : "cleo";
    expect(speaks(account, other, unsigned, true)).toEqual(nobody("not-its-account", other));
    expect(speaks(account, "nosuch", unsigned, true)).toEqual(nobody("not-its-account", "nosuch"));
  },
);
