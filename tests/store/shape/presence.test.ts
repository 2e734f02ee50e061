/** Who is at work, from what was heard and who holds what. */
import { describe, expect, test } from "vitest";
import type { Session } from "../../../src/dispatcher/ports/agents/sessions.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { atWork } from "../../../src/store/shape/presence.ts";
import { demo, start } from "../../support/issues.ts";

const now = start + 100 * 3_600_000;
const settings = settingsSchema.parse({ leases: { ttl: "30m" } });
const session = (secondsAgo: number, changes: Partial<Session> = {}): Session => ({
  agent: "ada",
  id: `S${secondsAgo}`,
  repositoryId: demo.id,
  endedAt: undefined,
  firstHeardAt: start,
  heardAt: now - secondsAgo * 1_000,
  doing: undefined,
  issue: undefined,
  leases: [],
  ...changes,
});

describe("presence", () => {
  test.each([
    ["online", [session(90)]],
    ["idle", [session(91)]],
    ["idle", [session(1_800)]],
    ["away", [session(1_801)]],
    ["away", [session(86_400)]],
    ["gone", [session(86_401)]],
    ["gone", [session(5, { endedAt: now - 5_000 })]],
    ["online", [session(5, { endedAt: now - 5_000 }), session(60)]],
  ] as const)("is %s", (presence, sessions) => {
    expect(atWork(sessions, new Map(), settings, now).get("ada")?.presence).toBe(presence);
  });

  test("tells the latest words, the tasks held, and leaves out who did nothing", () => {
    const sessions = [session(50, { doing: "tests" }), session(10)];
    const held = new Map([
      ["ada", [12, 13]],
      ["bea", [14]],
    ]);
    const found = atWork(sessions, held, settings, now);
    expect(found.get("ada")).toEqual({
      presence: "online",
      doing: "tests",
      tasks: [12, 13],
      heardAt: now - 10_000,
    });
    expect(found.get("bea")).toEqual({
      presence: undefined,
      doing: undefined,
      tasks: [14],
      heardAt: undefined,
    });
    expect(found.has("zoe")).toBe(false);
  });
});
