/** The whole story of a handover as an agent lives it, with the real `gh` and the real git: from a branch to a task freed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { demoSeed } from "../../src/hub/seed.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Gh, ghIn, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { versions } from "./stage.ts";

const settings = "handovers: { merge: when accepted }\n";

const issueShape = z.object({
  state: z.string(),
  labels: z.array(z.object({ name: z.string() })),
  comments: z.array(z.object({ body: z.string() })),
});

function seed() {
  const [demo] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The seed has a repository.");
  const { app } = demoSeed;
  const permissions = { ...app.permissions, contents: "write", pull_requests: "write" } as const;
  const files = { ...demo.files, ".github/signalbox.yml": settings };
  return { ...demoSeed, app: { ...app, permissions }, repositories: [{ ...demo, files }] };
}

const says = (sections: Readonly<Record<string, string>>): string =>
  Object.entries(sections)
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");

describe.each(versions)("gh $version and a handover", (binary) => {
  describe.skipIf(binary.isMissing)("from the branch to the freed task", () => {
    let bus: TestBus;
    let git: Git;
    let alice: Gh;
    beforeAll(async () => {
      bus = await startBus({ seed: seed() });
      const token = bus.hub.tokenOf("alice");
      const site = "http://github.localhost";
      const clone = { login: "alice", token, repository: "acme/demo", env: overProxy(bus.hub), site };
      git = await cloneFrom(bus.hub, clone);
      alice = ghIn(binary, bus.hub, token, git);
    });
    afterAll(async () => {
      alice.close();
      git.close();
      await bus.stop();
    });

    async function create(title: string, kind: string, body: string): Promise<string> {
      const asked = ["issue", "create", "--title", title, "--label", `kind:${kind}`, "--body-file", "-"];
      const url = await alice.ok(asked, body);
      await bus.settled();
      return url.slice(url.lastIndexOf("/") + 1);
    }
    const seen = async (number: string) =>
      issueShape.parse(await alice.json(["issue", "view", number, "--json", "state,labels,comments"]));
    const labels = async (number: string) => (await seen(number)).labels.map(({ name }) => name);
    const status = async (number: string) => (await seen(number)).comments[0]?.body ?? "";

    test("S3.44 S3.45 S3.105 a poor one is refused with reasons; mended and shown it is merged, and who waits goes on", async () => {
      const first = await create("Ask for the password", "task", says({ Goal: "It is asked for." }));
      const second = await create("Log out", "task", says({ Goal: "Out.", "Blocked by": `#${first}` }));
      await git.run("checkout", "--quiet", "-b", "login");
      const files = { "src/login.ts": "ask();\n", "tests/login.test.ts": "asks();\n" };
      const head = await git.commit("Ask for the password", files);
      await git.run("push", "--quiet", "--set-upstream", "origin", "login");
      const url = await alice.ok(["pr", "create", "--title", "Login", "--body", `For #${first}.`]);
      const pull = url.slice(url.lastIndexOf("/") + 1);

      const handover = await create("Handover: track 3", "handover", "Done with track 3. Check the code.");
      expect(await labels(handover)).toContain("needs-fix");
      for (const missing of ["Completes", "Status", "Changes", "Verified", "Context", "Next steps"])
        expect(await status(handover)).toContain(missing);
      expect(await labels(second)).toContain("status:blocked");

      const sections = {
        Completes: `#${first}`,
        Status: "complete",
        Changes: "- src/login.ts: asks for the password",
        Verified: "- npm test: passed, 41 tests",
        Context: "Tokens end after an hour.",
        "Next steps": "1. Log out.",
        "Pull request": `#${pull}`,
      };
      const edit = async (changes: string) => {
        const body = says({ ...sections, Changes: changes });
        await alice.ok(["issue", "edit", handover, "--body-file", "-"], body);
        await bus.settled();
      };
      await edit(sections.Changes);
      expect(await status(handover)).toContain("`tests/login.test.ts` changed, but is not listed.");
      expect((await alice.run(["pr", "checks", pull])).stdout).toMatch(/^signalbox\/handover\tfail\t/m);

      await edit(`${sections.Changes}\n- tests/login.test.ts: says so`);
      expect(await status(handover)).toContain("no check run of that name");
      const bot = await bus.testHub.asInstallation();
      const run = { name: "npm test", head_sha: head, status: "completed", conclusion: "success" };
      await bot("POST", "/repos/acme/demo/check-runs", run);
      await bus.settled();

      expect(await alice.ok(["pr", "checks", pull])).toMatch(/^signalbox\/handover\tpass\t/m);
      expect(await alice.json(["pr", "view", pull, "--json", "state"])).toEqual({ state: "MERGED" });
      expect(await seen(handover)).toMatchObject({ state: "CLOSED" });
      expect(await seen(first)).toMatchObject({ state: "CLOSED" });
      expect(await labels(second)).toContain("status:ready");
      await git.run("fetch", "--quiet", "origin");
      expect(await git.run("show", "origin/main:src/login.ts")).toBe("ask();");
    });
  });
});
