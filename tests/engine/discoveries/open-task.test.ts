import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { context, decided, discovery, effectsOn, mallory, task } from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const on = (yaml: string, found: IssueSeen, ...others: readonly IssueSeen[]) => {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return decided([task(12), found, ...others], {}, { ...context, render, settings: reading.settings });
};
const wanted = "discoveries: {open_tasks: [fix]}";
const found = (action: string, changes: Partial<IssueSeen> = {}) =>
  discovery(50, "#12, track:core", { action, ...changes });

describe("a discovery that asks for work", () => {
  it("a discovery that asks for work opens one task on its track that links back to it, if the settings want that", () => {
    const [effect, ...more] = openedFor(on(wanted, found("fix")), 50);
    expect(more).toEqual([]);
    expect(effect).toMatchObject({ kind: "task", title: "Fix: Finding 50" });
    expect(readingOf(effect)).toMatchObject({ problems: [], message: { track: "core" } });
    expect(effect?.sealed).toEqual({ links: ["#50"] });
    const again = on(wanted, found("fix"), asSeen(60, effect));
    expect(openedFor(again, 50)).toEqual([]);
    const status = effectsOn(again, 50).get("status");
    expect(status).toMatchObject({ text: expect.stringContaining("Opened for it: #60.") });
  });

  it("a discovery opens no task without the setting, for another action, or by a user without write access", () => {
    expect(openedFor(on("", found("fix")), 50)).toEqual([]);
    expect(openedFor(on(wanted, found("investigate")), 50)).toEqual([]);
    expect(openedFor(on(wanted, found("fix", { author: mallory })), 50)).toEqual([]);
  });
});
