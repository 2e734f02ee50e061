import { describe, expect, test } from "vitest";
import type { FoundQuote } from "../../../src/coordinator/answers/draft.ts";
import { choicesFor } from "../../../src/coordinator/answers/options.ts";

const sure = { agrees: true, isEvident: true };

function found(path: string, text: string, more: Partial<FoundQuote> = {}): FoundQuote {
  const lines = { firstLine: 3, lastLine: 3 };
  return { path, commit: "c".repeat(40), ...lines, text, isSuperseded: false, isOffered: true, ...more };
}

describe("the options of an escalation", () => {
  test("the asker's options are offered as written, without a recommendation", () => {
    const choices = choicesFor("- Split it\n- Keep it whole", [found("a.md", "We split servers.")], sure);
    expect(choices).toMatchObject({ options: ["Split it", "Keep it whole"], recommendation: undefined });
  });

  test("options from pages are offered verbatim, since the chosen one becomes the decision", () => {
    const said = "A failed call is retried\nthree times.";
    const { options, recommendation } = choicesFor(undefined, [found("docs/adr/0002.md", said)], sure);
    expect(options).toEqual(["A failed call is retried three times."]);
    expect(recommendation).toBe(options[0]);
  });

  test("N12 a passage that is not a sentence is not an option, so there may be none", () => {
    const table = found("a.md", "| a | b |\n| --- | --- |", { lastLine: 9 });
    const long = found("b.md", "Word ".repeat(100));
    expect(choicesFor(undefined, [table, long], sure)).toEqual({
      options: [],
      optionSources: [],
      recommendation: undefined,
    });
  });

  test("what two pages say in the same words is offered once", () => {
    const pages = [found("a.md", "Ninety days."), found("b.md", "Ninety days.")];
    expect(choicesFor(undefined, pages, sure).options).toEqual(["Ninety days."]);
  });

  test("superseded passages and weak matches are never offered", () => {
    const old = found("a.md", "We use A.", { isSuperseded: true, isOffered: false });
    expect(choicesFor(undefined, [old], sure)).toEqual({
      options: [],
      optionSources: [],
      recommendation: undefined,
    });
  });

  test("an option is recommended only above the limit of evidence for an answer, and if nothing contradicts it", () => {
    const one = found("a.md", "Cents.");
    const other = found("b.md", "Decimals.");
    const doubtful = { agrees: true, isEvident: false };
    expect(choicesFor(undefined, [one, other], doubtful).recommendation).toBeUndefined();
    expect(choicesFor(undefined, [one], { agrees: false, isEvident: true }).recommendation).toBeUndefined();
    expect(choicesFor(undefined, [one], doubtful).recommendation).toBeUndefined();
    expect(choicesFor(undefined, [one], sure).recommendation).toBe("Cents.");
    expect(choicesFor("- Mine", [one], sure)).toMatchObject({
      options: ["Mine", "Cents."],
      recommendation: undefined,
    });
  });
});
