/** What makes a repository's questions worth reading again. */
import { expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { blankMemory } from "../../../src/engine/model/memory.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { AskedEditions } from "../../../src/store/tables/asked-editions.ts";
import { answer, demo, question, task } from "../../support/issues.ts";

function record(seen: IssueSeen): IssueRecord {
  const reading = readMessage({ title: seen.title, body: seen.body, labels: seen.labels });
  return { seen, reading, memory: blankMemory, readAt: 0, edgeMadeAt: {}, reactedTo: [] };
}

const [asked, work] = [record(question(40, "#12")), record(task(12))];

test("a question or an answer that is written or removed makes another edition of its repository", () => {
  const editions = new AskedEditions();
  const seen = [editions.of(demo.id)];
  const changes = [
    () => editions.saved(asked),
    () => editions.saved(asked),
    () => editions.saved(record(answer(41, "#40"))),
    () => editions.removed(asked.seen.id),
  ];
  for (const change of changes) {
    change();
    expect(seen).not.toContain(editions.of(demo.id));
    seen.push(editions.of(demo.id));
  }
});

test("everything else leaves it as it is, and another repository too", () => {
  const editions = new AskedEditions();
  editions.saved(asked);
  const before = editions.of(demo.id);
  editions.saved(work);
  editions.removed(work.seen.id);
  editions.saved({ ...asked, seen: { ...asked.seen, id: "I_other", repositoryId: "R_other" } });
  expect(editions.of(demo.id)).toBe(before);
});

test("what was listed as a question and is none any more makes another edition, once", () => {
  const editions = new AskedEditions();
  editions.listed(demo.id, [work.seen.id]);
  editions.saved(work);
  expect(editions.of(demo.id)).toBe(1);
  editions.saved(work);
  expect(editions.of(demo.id)).toBe(1);
});

test("each question has an edition of its own, another after it was written, removed or undone", () => {
  const editions = new AskedEditions();
  editions.listed(demo.id, [asked.seen.id]);
  expect(editions.ofIssue(asked.seen.id)).toBe(0);
  editions.saved(asked);
  const written = editions.ofIssue(asked.seen.id);
  editions.saved(record(answer(41, "#40")));
  expect(editions.ofIssue(asked.seen.id)).toBe(written);
  editions.removed(asked.seen.id);
  editions.saved(asked);
  expect(editions.ofIssue(asked.seen.id)).not.toBe(written);
  const [again, whole] = [editions.ofIssue(asked.seen.id), editions.of(demo.id)];
  editions.forget();
  expect(editions.ofIssue(asked.seen.id)).not.toBe(again);
  expect(editions.of(demo.id)).not.toBe(whole);
});
