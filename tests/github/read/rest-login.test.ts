/** One login for one account, whether REST or GraphQL names it. */
import { expect, test } from "vitest";
import { toActor } from "../../../src/github/read/comments.ts";
import { restLogin } from "../../../src/github/read/rest-login.ts";
import { loginName } from "../../../src/protocol/settings/agents/login-name.ts";

test.each([
  ["an App's bot gets the suffix that GraphQL leaves out", "Bot", "dependabot", "dependabot[bot]"],
  ["a viewer's login has it already", "Bot", "signalbox[bot]", "signalbox[bot]"],
  ["GitHub's coding agent has another name and no suffix", "Bot", "copilot-swe-agent", "Copilot"],
  ["a person of that name keeps it", "User", "copilot-swe-agent", "copilot-swe-agent"],
  ["an organisation has none", "Organization", "acme", "acme"],
])("%s", (_what, type, login, expected) => {
  expect(restLogin({ __typename: type, login })).toBe(expected);
});

test("an agent that the settings give no name is called without the suffix", () => {
  expect(loginName("Renovate[bot]")).toBe("renovate");
  expect(loginName("Ada")).toBe("ada");
});

test("who wrote a comment is named as a delivery names them", () => {
  expect(toActor({ __typename: "Bot", id: "BOT_1", login: "renovate" })).toEqual({
    id: "BOT_1",
    login: "renovate[bot]",
    type: "Bot",
  });
});
