/** When a repository's questions have to be read again. */
import { expect, test } from "vitest";
import type { IssueSeen } from "../../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../../src/engine/model/snapshot.ts";
import { readMessage } from "../../../../src/protocol/message.ts";
import { AskedEditions } from "../../../../src/store/sqlite/tables/asked-editions.ts";
import { answer, demo, question, task } from "../../../support/issues.ts";

function record(seen: IssueSeen): IssueRecord {
  const reading = readMessage({ title: seen.title, body: seen.body, labels: seen.labels });
  return { seen, reading, persisted: emptyPersistedState, readAt: 0, edgeMadeAt: {}, reactedTo: [] };
}

const [asked, work] = [record(question(40, "#12")), record(task(12))];

test("writing or removing a question or an answer changes its repository's edition", () => {
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

test("other writes, and those in other repositories, do not change a repository's edition", () => {
  const editions = new AskedEditions();
  editions.saved(asked);
  const before = editions.of(demo.id);
  editions.saved(work);
  editions.removed(work.seen.id);
  editions.saved({ ...asked, seen: { ...asked.seen, id: "I_other", repositoryId: "R_other" } });
  expect(editions.of(demo.id)).toBe(before);
});

test("an issue that was listed as a question and no longer is one changes the edition once", () => {
  const editions = new AskedEditions();
  editions.listed(demo.id, [work.seen.id]);
  editions.saved(work);
  expect(editions.of(demo.id)).toBe(1);
  editions.saved(work);
  expect(editions.of(demo.id)).toBe(1);
});

test("each question has its own edition, which changes when it is written, removed or rolled back", () => {
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
