/** PostgreSQL refuses to index long text: what somebody writes must not stop a commit. */
import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { fill } from "../../contracts/store/samples.ts";
import { demo, issue, question, task } from "../../support/issues.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

/** Of what cannot be compressed. */
const long = randomBytes(20_000).toString("hex");

async function opened() {
  const store = await openPostgresStore(await newIndex(), { clock: fixedClock });
  onTestFinished(() => store.close());
  return store;
}

describe.skipIf(noPostgres)("long words", () => {
  test.each([
    ["a track", task(1, { body: `### Goal\n\nX\n\n### Track\n\n${long}\n` })],
    ["a requirement", task(1, { body: `### Goal\n\nX\n\n### Requires\n\n${long}\n` })],
    ["a skill", task(1, { body: `### Goal\n\nX\n\n### Skill\n\n${long}\n` })],
    ["a title", task(1, { title: long })],
    ["a label", task(1, { labels: ["kind:task", `track:${long}`] })],
    ["a reference", question(1, `${long.slice(0, 39)}/${long}#1`)],
    [
      "an interface",
      issue(1, {
        labels: ["kind:contract"],
        body: `### Interface\n\n${long}\n\n### Version\n\n1.0.0\n\n### Provider\n\n#1\n\n### Consumers\n\n#2\n\n### Format\n\ntext\n\n### Definition\n\ndocs/a.json@0123456789abcdef0123456789abcdef01234567\n`,
      }),
    ],
    [
      "who a discovery is for",
      issue(1, {
        labels: ["kind:discovery"],
        body: `### Found by\n\n#1\n\n### Relevant to\n\n${long}\n\n### Finding\n\nX\n\n### Action needed\n\nnone\n`,
      }),
    ],
  ])("%s of 40,000 characters is stored as any other", async (_, seen) => {
    const { index, board } = await opened();
    await fill(index, seen, task(2));
    expect((await index.records([seen.id])).get(seen.id)?.seen).toEqual(seen);
    const { cards } = await board.changes({ after: undefined, repository: undefined, limit: 9 });
    expect(cards.map(({ number }) => number)).toContain(2);
  });

  test("so is the path of a file that may be quoted", async () => {
    const { index, coordinatorStore } = await opened();
    await fill(index, task(1));
    const files = [{ path: `docs/${long.slice(0, 4_000)}.md`, oid: "o1", use: "quoted", text: "X" }] as const;
    const kept = { commit: "c1", paths: ["docs/**"], files };
    await coordinatorStore.keepContext(demo.id, kept);
    expect((await coordinatorStore.contexts([demo.id])).get(demo.id)).toEqual(kept);
  });
});
