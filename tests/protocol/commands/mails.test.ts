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

  test.each(refusals.filter((mail) => !isAmbiguous(mail, quoted)))(
    "$name: a refusal decides nothing",
    (mail) => {
      expect(typed(mail.text).commands).toEqual([]);
      expect(mailed(mail.text).commands).toEqual([]);
      expect(unwrapped(ownProse(mail.text))).toBe(refusal);
      const told = [typed(mail.text).ignored, mailed(mail.text).ignored];
      expect(told.every((ignored) => (ignored?.because === "quote") === !mail.isMarked)).toBe(true);
      expect(JSON.stringify(told)).not.toMatch(/Files|cheaper/);
    },
  );

  test.each(refusals.filter((mail) => isAmbiguous(mail, quoted)))(
    "$name: by mail, a refusal decides nothing even where the quote looks marked",
    ({ text }) => {
      expect(mailed(text)).toEqual({ commands: [], ignored: { name: "answer", because: "quote" } });
    },
  );

  test.each(decisions)("$name: a command decides, in its author's words alone", (mail) => {
    expect(typed(mail.text).commands).toEqual(decided);
    const { commands, ignored } = mailed(mail.text);
    if (mail.place === "above")
      expect({ commands, ignored }).toEqual({ commands: decided, ignored: undefined });
    else {
      expect(commands).toEqual([]);
      expect(ignored).toEqual({
        name: "decide",
        because: "mail",
        written: `/decide 2 because ${because}`,
      });
    }
  });
});
