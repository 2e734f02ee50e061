/**
 * A day of questions with the real `gh`: alice files ten, the repository's own records answer some within
 * seconds, maria decides the rest, and what bob asks in other words afterwards reaches no one. Each answer
 * shows its source, and all waiting tasks are unblocked.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startBus, type TestBus } from "../support/bus.ts";
import type { Gh } from "../support/gh.ts";
import { seedWithStore } from "../support/seeds.ts";
import { type Cast, castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

interface Asked {
  readonly title: string;
  readonly context: string;
  readonly options?: string;
  readonly decisionClass?: string;
}

/**
 * Each with words of the record that answers it, the record's file, and the state of our answer: open is a
 * suggestion.
 */
const recorded: readonly (Asked & {
  readonly says: string;
  readonly path: string;
  readonly outcome: "OPEN" | "CLOSED" | undefined;
})[] = [
  {
    title: "What identifies a parcel?",
    context: "The tracker needs a key for its table, and the carrier's tracking number is there.",
    says: "is a ULID that intake makes",
    path: "docs/adr/0002-name-parcels-with-ulids.md",
    outcome: undefined,
  },
  {
    title: "How often does the notifier retry a failed notification?",
    context: "I am writing the notifier's send loop.",
    says: "retries a failed notification five times",
    path: "docs/adr/0003-retry-notifications-five-times.md",
    outcome: "OPEN",
  },
  {
    title: "Which type do amounts of money have in the database?",
    context: "I am adding a table for invoices' lines.",
    says: "whole cents in 64-bit integers",
    path: "docs/adr/0004-keep-money-in-cents.md",
    outcome: "CLOSED",
  },
  {
    title: "How do endpoints that list parcels page?",
    context: "I am writing the endpoint that lists the parcels of a shop.",
    says: "page by cursor",
    path: "docs/adr/0005-page-lists-by-cursor.md",
    outcome: "CLOSED",
  },
  {
    title: "Where are scans stored?",
    context: "The tracker reads them.",
    says: "Scans are stored in PostgreSQL",
    path: "docs/adr/0001-store-scans-in-postgresql.md",
    outcome: "OPEN",
  },
];

/** Questions that no record answers, or that are reserved for people. */
const open: readonly Asked[] = [
  {
    title: "How long are messages to customers kept?",
    context: "Support wants to look them up.",
    options: "1. Thirty days.\n2. Ninety days.",
  },
  {
    title: "Which colour does the button on the tracking page have?",
    context: "The design has none.",
    options: "1. Green.\n2. Blue.",
  },
  {
    title: "May we rename the field `parcel` in the public API to `shipment`?",
    context: "It breaks clients that read the old field.",
    options: "1. Yes, in the next major version.\n2. No.",
    decisionClass: "Breaking API change",
  },
  {
    title: "Should we add the npm package luxon for the notifier's quiet hours?",
    context: "Time zones by hand are error-prone.",
    options: "1. Add it.\n2. Do without.",
    decisionClass: "New dependency",
  },
  {
    title: "Should intake batch inserts, trading latency for throughput?",
    context: "Scans come in bursts of thousands.",
    options: "1. Batch them.\n2. Insert one by one.",
    decisionClass: "Performance trade-off",
  },
];

