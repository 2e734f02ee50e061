/**
 * Tasks of three repositories that land together, with the real `gh` and the real git: planned in one file, worked
 * on in three clones, merged by signalbox.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Gh, type GhBinary, ghIn, inHubsFolder, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { landingSeed, landingStory, type Name, names } from "../support/landing-story.ts";
import { type Cast, castAt, file, numberIn } from "./cast.ts";
import { versions } from "./stage.ts";

const plan = `
plan: release
repo: acme/demo
tasks:
  server: { title: Answer in pages, goal: Long lists come in pages., together_with: [web, api] }
  web: { repo: acme/web, title: Show pages, goal: People turn pages., together_with: [api] }
  api: { repo: acme/api, title: Describe pages, goal: Clients ask for a page. }
  tell: { title: Tell everyone, goal: Everyone knows., blocked_by: [server] }
`;

/** One repository's part: alice's clone, and `gh` in it. */
interface Part {
  readonly name: Name;
  readonly git: Git;
  readonly gh: Gh;
  head: string;
}

interface Scene {
  readonly bus: TestBus;
  readonly cast: Cast;
  readonly parts: readonly [Part, Part, Part];
  readonly close: () => Promise<void>;
}

async function openScene(binary: GhBinary): Promise<Scene> {
  const bus = await startBus({ seed: landingSeed });
  const { hub } = bus;
  const open = async (name: Name): Promise<Part> => {
    const token = hub.tokenOf("alice");
    const site = "http://github.localhost";
    const options = { login: "alice", token, repository: `acme/${name}`, env: overProxy(hub), site };
    const git = await cloneFrom(hub, options);
    return { name, git, gh: ghIn(binary, hub, token, git), head: "" };
  };
  const parts = [await open("demo"), await open("web"), await open("api")] as const;
  const cast = castAt(binary, bus);
  return {
    bus,
    cast,
    parts,
    close: async () => {
      cast.close();
      for (const { git, gh } of parts) for (const each of [gh, git]) each.close();
      await bus.stop();
    },
  };
}

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("three repositories", () => {
    let scene: Scene;
    beforeEach(async () => {
      scene = await openScene(binary);
    });
    afterEach(() => scene.close());

    const passed = (part: Part): Promise<void> =>
      landingStory(() => scene.bus).passed({ ...part, task: 1, pull: 2, branch: "pages" });

    /** The plan is applied. Each task is number 1 of its repository, and the one that waits is number 2 of demo. */
    async function planned(): Promise<void> {
      const folder = mkdtempSync(join(tmpdir(), "signalbox-release-"));
      writeFileSync(join(folder, "plan.yml"), plan);
      const env = { ...inHubsFolder(scene.bus), GH_TOKEN: scene.bus.hub.tokenOf("alice") };
      const ran = await signalbox(["plan", "apply", join(folder, "plan.yml"), "--yes"], env);
      rmSync(folder, { recursive: true });
      expect(ran).toMatchObject({ code: 0 });
      await scene.bus.settled();
    }

    /** A branch with one commit, and its pull request. */
    async function worked(part: Part): Promise<void> {
      const { git, gh } = part;
      await git.run("checkout", "--quiet", "-b", "pages", "origin/main");
      part.head = await git.commit("Pages", { "src/pages.ts": "pages();\n" });
      await git.run("push", "--quiet", "--set-upstream", "origin", "pages");
      await gh.ok(["pr", "create", "--title", "Pages", "--body", "Closes #1"]);
    }

    const handedOver = ({ gh }: Part): Promise<number> =>
      file(gh, "handover", "Handover: pages", {
        Completes: "#1",
        Status: "complete",
        Changes: "- src/pages.ts: turns pages",
        Verified: "- npm test: passed",
        Context: "Fifty a page.",
        "Next steps": "None.",
      });

    async function done(part: Part): Promise<number> {
      const handover = await handedOver(part);
      await passed(part);
      await scene.bus.settled();
      return handover;
    }

    const states = (): Promise<readonly unknown[]> =>
      Promise.all(
        scene.parts.map(({ gh }) => gh.ok(["pr", "view", "pages", "--json", "state", "--jq", ".state"])),
      );
    const labelsOf = ({ gh }: Part, issue: number): Promise<string> =>
      gh.ok(["issue", "view", `${issue}`, "--json", "labels", "--jq", '[.labels[].name] | sort | join(" ")']);
    const comments = ({ gh }: Part, issue: number): Promise<string> =>
      gh.ok(["issue", "view", `${issue}`, "--json", "comments", "--jq", ".comments[].body"]);
    const checks = async ({ gh }: Part): Promise<string> => (await gh.run(["pr", "checks", "pages"])).stdout;

    test("AG72 all well: each pull request waits for the others, then all are merged, and main has their work", async () => {
      await planned();
      const [demo, web, api] = scene.parts;
      expect(await api.gh.ok(["issue", "view", "1", "--json", "body", "--jq", ".body"])).toContain(
        "### Together with\n\nacme/demo#1, acme/web#1",
      );
      for (const part of scene.parts) await worked(part);
      const first = await done(demo);
      await done(web);
      expect(await states()).toEqual(["OPEN", "OPEN", "OPEN"]);
      expect(await comments(demo, first)).toContain("`acme/api#1` has no accepted handover yet.");
      expect(await checks(demo)).toMatch(/^signalbox\/handover\t(?:fail|pending)\t/m);
      expect(await labelsOf(demo, 2)).toBe("kind:task status:blocked");

      await done(api);
      await scene.bus.sweep();
      expect(await states()).toEqual(["MERGED", "MERGED", "MERGED"]);
      for (const { git, gh } of scene.parts) {
        expect(await gh.ok(["issue", "view", "1", "--json", "state", "--jq", ".state"])).toBe("CLOSED");
        await git.run("fetch", "--quiet", "origin");
        expect(await git.run("show", "origin/main:src/pages.ts")).toBe("pages();");
        expect(await git.run("log", "--merges", "--format=%s", "origin/main")).toMatch(
          /^Merge pull request #\d+ from \S+$/,
        );
      }
      expect(await labelsOf(demo, 2)).toBe("kind:task status:ready");
      expect(await checks(demo)).toMatch(/^signalbox\/handover\tpass\t/m);
    });

    test("AG72 a push while the others are ready: that task is prepared again, and what lands is the new commit", async () => {
      await planned();
      const [demo, web, api] = scene.parts;
      for (const part of scene.parts) await worked(part);
      await done(demo);
      await done(web);
      demo.head = await demo.git.commit("Pages of ten", { "src/pages.ts": "pages(10);\n" });
      await demo.git.run("push", "--quiet");
      await scene.bus.settled();
      await done(api);
      expect(await states()).toEqual(["OPEN", "OPEN", "OPEN"]);
      await passed(demo);
      await scene.bus.settled();
      await scene.bus.sweep();
      expect(await states()).toEqual(["MERGED", "MERGED", "MERGED"]);
      await demo.git.run("fetch", "--quiet", "origin");
      expect(await demo.git.run("show", "origin/main:src/pages.ts")).toBe("pages(10);");
    });

    test("AG72 one merge is refused after others landed: one escalation says what landed and what to revert, and its answer resumes", async () => {
      await planned();
      const [demo, , api] = scene.parts;
      for (const part of scene.parts) await worked(part);
      const match = { method: "PUT", path: "/acme/api/pulls/\\d+/merge$" } as const;
      scene.bus.hub.faults.add({ on: "request", match, effect: { kind: "fail", status: 405 } });
      for (const part of scene.parts) await done(part);
      await scene.bus.sweep();
      expect(await states()).toEqual(["MERGED", "MERGED", "OPEN"]);
      expect(await labelsOf(demo, 2)).toBe("kind:task status:blocked");

      const maria = scene.cast.as("maria", "acme/api");
      const asked = ["issue", "list", "--label", "kind:escalation", "--json", "number,body"];
      const escalations = await maria.json(asked);
      expect(escalations).toHaveLength(1);
      const [{ number, body }] = Array.from(Object(escalations), (each) => Object(each));
      expect(body).toContain("2 of the 3 tasks that land together are merged already");
      expect(body).toContain(
        "`acme/demo#1`, `acme/web#1`. To take them back, revert the pull request of each.",
      );
      expect(body).toContain("acme/demo#2 Tell everyone cannot continue.");
      for (const name of names.slice(0, 2))
        expect(await scene.cast.as("maria", `acme/${name}`).json([...asked])).toEqual([]);
      await scene.bus.sweep();
      expect(await maria.json(asked)).toHaveLength(1);

      scene.bus.hub.faults.clear();
      const said = await maria.ok([
        "issue",
        "comment",
        `${number}`,
        "--body",
        "/decide 1 because it is back",
      ]);
      expect(numberIn(said)).not.toBe("");
      await scene.bus.settled();
      await scene.bus.sweep();
      expect(await states()).toEqual(["MERGED", "MERGED", "MERGED"]);
      expect(await labelsOf(demo, 2)).toBe("kind:task status:ready");
      expect(await maria.json(asked)).toEqual([]);
      expect(await checks(api)).toMatch(/^signalbox\/handover\tpass\t/m);
    });
  });
});
