/**
 * Tests hostile bodies, opened as issues by a trusted user and by one without write access: the bus stays up,
 * continues with other work, and its own comments contain nothing that GitHub would act on.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasInvisible } from "../../src/protocol/characters.ts";
import { parseCommands } from "../../src/protocol/commands/read-commands.ts";
import { blocksOf } from "../../src/protocol/markdown/block.ts";
import { withoutCode } from "../../src/protocol/markdown/code-span.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle, keysOf } from "../support/chronicle.ts";
import { blockedPair, botLogin, freed } from "../support/freeing.ts";
import { hurry } from "../support/hurry.ts";

const folder = new URL("../fixtures/hostile/seeds/", import.meta.url);
const seeds = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
const bodyLength = 4_000;
const titleLength = 256;

let bus: TestBus;
let events: Chronicle;
beforeAll(async () => {
  bus = await startBus();
  events = chronicle(bus);
});
afterAll(() => bus.stop());

/** A question with a hostile text in every section. */
function hostileBody(seed: string): string {
  const text = seed.repeat(Math.ceil(bodyLength / seed.length)).slice(0, bodyLength);
  return `### Blocking task\n\n_No response_\n\n### Category\n\n${text.slice(0, 200)}\n\n### Urgency\n\nnice-to-have\n\n### Context\n\n${text}`;
}

/** What GitHub would act on in our text, outside code, our marker and our own references. */
function livingIn(body: string): string {
  const text = body.replace(/\n*<!-- signalbox:2 [^\n]+ -->\s*$/, "");
  // GitHub acts on folded text, too.
  const unfolded = text.replace(/^(?:> ?)+/gm, "").replace(/<\/?(?:details|summary)>/g, "");
  const { lines, broken } = blocksOf(unfolded);
  expect(broken).toBeUndefined();
  const prose = lines.map(({ place, text }) => (place === "fence" ? "" : text)).join("\n");
  return withoutCode(prose).replace(/^<!-- text [0-9a-f]{64} -->$/gm, "");
}

const alive = /@\w|gh-\d|:\/\/|www\.|(?<!\\)(?:\\\\)*(?:!?\[|<)|(?:data|javascript):\S/iu;

test("F03 F04 F09 hostile bodies delay no one, and their words have no effect in our comments", async () => {
  const pair = await blockedPair(bus);
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const opened = await Promise.all(
    seeds.map((seed, at) => {
      const title = `Q: ${seed.repeat(Math.ceil(titleLength / seed.length))}`.slice(0, titleLength);
      const opener = at % 4 === 0 ? mallory : alice;
      return opener.open(title, hostileBody(seed), ["kind:question"]);
    }),
  );
  await hurry(bus);
  expect(await bus.server().health()).toMatchObject({
    status: "ready",
    deliveries: { pending: 0, dead: 0 },
    effects: { pending: 0, refused: 0 },
  });

  expect(livingIn("Thank you, @alice.")).toMatch(alive);
  for (const issue of opened) {
    const own = (await alice.comments(issue)).filter(({ author }) => author === botLogin);
    expect(keysOf(own).filter((key) => key !== "status")).toEqual([]);
    expect(own.length).toBeLessThanOrEqual(1);
    for (const { body } of own) {
      expect(body.length).toBeLessThanOrEqual(60_000 + 2_000);
      expect(livingIn(body)).not.toMatch(alive);
      expect(parseCommands(body)).toEqual([]);
      expect(hasInvisible(body)).toBe(false);
    }
  }
  const written = events.writes().length;
  await bus.sweep();
  expect(events.writes()).toHaveLength(written);
  expect(await alice.blockers(pair.task)).toEqual([pair.question]);
  expect((await alice.see(pair.task)).labels).toEqual(["kind:task", "status:blocked"]);
});

test("F02 authors of empty bodies are asked for more, once", async () => {
  const alice = bus.as("alice");
  const titles = [`Q: ${"x".repeat(253)}`, "Q:", "Which token?"];
  const opened = await Promise.all(titles.map((title) => alice.open(title, "", ["kind:question"])));
  await hurry(bus);
  for (const issue of opened) {
    expect((await alice.see(issue)).labels).toEqual(["kind:question", "needs-fix"]);
    const own = (await alice.comments(issue)).filter(({ author }) => author === botLogin);
    expect(keysOf(own)).toEqual(["status"]);
    expect(own[0]?.body).toContain("**Needs a fix: ");
  }
});

test("the next pair is unblocked as usual", async () => {
  const pair = await blockedPair(bus);
  await bus.as("bob").comment(pair.question, "/answer Opaque tokens.");
  await hurry(bus);
  await freed(bus, events, pair);
});
