/** Which comments a read asks for: what came after those that a read has shown, and whether known ones still exist. */
import { expect, test } from "vitest";
import { buildReadRequests } from "../../../../src/dispatcher/reconcile/reading/request.ts";
import type { IssueRecord } from "../../../../src/engine/model/snapshot.ts";
import { recordOf } from "../../../contracts/store/samples.ts";
import { demo, start, task } from "../../../support/issues.ts";

const hour = 3_600_000;
const minute = 60_000;

async function requestFor(record: IssueRecord) {
  const index = { idsOf: async () => new Map(), records: async () => new Map([["I_1", record]]) };
  const [request] = (await buildReadRequests(index, demo, [{ id: "I_1" }])).keys();
  return request;
}

const comment = (id: string, createdAt: number) => ({
  id,
  author: { id: "U_bob", login: "bob", type: "User" } as const,
  text: "/help",
  createdAt,
});

test("G19 a read reaches back to the newest comment that a read has shown, and asks for later known ones by id", async () => {
  const known = recordOf(
    task(1, { comments: [comment("C_old", start - 2 * hour), comment("C_new", start)] }),
  );
  const record = { ...known, readAt: start + hour / 2, commentsUntil: start + 10 * minute };
  const updated = { ...record, seen: { ...record.seen, updatedAt: start + hour / 2 } };
  expect(await requestFor(updated)).toMatchObject({
    commentsSince: start + 9 * minute,
    recentComments: [{ id: "C_new", createdAt: start }],
  });
});

test("G19 a record of which no read has shown a comment is read an hour back, as what deliveries told of is no cursor", async () => {
  const record = { ...recordOf(task(1)), readAt: start };
  const updated = { ...record, seen: { ...record.seen, updatedAt: start + hour } };
  expect(await requestFor(updated)).toMatchObject({ commentsSince: start - hour });
});
