/** One person, one login, three agents, no keys: the commonest team, with the real `gh` against the running product. */
import { describe, expect, test } from "vitest";
import { nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const entry = { login: "alice", with_person: true };
const crew = { ada: entry, bea: entry, cleo: entry };

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    test("three agents and their person share a login: each task has one of them, and the person's word is the person's", async () => {
      const bus = await startCrew(crew);
      const cast = castAt(binary, bus);
      const alice = cast.as("alice");
      const say = async (issue: number, text: string): Promise<void> => {
        await alice.ok(["issue", "comment", String(issue), "--body", text]);
        await bus.settled();
      };
      const see = async (issue: number): Promise<unknown> =>
        alice.json(["issue", "view", String(issue), "--json", "assignees,labels", "--jq", shown]);
      const shown = "{assignees: [.assignees[].login], labels: [.labels[].name] | sort}";
      const reactions = async (issue: number): Promise<string> =>
        alice.ok([
          "issue",
          "view",
          String(issue),
          "--json",
          "comments",
          "--jq",
          '[.comments[] | select(.body | startswith("/")) | .reactionGroups[].content] | join(" ")',
        ]);
      try {
        const one = await file(alice, "task", "Store deliveries", { Goal: "They survive a crash." });
        const two = await file(alice, "task", "Show deliveries", { Goal: "People see them." });
        await bus.settled();

        await say(one, "/claim as ada");
        await say(one, "/claim as bea");
        await say(two, "/claim as bea");
        expect(await reactions(one)).toBe("THUMBS_UP CONFUSED");
        expect(await reactions(two)).toBe("THUMBS_UP");
        for (const task of [one, two])
          expect(await see(task)).toEqual({
            assignees: ["alice"],
            labels: ["kind:task", "status:in-progress"],
          });
        expect(await alice.ok(["issue", "view", String(one), "--comments"])).toContain(
          "**In progress**: held by `ada` since",
        );

        // An agent asks; the unsigned answer on the login is the person's, who did not ask it.
        const question = await file(cast.as("bob"), "question", "Q: Which store?", {
          "Blocking task": `#${one}`,
          Category: "implementation",
          Urgency: "blocking",
          Context: "Files and SQLite both work.",
        });
        await bus.settled();
        expect(await see(one)).toMatchObject({ labels: ["kind:task", "status:blocked"] });
        await say(question, "/answer SQLite, one file.");
        expect(await see(one)).toMatchObject({ labels: ["kind:task", "status:in-progress"] });

        // Another agent of the login may not give away what ada holds; the person may.
        await say(one, "/release as cleo");
        expect(await reactions(one)).toBe("THUMBS_UP CONFUSED CONFUSED");
        await say(one, "/release as ada to cleo because it needs SQL");
        expect(await alice.ok(["issue", "view", String(one), "--comments"])).toContain(
          "held by `cleo` since",
        );
        await say(two, "/release");
        expect(await see(two)).toEqual({ assignees: [], labels: ["kind:task", "status:ready"] });

        // Handed over without a signature, it is the person's word, whoever holds the task.
        const handover = await file(alice, "handover", "Handover: deliveries", form(report(one)));
        await bus.settled();
        const said = await alice.ok(["issue", "view", String(handover), "--comments"]);
        expect(said).not.toContain("so only");
        await nameCrew(bus, {});
        expect(await see(one)).toMatchObject({ assignees: [] });
      } finally {
        cast.close();
        await bus.stop();
      }
    });
  });
});

function report(task: number): Readonly<Record<string, string>> {
  return {
    Completes: `#${task}`,
    Status: "partial",
    Changes: "- src/a.ts: stores them",
    Verified: "- npm test: passed",
    Context: "SQLite, one file.",
    "Next steps": "1. Read them again.",
  };
}
