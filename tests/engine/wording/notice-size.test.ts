/** The budget of comments that notify, with everything as long as people make it. */
import { expect, test } from "vitest";
import { fittingNotice } from "../../../src/engine/wording/notice-size.ts";
import type { Text } from "../../../src/protocol/text.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { visibleLength } from "../../support/visible.ts";

const { render } = loadTexts();
const words = "We store it in *one* file, as `kill -9` loses nothing then, and @nobody has to run a server. ";
const long = words.repeat(20);
const titleOf = (number: number) =>
  `Q: Which of the ${number} stores that were tried keeps what a burst of them brings?`;
const people = Array.from({ length: 10 }, (_, index) => `some-body-with-a-long-login-${index}`);
const ended = (count: number, decision: string | undefined = long) =>
  Array.from({ length: count }, (_, index) => ({
    name: `acme/storage#${1_000 + index}`,
    title: titleOf(index),
    decision,
    decidedBy: "maria-the-maintainer",
    because: long,
    whole: `acme/storage#${1_000 + index}#issuecomment-3561234567`,
  }));
const nobody = { settled: [], withdrawn: [], waivers: [], start: "signalbox brief 12345" };
const waiver = { name: "#7", by: "maria-the-maintainer", because: long, whole: "#8" };

type Notice = Extract<Text, { readonly name: "wake" | "discovery-notice" | "escalation-reminder" }>;
const fitted = (notice: Notice): string =>
  fittingNotice((size) => render({ ...notice, data: { ...notice.data, size } } as Notice));
const wake = (data: Partial<Extract<Text, { readonly name: "wake" }>["data"]>): string =>
  fitted({ name: "wake", data: { ...nobody, people, isChange: false, ...data } });

test.each<[string, string]>([
  ["one long answer", wake({ settled: ended(1) })],
  ["one long answer to one person", wake({ settled: ended(1), people: ["alice"] })],
  ["many long answers", wake({ settled: ended(12) })],
  ["many tasks that were done", wake({ settled: ended(12, undefined) })],
  ["what people went on without", wake({ waivers: [waiver, waiver, waiver] })],
  [
    "all of that",
    wake({
      settled: ended(9),
      waivers: [waiver, waiver],
      withdrawn: Array.from({ length: 30 }, (_, index) => `#${index}`),
    }),
  ],
  [
    "a changed answer",
    wake({
      isChange: true,
      settled: ended(1).map((each) => ({
        ...each,
        replaced: { decision: long, whole: each.whole, decidedIn: "acme/storage#2000" },
      })),
    }),
  ],
  [
    "a discovery",
    fitted({
      name: "discovery-notice",
      data: { people, name: "#29", title: titleOf(1), action: "investigate", finding: long },
    }),
  ],
  [
    "a reminder",
    fitted({
      name: "escalation-reminder",
      data: {
        people,
        title: "",
        question: long,
        takesOptionsOnly: false,
        regarding: "#16",
        options: Array.from({ length: 5 }, (_, index) => ({ command: `/decide ${index + 1}`, text: long })),
        changes: [],
        until: "2026-11-23 05:12 UTC",
      },
    }),
  ],
])("N14 a notice of %s has at most 300 visible characters", (_, text) => {
  expect(visibleLength(text), text).toBeLessThanOrEqual(300);
  expect(text).toMatch(/^@(?:some-body-with-a-long-login-0|alice)\b/);
});

test("N14 a cut answer and a cut reason both end with a link to the full text", () => {
  const text = wake({ settled: ended(1), people: ["alice"] });
  const link = "([all of it](https://github.com/acme/storage/issues/1000#issuecomment-3561234567))";
  expect(text.split(link)).toHaveLength(3);
  expect(text).toMatch(/Start with `signalbox brief 12345`\.$/);
});

test("N14 a text that fits is not cut", () => {
  const [told] = ended(1, "SQLite: one file.");
  const settled = told === undefined ? [] : [{ ...told, name: "#2", because: "It survives `kill -9`." }];
  expect(wake({ settled, people: ["alice"] })).not.toContain("all of it");
});

test("N14 of many answers some are shown, with the number of the others", () => {
  const settled = ended(12, "Yes.").map((each) => ({ ...each, title: "Q: Which?" }));
  expect(wake({ settled, people: ["alice"] })).toMatch(
    /^@alice, this task is ready\.\n\n- `maria-the-maintainer` answered acme\/storage#1000 Which\? Yes\n[\s\S]*\n- and \d+ more\n/,
  );
});
