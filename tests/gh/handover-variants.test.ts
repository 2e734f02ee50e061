/**
 * Tests handovers that are not straightforward, with the real `gh` and the real git: a conflict, a fork, 350
 * files, a rename, a push after success, a forged status. Nothing is merged by signalbox here.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ghIn } from "../support/gh.ts";
import { type HandoverScene, openHandoverScene } from "./handover-scene.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version and a handover", (binary) => {
  describe.skipIf(binary.isMissing)("that does not go straight", () => {
    let scene: HandoverScene;
    beforeAll(async () => {
      scene = await openHandoverScene(binary, "");
    });
    afterAll(() => scene.close());

    test("S3.54 S3.70 a handover with a conflict gets one fix request, and is checked again once its branch has merged its base", async () => {
      const { alice, gate, git, ran, see } = scene;
      const task = await scene.newTask("Say what it is");
      const mine = await scene.push("both", { "README.md": "mine\n" });
      const pull = await scene.propose("Both");
      await git.run("checkout", "--quiet", "-b", "theirs", "origin/main");
      await git.commit("Say it otherwise", { "README.md": "theirs\n" });
      await git.run("push", "--quiet", "origin", "theirs:main");
      const handover = await scene.handOver({
        Completes: `#${task}`,
        "Pull request": `#${pull}`,
        Changes: "- README.md: says what it is",
      });
      expect(await alice.json(["pr", "view", pull, "--json", "mergeable"])).toEqual({
        mergeable: "CONFLICTING",
      });
      const fixes = async () =>
        (await see(handover)).comments.filter(({ body }) => body.includes("has conflicts with `main`"));
      expect(await fixes()).toHaveLength(1);
      expect(await gate(mine)).toBe("failure");

      await git.run("checkout", "--quiet", "both");
      await expect(git.run("merge", "--quiet", "origin/main")).rejects.toThrow("CONFLICT");
      const merged = await git.commit("Take main in", { "README.md": "both\n" });
      await git.run("push", "--quiet");
      await ran(merged);
      expect(await fixes()).toEqual([]);
      expect(await gate(merged)).toBe("success");
      expect((await see(handover)).comments).toHaveLength(1);
      expect(await see(task)).toMatchObject({ state: "CLOSED" });
    });

    test("K05 S3.70 a handover from a fork is checked in the same way, on the fork's own head commit", async () => {
      const { alice, bus, gate, ran, see } = scene;
      await alice.ok(["api", "--method", "POST", "repos/acme/demo/forks"]);
      const fork = await scene.clone("alice", "alice/demo");
      await fork.run("checkout", "--quiet", "-b", "work");
      const head = await fork.commit("Work in the fork", { "src/fork.ts": "fork();\n" });
      await fork.run("push", "--quiet", "origin", "work");
      const pull = await scene.propose("From a fork", "--repo", "acme/demo", "--head", "alice:work");
      expect(await alice.json(["pr", "view", pull, "--json", "isCrossRepository"])).toEqual({
        isCrossRepository: true,
      });
      const task = await scene.newTask("Work in a fork");
      const handover = await scene.handOver({
        Completes: `#${task}`,
        "Pull request": `#${pull}`,
        Changes: "- src/fork.ts: does it",
      });
      expect(await gate(head)).toBe("action_required");
      await ran(head);
      expect(await gate(head)).toBe("success");
      expect(await see(handover)).toMatchObject({ state: "CLOSED" });
      expect(await see(task)).toMatchObject({ state: "CLOSED" });
      const inFork = ghIn(binary, bus.hub, bus.hub.tokenOf("alice"), fork);
      expect(await inFork.ok(["pr", "diff", pull, "--repo", "acme/demo"])).toContain("+fork();");
      inFork.close();
    });

    test("K05 a handover of 350 files, one renamed and one deleted, is refused until each is listed; every page is read", async () => {
      const { edit, gate, git, ran, see, status } = scene;
      const task = await scene.newTask("Generate the parts");
      await git.run("fetch", "--quiet");
      await git.run("checkout", "--quiet", "-b", "base", "origin/main");
      await git.commit("Begin", { "src/old.ts": "keep();\n".repeat(12), "src/gone.ts": "gone();\n" });
      await git.run("push", "--quiet", "origin", "base:main");
      await git.run("checkout", "--quiet", "-b", `task-${task}`);
      await git.run("mv", "src/old.ts", "src/new.ts");
      await git.run("rm", "--quiet", "src/gone.ts");
      const parts = Array.from({ length: 347 }, (_, at) => [`parts/${at}.ts`, "x\n"]);
      const head = await git.commit("Generate", {
        ...Object.fromEntries(parts),
        "docs/parts.md": "Parts.\n",
      });
      await git.run("push", "--quiet", "--set-upstream", "origin", `task-${task}`);
      await scene.propose("Parts");

      const told = {
        Completes: `#${task}`,
        Changes: "- parts/: one for each\n- docs/parts.md: what they are\n- src/old.ts: moved",
      };
      const handover = await scene.handOver(told);
      await ran(head);
      expect(await gate(head)).toBe("failure");
      expect(await status(handover)).toContain(
        '`src/gone.ts`, removed, changed, but is not under "Changes".',
      );
      expect(await status(handover)).not.toContain("more path");
      await edit(handover, { ...told, Changes: `${told.Changes}\n- src/gone.ts: not needed` });
      expect(await gate(head)).toBe("success");
      expect(await see(task)).toMatchObject({ state: "CLOSED" });
    });

    test("K03 K04 S3.5 an accepted handover is checked again after a push and in a merge queue, and a forged status does not help", async () => {
      const { alice, bus, gate, git, maria, ran, see } = scene;
      const required = [{ context: "signalbox/handover", integration_id: bus.hub.app.id }];
      await scene.ruleset({
        type: "required_status_checks",
        parameters: { required_status_checks: required, strict_required_status_checks_policy: false },
      });
      const task = await scene.newTask("Ask for the password");
      await git.run("fetch", "--quiet");
      const head = await scene.push("password", { "src/password.ts": "ask();\n" });
      const pull = await scene.propose("Password");
      const handover = await scene.handOver({
        Completes: `#${task}`,
        "Pull request": `#${pull}`,
        Changes: "- src/password.ts: asks",
      });
      const forge = async (sha: string): Promise<void> => {
        const status = ["-f", "state=success", "-f", "context=signalbox/handover"];
        await alice.ok(["api", `repos/acme/demo/statuses/${sha}`, ...status]);
        await bus.settled();
      };
      const merge = () => maria.run(["pr", "merge", pull, "--merge"]);
      await forge(head);
      expect(await gate(head)).toBe("action_required");
      expect((await merge()).code).not.toBe(0);
      expect(await see(handover)).toMatchObject({ state: "OPEN" });
      await ran(head);
      expect(await gate(head)).toBe("success");
      expect(await see(task)).toMatchObject({ state: "CLOSED" });

      const next = await git.commit("Ask twice", { "src/password.ts": "ask(2);\n" });
      await git.run("push", "--quiet");
      await bus.settled();
      await forge(next);
      expect(await gate(next)).toBe("action_required");
      expect(await gate(head)).toBe("success");
      expect((await merge()).code).not.toBe(0);
      await ran(next);
      expect(await gate(next)).toBe("success");
      expect((await merge()).code).toBe(0);
    });
  });
});
