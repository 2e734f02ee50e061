/** What becomes of our escalation about a question when an agent or a person raises one of their own. */
import { describe, expect, test } from "vitest";
import { loadTexts } from "../../../src/texts/texts.ts";
import { bob, context, decided, escalation, maria, question, start, task } from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";

const { render } = loadTexts();
const minute = 60_000;
const known = { ...context, render, now: start + 31 * minute };
const asked = question(40, "#12", { createdAt: start });
const [opened] = openedFor(decided([task(12), asked], {}, known), 40);
const ours = asSeen(60, opened, { assignees: [maria], createdAt: start + 31 * minute });
const because = "Another escalation asks the same thing.";
const refreshed = (...others: readonly ReturnType<typeof escalation>[]) =>
  decided([task(12), asked, ours, ...others], {}, known).refreshes.flatMap((each) =>
    each.because === because ? each.id : [],
  );

describe("our escalation beside one of another user", () => {
  test("is refreshed when the other user's is read", () => {
    expect(refreshed(escalation(61, "#40", { author: bob }))).toEqual(["I_60"]);
  });

  test("is left alone by one about another question", () => {
    expect(refreshed(escalation(61, "#41", { author: bob }))).toEqual([]);
  });

  test("is left alone while there is no other", () => {
    expect(refreshed()).toEqual([]);
  });
});
