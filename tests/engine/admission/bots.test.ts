/** Bots as authors: they count by the id that the settings list, never by their name. */
import { describe, expect, test } from "vitest";
import type { Actor } from "../../../src/engine/model/fact.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { added, decided, effectsOn, question, task } from "../../support/issues.ts";

const bot = (id: string, login: string): Actor => ({ id, login, type: "Bot" });
const settings = settingsSchema.parse({ trust: { agents: ["BOT_listed"] } });
const rolesOf = (...actors: readonly Actor[]) =>
  new Map([["R_demo U_alice", "write"], ...actors.map(({ id }) => [`R_demo ${id}`, "none"] as const)]);
const asked = (author: Actor, known: Parameters<typeof decided>[2] = {}) =>
  decided([task(12), question(40, "#12", { author })], { roles: rolesOf(author) }, known);

describe("a bot", () => {
  test("H04 a bot with a listed bot's name and another id is refused; the listed id counts whatever its name", () => {
    const impostor = asked(bot("BOT_other", "helper[bot]"), { settings });
    expect(added(impostor, 40)).toEqual(["needs-approval"]);
    expect(effectsOn(impostor, 40).has("edge I_12")).toBe(false);
    expect(effectsOn(asked(bot("BOT_listed", "renamed[bot]"), { settings }), 40).has("edge I_12")).toBe(true);
  });

  test("H05 a workflow's own token is not trusted by default, only by its id", () => {
    const actions = bot("BOT_actions", "github-actions[bot]");
    expect(added(asked(actions), 40)).toEqual(["needs-approval"]);
    const listed = settingsSchema.parse({ trust: { agents: [actions.id] } });
    expect(effectsOn(asked(actions, { settings: listed }), 40).has("edge I_12")).toBe(true);
  });
});
