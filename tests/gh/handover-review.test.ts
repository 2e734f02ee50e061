/** Tests a merge that lacks a review, with the real `gh` and the real git: one person is asked, once. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type HandoverScene, openHandoverScene } from "./handover-scene.ts";
import { versions } from "./stage.ts";

/** A sweep comes after five minutes, too. */
const settings = "handovers: { merge: when accepted }\ndeadlines: { merge: 5m }\n";

const listShape = z.array(
  z.object({ number: z.number(), state: z.string(), assignees: z.array(z.object({ login: z.string() })) }),
);

describe.each(versions)("gh $version and a handover whose pull request has to be reviewed", (binary) => {
  describe.skipIf(binary.isMissing)("by a rule of main", () => {
    let scene: HandoverScene;
    beforeAll(async () => {
      scene = await openHandoverScene(binary, settings);
      const parameters = { required_approving_review_count: 1 };
      await scene.ruleset({ type: "pull_request", parameters });
    });
    afterAll(() => scene.close());

    const escalations = async () =>
      listShape.parse(
        await scene.alice.json([
          "issue",
          "list",
          "--label",
          "kind:escalation",
          "--state",
          "all",
          "--json",
          "number,state,assignees",
        ]),
      );
    /** @returns the numbers of task, pull request and handover */
    async function accepted(branch: string): Promise<readonly [string, string, string]> {
      const task = await scene.newTask(`Work on ${branch}`);
      const head = await scene.push(branch, { [`src/${branch}.ts`]: "ask();\n" });
      const pull = await scene.propose(branch);
      const handover = await scene.handOver({
        Completes: `#${task}`,
        "Pull request": `#${pull}`,
        Changes: `- src/${branch}.ts: asks`,
      });
      await scene.ran(head);
      expect(await scene.gate(head)).toBe("success");
      return [task, pull, handover];
    }
    test("S3.54 S3.55 after its deadline a missing review is asked of one person, once, on every later refresh too; the approval merges it, and the question closes itself", async () => {
      const { alice, maria, see, status } = scene;
      const [task, pull, handover] = await accepted("login");
      const asked = "state,reviewDecision,mergeStateStatus";
      expect(await alice.json(["pr", "view", pull, "--json", asked])).toEqual({
        state: "OPEN",
        reviewDecision: "REVIEW_REQUIRED",
        mergeStateStatus: "BLOCKED",
      });
      expect((await maria.run(["pr", "merge", pull, "--merge"])).code).not.toBe(0);
      expect(await status(handover)).toContain("A rule on `main` requires a review.");
      expect(await escalations()).toEqual([]);

      await scene.bus.sweep();
      const [question] = await escalations();
      expect(await escalations()).toMatchObject([{ state: "OPEN", assignees: [{ login: "maria" }] }]);
      await scene.bus.stopServer();
      rmSync(scene.bus.home, { recursive: true });
      await scene.bus.startServer();
      await scene.bus.sweep();
      expect(await escalations()).toHaveLength(1);
      expect(await see(task)).toMatchObject({ state: "OPEN" });

      await maria.ok(["pr", "review", pull, "--approve"]);
      await scene.bus.settled();
      expect(await alice.json(["pr", "view", pull, "--json", "state,reviewDecision"])).toEqual({
        state: "MERGED",
        reviewDecision: "APPROVED",
      });
      expect(await see(task)).toMatchObject({ state: "CLOSED" });
      expect(await see(handover)).toMatchObject({ state: "CLOSED" });
      const number = String(question?.number);
      expect(await see(number)).toMatchObject({ state: "CLOSED" });
      expect(await status(number)).toContain("No longer needed:");
    });

    test("S3.55 no one is asked if the approval comes within minutes: the pull request is merged at once", async () => {
      const [task, pull] = await accepted("logout");
      await scene.maria.ok(["pr", "review", pull, "--approve", "--body", "Good."]);
      await scene.bus.settled();
      expect(await scene.see(task)).toMatchObject({ state: "CLOSED" });
      expect(await escalations()).toHaveLength(1);
    });

    test("S3.55 an approval without a delivery is found by the next sweep, and no one is asked", async () => {
      const [task, pull] = await accepted("rename");
      const lost = {
        on: "delivery",
        match: { event: "pull_request_review" },
        effect: { kind: "drop" },
      } as const;
      const heal = scene.bus.hub.faults.add(lost);
      await scene.maria.ok(["pr", "review", pull, "--approve"]);
      await scene.bus.settled();
      expect(await scene.see(task)).toMatchObject({ state: "OPEN" });
      heal();
      await scene.bus.sweep();
      expect(await scene.see(task)).toMatchObject({ state: "CLOSED" });
      expect(await escalations()).toHaveLength(1);
    });

    test("S3.55 the person's decision is carried out: a handover refused with a reason waits for another push", async () => {
      const { maria, see, status } = scene;
      const [task, , handover] = await accepted("profile");
      await scene.bus.sweep();
      const [question] = await escalations();
      const body = "/decide 3 because the API must not change";
      await maria.ok(["issue", "comment", String(question?.number), "--body", body]);
      await scene.bus.settled();
      expect(await see(String(question?.number))).toMatchObject({ state: "CLOSED" });
      expect(await status(handover)).toContain("`maria` refused it");
      expect(await status(handover)).toContain("the API must not change");
      expect(await scene.gate(await scene.git.run("rev-parse", "HEAD"))).toBe("failure");
      expect(await see(task)).toMatchObject({ state: "OPEN" });

      const next = await scene.git.commit("Keep the API", { "src/profile.ts": "ask(1);\n" });
      await scene.git.run("push", "--quiet");
      await scene.ran(next);
      expect(await scene.gate(next)).toBe("success");
      expect(await status(handover)).toMatch(/\*\*(?:Accepted:|Merged)/);
    });
  });
});
