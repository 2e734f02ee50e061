/**
 * A person's comment carries a decision that its page does not plainly show: it was pasted, folded, struck, or is that of a
 * mail that she answers. It settles nothing, whatever kind of matter it is about.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { composeMails } from "../support/mails.ts";
import { seededRandom, shuffled } from "../support/seeded-random.ts";
import { attackedMatters, isSettled } from "./attacked-matters.ts";
import { attackSeed, combine, someOf } from "./attacks.ts";

let bus: TestBus;
let played = 0;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());
beforeEach(async () => {
  played += 1;
  if (played % 25 !== 0) return;
  await bus.stop();
  bus = await startBus();
});

const hiding: Readonly<Record<string, (word: string) => string>> = {
  "an HTML comment": (word) => `No.\n\n<!--\n\n${word}\n\n-->`,
  "an HTML comment that a list opens": (word) => `- <!-- No.\n\n${word}`,
  "an HTML comment that never ends": (word) => `No.\n\n<!-- \n\n${word}\n`,
  "a fold": (word) => `No.\n\n<details><summary>More</summary>\n\n${word}\n\n</details>`,
  "a fold that never ends": (word) => `No.\n\n<details><summary>More</summary>\n\n${word}\n`,
  "struck text": (word) => `No.\n\n~~${word}~~`,
  "struck text over paragraphs": (word) => `No.\n\n<del>\n\n${word}\n\n</del>`,
  "a table": (word) => `No.\n\n| a |\n|---|\n| b |\n${word}`,
  "a footnote": (word) => `No.[^1]\n\n[^1]: See\n\n    ${word}`,
  "a quote": (word) => `No.\n\n> She said:\n>\n> ${word}`,
  "a quote that goes on": (word) => `No.\n\n> She said:\n${word}`,
  "a fence": (word) => `No.\n\n\`\`\`\n${word}\n\`\`\``,
  "a fence of tildes that never ends": (word) => `No.\n\n~~~~\n~~~\n${word}\n~~~`,
  "a definition's title": (word) => `No.\n\n[a]: https://example.org "\n${word}\n"`,
  "an image's text": (word) => `No.\n\n![\n${word}\n](https://example.org/a.png)`,
  "an attribute": (word) => `No. <b title="\n${word}\n">x</b>`,
  "a formula": (word) => `No.\n\n$$\n${word}\n$$`,
  "a script that GitHub drops": (word) => `No.\n\n<style>\n\n${word}\n\n</style>`,
  "a heading": (word) => `# ${word}`,
  "an item of a list": (word) => `- ${word}`,
};

const mails = composeMails({ reply: "No, please do not.", quoted: "QUOTED" }).filter(
  ({ place }) => place === "above",
);

describe("what the page does not plainly show", () => {
  const attacks = combine(attackedMatters, Object.entries(hiding), [0]).map(
    ([matter, [place, hide]]) => [`${matter.kind}, in ${place}`, { matter, hide }] as const,
  );
  test.each(someOf(attacks, 6, ([, { matter }]) => matter.kind))("%s", async (_, { matter, hide }) => {
    const opened = await matter.open(bus);
    bus.clock.advance(1_100);
    await bus.as(matter.by).comment(opened.issue, hide(await matter.word(bus, opened)));
    await bus.settled();
    expect(await isSettled(bus, opened)).toBe(false);
  });
});

describe("a mail that quotes the word below a refusal", () => {
  const attacks = combine(attackedMatters, mails, ["mail", "comment"] as const).map(
    ([matter, mail, door]) => [`${matter.kind}, as a ${door}: ${mail.name}`, { matter, mail, door }] as const,
  );
  // All of them would take an hour.
  const some = shuffled(seededRandom(attackSeed), attacks).slice(0, 100);
  test.each(someOf(some, 4, ([, { matter }]) => matter.kind))("%s", async (_, { matter, mail, door }) => {
    const opened = await matter.open(bus);
    bus.clock.advance(1_100);
    const body = mail.text.replace("QUOTED", await matter.word(bus, opened));
    if (door === "comment") await bus.as(matter.by).comment(opened.issue, body);
    else
      await bus.testHub.as(matter.by)("POST", `/_hub/repos/acme/demo/issues/${opened.issue}/mail`, { body });
    await bus.settled();
    expect(await isSettled(bus, opened)).toBe(false);
  });
});
