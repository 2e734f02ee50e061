/**
 * Tests what teams do all day, with the real `gh` against the running product: a blocking question, a poor
 * and a good handover, a decision that unblocks two repositories.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import type { Gh } from "../support/gh.ts";
import { twoRepositories } from "../support/seeds.ts";
import { type Cast, castAt, file as fileWith } from "./cast.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    let bus: TestBus;
    let cast: Cast;
    beforeEach(async () => {
      bus = await startBus({ seed: twoRepositories });
      cast = castAt(binary, bus);
    });
    afterEach(async () => {
      cast.close();
      await bus.stop();
    });

    const file: typeof fileWith = async (...issue) => {
      const number = await fileWith(...issue);
      await bus.settled();
      return number;
    };
    const say = async (gh: Gh, issue: number, text: string) => {
      await gh.ok(["issue", "comment", String(issue), "--body-file", "-"], text);
      await bus.settled();
    };
    const labelsOf = async (gh: Gh, issue: number): Promise<string> =>
      gh.ok([
        "issue",
        "view",
        String(issue),
        "--json",
        "labels",
        "--jq",
        '[.labels[].name] | sort | join(" ")',
      ]);
    const stateOf = async (gh: Gh, issue: number): Promise<string> =>
      gh.ok(["issue", "view", String(issue), "--json", "state", "--jq", ".state"]);
    const commentsOn = async (gh: Gh, issue: number): Promise<string> =>
      gh.ok(["issue", "view", String(issue), "--comments"]);

    test("S3.1 S3.2 S3.13 S3.37 S3.103 a blocking question stops its task, is listed, is answered, and its task's author is notified", async () => {
      const alice = cast.as("alice");
      const bob = cast.as("bob");
      const task = await file(alice, "task", "Store deliveries", { Goal: "They survive a crash." });
      const question = await file(alice, "question", "Q: Which store?", {
        "Blocking task": `#${task}`,
        Category: "implementation",
        Urgency: "blocking",
        Context: "I tried files and SQLite; both work.",
      });
      expect(await labelsOf(alice, task)).toBe("kind:task status:blocked");
      const listed = await bob.json([
        "issue",
        "list",
        "--label",
        "kind:question",
        "--json",
        "number,title,labels",
      ]);
      expect(listed).toMatchObject([{ number: question, title: "Q: Which store?" }]);
      expect(JSON.stringify(listed)).toContain("urgency:blocking");

      const answer = await file(bob, "answer", "A: SQLite", {
        Answers: `#${question}`,
        Decision: "SQLite.",
        Rationale: "One file, and it survives kill -9.",
      });
      expect(await stateOf(alice, question)).toBe("CLOSED");
      expect(await stateOf(alice, answer)).toBe("CLOSED");
      expect(await labelsOf(alice, question)).toContain("answered");
      expect(await commentsOn(alice, question)).toContain("> SQLite.");
      expect(await labelsOf(alice, task)).toBe("kind:task status:ready");
      expect((await commentsOn(alice, task)).match(/@alice/g)).toHaveLength(1);
      const waited = await signalbox(["wait", String(task), "--timeout", "1s", "--home", bus.home], {
        GH_REPO: "acme/demo",
      });
      expect(waited.code).toBe(0);
    });

    test("S3.100 the author of a question in the wrong repository is told so; it blocks nothing until it names the right one", async () => {
      const alice = cast.as("alice");
      const there = cast.as("alice", "acme/api");
      const task = await file(alice, "task", "Store deliveries", { Goal: "They survive a crash." });
      const sections = { Category: "tooling", Urgency: "blocking", Context: "Both work." };
      const question = await file(there, "question", "Q: Which store?", {
        ...sections,
        "Blocking task": `#${task + 41}`,
      });
      expect(await labelsOf(there, question)).toContain("needs-fix");
      expect(await commentsOn(there, question)).toContain(
        `There is no issue \`#${task + 41}\` in \`acme/api\``,
      );
      expect(await labelsOf(alice, task)).toContain("status:ready");

      const mended = form({ ...sections, "Blocking task": `acme/demo#${task}` });
      await there.ok(["issue", "edit", String(question), "--body-file", "-"], mended);
      await bus.settled();
      expect(await labelsOf(there, question)).not.toContain("needs-fix");
      expect(await labelsOf(alice, task)).toContain("status:blocked");
    });

    test("a poor handover is told what it lacks in one comment, and a good one in the same comment that it is complete", async () => {
      const alice = cast.as("alice");
      const task = await file(alice, "task", "Track 3", { Goal: "The journal is rotated." });
      const poorly = "Done with track 3. Check the code.";
      const handover = await file(alice, "handover", "Handover: track 3", poorly);
      expect(await labelsOf(alice, handover)).toContain("needs-fix");
      const poor = await commentsOn(alice, handover);
      for (const section of ["Completes", "Status", "Changes", "Verified", "Context", "Next steps"])
        expect(poor).toContain(section);

      const good = form({
        Completes: `#${task}`,
        Status: "partial",
        Changes:
          "- [x] src/journal.ts: rotates at 64 MiB\n- [x] tests/journal.test.ts: two cases of rotation",
        Verified: "- build: passed\n- test: passed, 41 tests\n- lint: passed",
        Discoveries: "_No response_",
        Blockers: `#${await file(alice, "task", "Name old journals", { Goal: "A naming scheme." })}`,
        Context: "Rotation renames first and opens then, so that a crash in between loses no line.",
        "Next steps": "1. Delete journals older than a week.\n2. Say so in the operator's page.",
      });
      await alice.ok(["issue", "edit", String(handover), "--body-file", "-"], good);
      await bus.settled();
      expect(await labelsOf(alice, handover)).not.toContain("needs-fix");
      const comments = await alice.json(["issue", "view", String(handover), "--json", "comments"]);
      expect(comments).toMatchObject({
        comments: [{ author: { login: expect.stringContaining("signalbox") } }],
      });
    });

    test("an escalation that maria decides unblocks two tasks in two repositories", async () => {
      const alice = cast.as("alice");
      const there = cast.as("alice", "acme/api");
      const maria = cast.as("maria");
      const here = await file(alice, "task", "Store sessions", { Goal: "Store them." });
      const abroad = await file(there, "task", "Read sessions", { Goal: "Read them." });
      const question = await file(alice, "question", "Q: A new dependency?", {
        "Blocking task": `#${here}, acme/api#${abroad}`,
        Category: "architecture",
        Urgency: "blocking",
        Context: "SQLite is there, Redis is not.",
        "Decision class": "New dependency",
      });
      expect(await labelsOf(there, abroad)).toContain("status:blocked");
      const escalation = await file(alice, "escalation", "Escalation: Redis?", {
        Regarding: `#${question}`,
        Urgency: "blocking",
        Context: "Two tasks wait.",
        Question: "May we depend on Redis?",
        Options: "1. Stay with SQLite.\n2. Take Redis.",
        "Impact of delay": "Both tasks stop.",
      });
      const queue = await signalbox(["escalations", "--home", bus.home], { GH_REPO: "acme/demo" });
      expect(queue.out).toContain(`acme/demo#${escalation}`);
      await say(alice, escalation, "I would take the first one.");
      expect(await stateOf(maria, escalation)).toBe("OPEN");
      // The status showed the question in an earlier second.
      bus.clock.advance(2_000);
      await say(maria, escalation, "/decide 1 because it is enough");
      expect(await stateOf(maria, escalation)).toBe("CLOSED");
      expect(await stateOf(maria, question)).toBe("CLOSED");
      expect(await labelsOf(alice, here)).toContain("status:ready");
      expect(await labelsOf(there, abroad)).toContain("status:ready");
      expect(await commentsOn(alice, question)).toContain("> Stay with SQLite.");
    });
  });
});
