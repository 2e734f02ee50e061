/** Who decides while it is not known who is an agent. */
import { describe, expect, test } from "vitest";
import { whyNoDecider } from "../../../src/engine/admission/deciders.ts";
import type { Voice } from "../../../src/engine/admission/speaking/voice.ts";
import { isAgentAccount } from "../../../src/protocol/settings/agents/roster.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";

const octocat = { older: "MDQ6VXNlcjU4MzIzMQ==", newer: "U_kgDOAAjmPw" };
const voice = (id: string, login: string, speaker: Voice["speaker"] = { type: "person" }): Voice => ({
  id,
  login,
  speaker,
});

describe("while no version of the file can take effect", () => {
  const unsettled = { text: `agents:\n  ada: { account: ${octocat.older} } # maria\n  : broken` };
  const settings = { ...defaultSettings, unsettled };
  test.each<readonly [string, Voice, string, boolean]>([
    ["an admin whom it does not list decides", voice("U_alice", "alice"), "admin", true],
    ["nobody else does", voice("U_alice", "alice"), "maintain", false],
    ["nor an admin whom it lists, in the other format", voice(octocat.newer, "octo"), "admin", false],
    ["nor one whom it names", voice("U_maria", "Maria"), "admin", false],
    [
      "but one who is signed in on a page does",
      voice("U_maria", "maria", { type: "person", isSignedIn: true }),
      "admin",
      true,
    ],
  ])("%s", (_, by, role, may) => {
    expect(whyNoDecider(by, role, settings) === undefined).toBe(may);
  });
});

describe("the roster in one format, and the account in the other", () => {
  const known = (account: string) => {
    const reading = readSettings(`agents: { ada: { account: "${account}" } }`);
    if (!reading.ok) throw new Error(reading.problem);
    return reading.settings;
  };
  test("is one account if both tell its number", () => {
    expect(isAgentAccount(known(octocat.older), octocat.newer)).toBe(true);
    expect(whyNoDecider(voice("U_kgDOAAjmQA", "bob"), "write", known(octocat.older))).toBeUndefined();
  });

  test("may be one account if one of them tells none: then only an admin on a page decides", () => {
    const unknown = known("MDQ6VXNlcg==");
    expect(whyNoDecider(voice(octocat.newer, "bob"), "admin", unknown)).toContain("cannot be compared");
    const signedIn = voice(octocat.newer, "bob", { type: "person", isSignedIn: true });
    expect(whyNoDecider(signedIn, "admin", unknown)).toBeUndefined();
  });
});
