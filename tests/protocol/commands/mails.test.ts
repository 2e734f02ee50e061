/** Composed replies by mail: what their author did not write never acts, and what he wrote is not lost. */
import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/protocol/commands/command.ts";
import { ownProse } from "../../../src/protocol/commands/own-lines.ts";
import { readCommands } from "../../../src/protocol/commands/read-commands.ts";
import { composeMails, type Mail } from "../../support/mails.ts";

const refusal = "No, not yet: let us talk about it tomorrow, when Carol is back from her holidays, please.";
const because = "clients need it";
const quotes = [
  "Which one?\n\n/decide 1 because it is cheaper",
  "/answer Files",
  "> Which one?\n\n/answer Files",
  "Comment `/decide 1`, or write:\n\n/decide 1 because it is cheaper",
];

const typed = (text: string) => readCommands(text, { byMail: false });
const mailed = (text: string) => readCommands(text, { byMail: true });
const decided: readonly Command[] = [{ name: "decide", option: 2, because }];
const unwrapped = (text: string): string => text.replace(/\s+/g, " ").trim();
/** A quote that a program did not mark, and whose own first line is one: only the mail's flag tells it apart. */
const isAmbiguous = ({ isMarked }: Mail, quoted: string): boolean => !isMarked && quoted.startsWith(">");

describe.each(quotes)("replies that quote %j", (quoted) => {
  const refusals = composeMails({ reply: refusal, quoted });
  const decisions = composeMails({ reply: `/decide 2 because ${because}`, quoted });

  test("there are more than two hundred of each", () => {
    expect(refusals.length).toBeGreaterThan(200);
    expect(decisions).toHaveLength(refusals.length);
  });

  test("a refusal decides nothing", () => {
    for (const mail of refusals.filter((each) => !isAmbiguous(each, quoted))) {
      expect(typed(mail.text).commands, mail.name).toEqual([]);
      expect(mailed(mail.text).commands, mail.name).toEqual([]);
      expect(unwrapped(ownProse(mail.text)), mail.name).toBe(refusal);
      const told = [typed(mail.text).ignored, mailed(mail.text).ignored];
      const areTold = told.every((ignored) => (ignored?.because === "quote") === !mail.isMarked);
      expect(areTold, mail.name).toBe(true);
      expect(JSON.stringify(told), mail.name).not.toMatch(/Files|cheaper/);
    }
  });

  test("by mail, a refusal decides nothing even where the quote looks marked", () => {
    const nothing = { commands: [], ignored: { name: "answer", because: "quote" } };
    for (const { name, text } of refusals.filter((each) => isAmbiguous(each, quoted)))
      expect(mailed(text), name).toEqual(nothing);
  });

  test("a command decides, in its author's words alone", () => {
    const unsure = { name: "decide", because: "mail", written: `/decide 2 because ${because}` };
    for (const mail of decisions) {
      expect(typed(mail.text).commands, mail.name).toEqual(decided);
      const expected =
        mail.place === "above"
          ? { commands: decided, ignored: undefined }
          : { commands: [], ignored: unsure };
      const { commands, ignored } = mailed(mail.text);
      expect({ commands, ignored }, mail.name).toEqual(expected);
    }
  });
});
