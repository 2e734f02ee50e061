/**
 * An agent changes what it put before a person, at any time before she writes: what she was asked is not what she decides.
 * Her word settles nothing, she is shown the change, and the same word again counts. A reply by mail to hours-old text,
 * a page that was open, and a rename in the last second are one case.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { ours } from "../support/votes-story.ts";
import {
  type AttackedMatter,
  attackedMatters,
  dangerous,
  isSettled,
  type OpenMatter,
} from "./attacked-matters.ts";
import { combine, someOf } from "./attacks.ts";

let bus: TestBus;
let played = 0;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

/** Each pass reads what its issue waits for: a repository with hundreds of them is slow. */
beforeEach(async () => {
  played += 1;
  if (played % 20 !== 0) return;
  await bus.stop();
  bus = await startBus();
});

type Change = (matter: OpenMatter, kind: AttackedMatter) => Promise<void>;

const changes: Readonly<Record<string, Change>> = {
  "its body": ({ issue, author, body }, { harmless, harmful }) =>
    bus.as(author).edit(issue, { body: body.replaceAll(harmless, harmful) }),
  "its title alone": ({ issue, author, title }) =>
    bus.as(author).edit(issue, { title: `${title.split(":")[0]}: ${dangerous}?` }),
  "both at once": ({ issue, author, title, body }, { harmless, harmful }) => {
    const changed = `${title.split(":")[0]}: ${dangerous}?`;
    return bus.as(author).edit(issue, { title: changed, body: body.replaceAll(harmless, harmful) });
  },
};
const before = { "one second": 1_100, "one minute": 60_000, "one hour": 3_600_000 };
const doors = ["a comment", "a mail"] as const;

const attacks = combine(attackedMatters, Object.entries(changes), Object.entries(before)).flatMap(
  ([matter, [what, change], [when, ms]]) =>
    doors.map((door) => {
      const name = `${matter.kind}: ${what}, ${when} before ${door}`;
      return [name, { matter, change, ms, door }] as const;
    }),
);

async function say(door: (typeof doors)[number], by: string, issue: number, body: string): Promise<void> {
  if (door === "a comment") await bus.as(by).comment(issue, body);
  else await bus.testHub.as(by)("POST", `/_hub/repos/acme/demo/issues/${issue}/mail`, { body });
  await bus.settled();
}

test.each(someOf(attacks, 8, ([, { matter }]) => matter.kind))(
  "%s",
  async (_, { matter, change, ms, door }) => {
    const { by } = matter;
    const opened = await matter.open(bus);
    bus.clock.advance(1_100);
    const word = await matter.word(bus, opened);
    expect(word).toMatch(/^\//);
    await change(opened, matter);
    await bus.settled();
    bus.clock.advance(ms);
    await bus.settled();
    const told = (await ours(bus, opened.issue)).join("\n").length;
    await say(door, by, opened.issue, word);
    expect(await isSettled(bus, opened)).toBe(false);
    const said = (await ours(bus, opened.issue)).join("\n");
    expect(said.length).toBeGreaterThan(told);
    expect(said).toMatch(matter.told);

    bus.clock.advance(2_000);
    await say("a comment", by, opened.issue, await matter.word(bus, opened));
    expect(await isSettled(bus, opened)).toBe(true);
  },
);
