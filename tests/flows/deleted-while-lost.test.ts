/** The index is lost, and the delivery log tells again of a comment that was deleted meanwhile. */
import { rmSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { journalIn } from "../../src/store/sqlite/home.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { loseIndex } from "../support/store-of-flows.ts";
import { openVote, ours } from "../support/votes-story.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
const minuteMs = 60_000;
let bus: TestBus;
afterEach(() => bus.stop());

test("AG60 a vote whose comment is deleted while the index is lost counts no longer", async () => {
  bus = await startCrew(crew);
  const ada = bus.as("ada");
  const alice = bus.as("alice");
  const vote = await openVote(alice);
  await bus.settled();
  const comment = await ada.comment(vote, "/vote 1");
  await bus.settled();
  expect((await ours(bus, vote))[0]).toContain("1 of 3 have voted");
  await bus.stopServer();
  bus.clock.advance(minuteMs);
  await ada.octokit.rest.issues.deleteComment({ ...ada.repository, comment_id: comment });
  await loseIndex(bus.home);
  rmSync(journalIn(bus.home), { recursive: true, force: true });
  await bus.startServer();
  expect((await ours(bus, vote))[0]).toContain("0 of 3 have voted");
  // A reaction to the comment fails, which must not be tried for ever.
  expect(bus.ledger().filter(({ kind }) => kind === "dropped")).toEqual([]);
});

test("AG60 a vote stands whose comment somebody else deleted, seen at once or after a lost index", async () => {
  bus = await startCrew(crew);
  const [ada, bea, alice] = [bus.as("ada"), bus.as("bea"), bus.as("alice")];
  const vote = await openVote(alice);
  await bus.settled();
  const [seen, missed] = [await bea.comment(vote, "/vote 1"), await ada.comment(vote, "/vote 2")];
  await bus.settled();
  const remove = (comment_id: number) =>
    alice.octokit.rest.issues.deleteComment({ ...alice.repository, comment_id });
  await remove(seen);
  bus.clock.advance(minuteMs);
  await bus.settled();
  expect((await ours(bus, vote))[0]).toContain("2 of 3 have voted");
  expect((await ours(bus, vote))[0]).toContain("so the vote counts: `bea`");
  // A later deletion of her own takes back nothing: the first one was judged when it was seen.
  const { repository, octokit } = bea;
  await octokit.rest.issues.deleteComment({ ...repository, comment_id: await bea.comment(vote, "Hm.") });
  await bus.settled();
  expect((await ours(bus, vote))[0]).toContain("2 of 3 have voted");
  await bus.stopServer();
  await remove(missed);
  await loseIndex(bus.home);
  rmSync(journalIn(bus.home), { recursive: true, force: true });
  await bus.startServer();
  expect((await ours(bus, vote))[0]).toContain("2 of 3 have voted");
});

test("a vote that its author deleted among many other deletions is named as counting, and changed by another vote", async () => {
  bus = await startCrew(crew);
  const [ada, alice] = [bus.as("ada"), bus.as("alice")];
  const vote = await openVote(alice);
  await bus.settled();
  const comment = await ada.comment(vote, "/vote 1");
  await bus.settled();
  await bus.stopServer();
  bus.clock.advance(minuteMs);
  const { issues } = ada.octokit.rest;
  await issues.deleteComment({ ...ada.repository, comment_id: comment });
  for (let n = 0; n < 50; n++) {
    const other = await alice.comment(vote, `Remark ${n}`);
    await alice.octokit.rest.issues.deleteComment({ ...alice.repository, comment_id: other });
  }
  await bus.startServer();
  expect((await ours(bus, vote))[0]).toContain("1 of 3 have voted");
  expect((await ours(bus, vote))[0]).toContain("GitHub no longer lists by whom, so the vote counts: `ada`");
  await ada.comment(vote, "/vote 2");
  await bus.settled();
  const [status] = await ours(bus, vote);
  expect(status).toContain("1 of 3 have voted");
  expect(status).not.toContain("so the vote counts");
});
