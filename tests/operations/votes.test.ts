/** The list of votes, on an in-memory board. */
import { expect, test } from "vitest";
import type { CardDetail } from "../../src/operations/ports.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { votes } from "./held.ts";

const vote = (number: number, more: Partial<CardDetail> = {}): CardDetail =>
  card(number, {
    kind: "vote",
    status: undefined,
    title: `Vote: Store ${number}`,
    poll: {
      options: [
        { number: 1, text: "SQLite\u001b[31m", voters: ["ada"] },
        { number: 2, text: "Postgres", voters: [] },
      ],
      needed: 2,
      missing: ["bea"],
      left: ["cleo"],
      endsAt: Date.UTC(2026, 0, 2),
    },
    blocking: [{ ref: "acme/demo#12", title: "Deliveries", state: "open" }],
    ...more,
  });

test("AG60 votes are listed with who voted for what, who has not, and until when", async () => {
  const { output, text } = await votes.run(portsOf(memoryBoard([vote(50), card(12)])), {});
  expect(text).toBe(
    [
      "acme/demo#50  Vote: Store 50 (open, until 2026-01-02T00:00:00Z)",
      "  1. `SQLite[31m`: ada",
      "  2. `Postgres`: no votes",
      "  not yet: bea",
      "  no longer able to vote: cleo",
    ].join("\n"),
  );
  expect(output).toMatchObject({ votes: [{ issue: "acme/demo#50", blocks: ["acme/demo#12"] }] });
});

test("AG60 a decided vote is listed with its decision, and nobody is waited for", async () => {
  const decided = vote(50, { state: "closed", decision: "SQLite" });
  const { text } = await votes.run(portsOf(memoryBoard([decided])), { state: "closed" });
  expect(text).toContain("acme/demo#50  Vote: Store 50 (closed)\n  decided: SQLite\n");
  expect(text).not.toContain("not yet");
});
