/**
 * Tests the whole story of a handover as an agent sees it, with the real `gh` and the real git: from a branch
 * to an unblocked task.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HandoverScene, openHandoverScene, says } from "./handover-scene.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version and a handover", (binary) => {
  describe.skipIf(binary.isMissing)("from the branch to the freed task", () => {
    let scene: HandoverScene;
    beforeAll(async () => {
      scene = await openHandoverScene(binary, "handovers: { merge: when accepted }\n");
    });
    afterAll(() => scene.close());

    test("S3.11 S3.44 S3.45 S3.54 S3.105 a handover without evidence is refused with reasons; fixed and proved it is merged, and the waiting task is unblocked", async () => {
      const { alice, create, edit, git, labels, ran, see, status } = scene;
      const first = await scene.newTask("Ask for the password");
      const waits = says({ Goal: "Out.", "Blocked by": `#${first}` });
      const second = await create("Log out", "task", waits);
      const files = { "src/login.ts": "ask();\n", "tests/login.test.ts": "asks();\n" };
      const head = await scene.push("login", files);
      const pull = await scene.propose("Login");

      const handover = await create("Handover: track 3", "handover", "Done with track 3. Check the code.");
      expect(await labels(handover)).toContain("needs-fix");
      for (const missing of ["Completes", "Status", "Changes", "Verified", "Context", "Next steps"])
        expect(await status(handover)).toContain(missing);
      expect(await labels(second)).toContain("status:blocked");

      const told = { Completes: `#${first}`, "Pull request": `#${pull}` };
      const changes = "- src/login.ts: asks for the password";
      await edit(handover, { ...told, Changes: changes });
      expect(await status(handover)).toContain('`tests/login.test.ts` changed, but is not under "Changes".');
      expect(await labels(first)).toContain("status:in-review");
      expect((await alice.run(["pr", "checks", pull])).stdout).toMatch(/^signalbox\/handover\tfail\t/m);

      await edit(handover, { ...told, Changes: `${changes}\n- tests/login.test.ts: says so` });
      expect(await labels(handover)).not.toContain("needs-fix");
      expect(await status(handover)).toContain("but no check run confirms it");
      await ran(head);

      expect(await alice.ok(["pr", "checks", pull])).toMatch(/^signalbox\/handover\tpass\t/m);
      expect(await alice.json(["pr", "view", pull, "--json", "state"])).toEqual({ state: "MERGED" });
      expect(await see(handover)).toMatchObject({ state: "CLOSED" });
      expect(await see(first)).toMatchObject({ state: "CLOSED" });
      expect(await labels(second)).toContain("status:ready");
      await git.run("fetch", "--quiet", "origin");
      expect(await git.run("show", "origin/main:src/login.ts")).toBe("ask();");
    });
  });
});