const listed = z.array(
  z.object({ number: z.number(), title: z.string(), body: z.string(), state: z.string() }),
);
const times = z.object({ createdAt: z.iso.datetime(), closedAt: z.iso.datetime() });

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at a repository with records", () => {
    let bus: TestBus;
    let cast: Cast;
    beforeEach(async () => {
      bus = await startBus({ seed: seedWithStore("parcels", "coordinator: {mode: auto}") });
      cast = castAt(binary, bus);
    });
    afterEach(async () => {
      cast.close();
      await bus.stop();
    });

    const ask = (gh: Gh, task: number, { title, context, options, decisionClass }: Asked) =>
      file(gh, "question", `Q: ${title}`, {
        "Blocking task": `#${task}`,
        Category: "implementation",
        Urgency: "blocking",
        Context: context,
        ...(options === undefined ? {} : { Options: options }),
        ...(decisionClass === undefined ? {} : { "Decision class": decisionClass }),
      });
    const ours = async (gh: Gh, kind: string) => {
      const words = ["issue", "list", "--label", `kind:${kind}`, "--state", "all", "--limit", "50"];
      return listed.parse(await gh.json([...words, "--json", "number,title,body,state"]));
    };
    const commentsOf = (gh: Gh, issue: number) => gh.ok(["issue", "view", String(issue), "--comments"]);
    const approvalIn = (comments: string): string => /\/approve [0-9a-f]{8}/.exec(comments)?.[0] ?? "";
    const labelsOf = (gh: Gh, issue: number) =>
      gh.ok(["issue", "view", String(issue), "--json", "labels", "--jq", '[.labels[].name] | join(" ")']);
    const tookMs = async (gh: Gh, issue: number): Promise<number> => {
      const words = ["issue", "view", String(issue), "--json", "createdAt,closedAt"];
      const { createdAt, closedAt } = times.parse(await gh.json(words));
      return Date.parse(closedAt) - Date.parse(createdAt);
    };

    test("J02 J03 J09 S3.6 S3.10 S3.48 S3.49 of ten questions records answer two and suggest two, people decide six, and the eleventh is suggested what the first was answered", async () => {
      const alice = cast.as("alice");
      const bob = cast.as("bob");
      const maria = cast.as("maria");
      const known = await file(alice, "task", "Show parcels", { Goal: "A shop sees its parcels." });
      const unknown = await file(alice, "task", "Tell customers", { Goal: "A customer hears of a parcel." });
      const recordedNumbers: number[] = [];
      for (const question of recorded) recordedNumbers.push(await ask(alice, known, question));
      const openNumbers: number[] = [];
      for (const question of open) openNumbers.push(await ask(alice, unknown, question));
      await bus.settled();
      // GitHub's times have steps of a second, and what was shown has to be older than the approval.
      bus.clock.advance(2_000);

      const answers = await ours(alice, "answer");
      for (const [at, { says, path, title, outcome }] of recorded.entries()) {
        const answer = answers.find((each) => each.title === `A: ${title}`);
        expect({ title, state: answer?.state }).toEqual({ title, state: outcome });
        if (answer === undefined) continue;
        expect(answer.body).toContain(says);
        expect(answer.body).toMatch(new RegExp(`/blob/[0-9a-f]{40}/${path}\\?plain=1#L\\d+`));
        if (outcome === "CLOSED") expect(await tookMs(alice, recordedNumbers[at] ?? 0)).toBeLessThan(60_000);
        else
          await maria.ok([
            "issue",
            "comment",
            String(answer.number),
            "--body",
            approvalIn(await commentsOf(maria, answer.number)),
          ]);
      }

      const decisions = await ours(maria, "escalation");
      expect(decisions.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "OPEN"));
      for (const { number, title } of decisions) {
        const word = title.includes("parcel?")
          ? "/answer A ULID that intake makes."
          : "/decide 2 because it is enough";
        await maria.ok(["issue", "comment", String(number), "--body", word]);
      }
      const wrong = answers.find((each) => each.title === `A: ${open[0]?.title}`);
      await maria.ok(["issue", "close", String(wrong?.number), "--reason", "not planned"]);
      await maria.ok(["issue", "comment", String(openNumbers[0]), "--body", "/answer Ninety days."]);
      await bus.settled();
      for (const issue of [...recordedNumbers, ...openNumbers])
        expect(await labelsOf(alice, issue)).toContain("answered");
      expect(await labelsOf(alice, known)).toContain("status:ready");
      expect(await labelsOf(alice, unknown)).toContain("status:ready");

      const again = await ask(bob, unknown, {
        title: "How long are messages to customers kept?",
        context: "Support wants to look them up.",
        options: "1. Thirty days.\n2. Ninety days.",
      });
      await bus.settled();
      expect(await labelsOf(bob, again)).not.toContain("answered");
      const precedent = (await ours(bob, "answer")).find(({ body }) => body.includes(`#${again}\n`));
      expect(precedent?.body).toContain(`#${openNumbers[0]} asked the same`);
      bus.clock.advance(2_000);
      const approval = approvalIn(await commentsOf(maria, precedent?.number ?? 0));
      await maria.ok(["issue", "comment", String(precedent?.number), "--body", approval]);
      await bus.settled();
      expect(await labelsOf(bob, again)).toContain("answered");
      expect(await bob.ok(["issue", "view", String(again), "--comments"])).toContain("> Ninety days.");
      expect(await ours(bob, "escalation")).toHaveLength(decisions.length);
      expect(await labelsOf(bob, unknown)).toContain("status:ready");
    });
  });
});
