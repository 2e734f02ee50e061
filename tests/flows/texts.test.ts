/**
 * Measures the texts that people read: each text of a whole story against its budget of visible characters.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogue } from "../../src/operations/catalogue.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { seedWithStore } from "../support/seeds.ts";
import { tellEverything, type Written, writtenByUs } from "../support/texts-story.ts";
import { visibleLength, visibleText } from "../support/visible.ts";

let bus: TestBus;
let all: readonly Written[] = [];
beforeAll(async () => {
  bus = await startBus({ seed: seedWithStore("store", "escalations: {remind: [20m]}") });
  await tellEverything(bus);
  all = await writtenByUs(bus);
}, 120_000);
afterAll(() => bus.stop());

const of = (kind: Written["kind"]) => all.filter((each) => each.kind === kind);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The average over the same escalations, with all folds open, as the previous version wrote them. */
const openBefore = 1_463;

test("N14 an escalation is read in ten seconds: at most 900 visible characters, 600 in the median", () => {
  const lengths = of("escalation").map(({ body }) => visibleLength(body));
  expect(lengths.length).toBeGreaterThanOrEqual(6);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(900);
  expect(median(lengths)).toBeLessThanOrEqual(600);
});

test("N14 an escalation of a question is half as long as before with all folds open", () => {
  const open = of("escalation")
    .filter(({ body }) => body.includes("writes in #"))
    .map(({ body }) => visibleLength(body, { open: true }));
  const average = open.reduce((sum, length) => sum + length, 0) / open.length;
  expect(average).toBeLessThanOrEqual(openBefore / 2);
});

test("N14 an escalation asks the asker's question, without a machine block, a hash or a repeated option", () => {
  for (const { title, body } of of("escalation")) {
    expect(title.length).toBeLessThanOrEqual(80);
    expect(body).not.toContain("```");
    expect(visibleText(body, { open: true })).not.toMatch(/[0-9a-f]{40}|_No response_|\blimit \d/);
    const options = [...body.matchAll(/^\d\. (.+)$/gm)].map(([, text = ""]) => text);
    expect(new Set(options).size).toBe(options.length);
    for (const option of options) expect(body.split(option).length).toBe(2);
  }
  const reserved = all.find(
    ({ title }) => title === "Escalation: May we break the login API for older clients?",
  );
  expect(reserved?.body).toMatch(/### Question\s+May we break the login API for older clients\?/);
});

/** The list of fixes has one entry for each fault. */
const withoutList = (body: string): string =>
  body.includes("**Needs a fix") ? body.replace(/^- .*$/gm, "") : body;

test("N14 a comment that notifies has at most 300 visible characters, any other one 350", () => {
  const comments = of("comment");
  expect(comments.length).toBeGreaterThanOrEqual(20);
  for (const { title, body } of comments) {
    const most = body.startsWith("@") ? 300 : 350;
    expect(visibleLength(withoutList(body)), `${title}\n${body}`).toBeLessThanOrEqual(most);
  }
  const notice = comments.find(({ body }) => body.startsWith("@alice, this task is ready"));
  expect(notice?.body).toContain(`Start with \`signalbox brief ${notice?.issue}\`.`);
  const leads = comments.map(({ body }) => visibleText(body).slice(0, 140)).join("\n");
  for (const lead of [
    "@alice, this task is ready",
    "needs your decision",
    "something to fix",
    "Needs a fix: 4 places.",
    "Needs approval.",
    "Commands:",
    "Last action here",
    "had no effect",
  ])
    expect(leads).toContain(lead);
});

test("N14 a suggestion has at most 600 visible characters", () => {
  expect(of("answer")).not.toHaveLength(0);
  for (const { body } of of("answer")) expect(visibleLength(body)).toBeLessThanOrEqual(600);
});

test("N14 a reply to a command says what happened and what to do, in at most 300 characters and in plain words", () => {
  const replies = of("comment").filter(({ body }) => /^\*\*`\//.test(body));
  expect(replies.length).toBeGreaterThanOrEqual(2);
  const whole = replies.map(({ body }) => visibleText(body)).join("\n");
  expect(whole).toContain(
    "/decide 5 had no effect. There are 2 options. Write a new comment (edits are not read): /decide 2 because …",
  );
  expect(whole).toMatch(
    /^\/answer had no effect\. The person who asked a question cannot answer it; .{10,60} Or an admin names the agents in the settings: .+$/m,
  );
  for (const { body } of replies) expect(visibleLength(body), body).toBeLessThanOrEqual(300);
  for (const { body } of all)
    expect(visibleText(body, { open: true })).not.toMatch(/whoever|stands? behind|\banew\b/i);
});

test("N42 a command that a text says to run is signalbox's own, without a package runner", () => {
  const told = all.flatMap(({ body }) => [...body.matchAll(/`([^`\n]*\bsignalbox) (\w+)[^`\n]*`/g)]);
  expect(told.length).toBeGreaterThanOrEqual(2);
  for (const [text, program, name] of told) {
    expect(program, text).toBe("signalbox");
    expect([...catalogue.map((operation) => operation.name), "verify"]).toContain(name);
  }
});

test("N14 each fault is reported once, with the value found and how to write it", () => {
  const fix = of("comment").find(({ body }) => body.includes("**Needs a fix"))?.body ?? "";
  expect(fix).toContain("- **Blocking task**: `9` is not an issue. Write `#9`.");
  expect(fix).toContain("- **Urgency**: `urgent` is not one of `blocking`, `important`, `nice-to-have`.");
  expect(fix).not.toContain("**Open.**");
});

test("N14 no status is a single word, and none of our sentences repeats the prefix of a title", () => {
  for (const { title, body } of of("comment")) {
    expect(visibleText(body), title).toMatch(/\s\S+\s/);
    expect(visibleText(body.replace(/^>.*$/gm, "")), title).not.toMatch(/#\d+ (?:Q|A|Discovery|Handover): /);
  }
  const bodies = of("escalation").map(({ body }) => body);
  expect(bodies.some((body) => /Neither #\d+ nor #\d+ can start\./.test(body))).toBe(true);
});
