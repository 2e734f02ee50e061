/** Tests how agents pass work to each other, with the real `gh` and git: by review, by dying and by stopping. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { type Crew, nameCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { type Gh, ghIn, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { file } from "./cast.ts";
import { type HandoverScene, openHandoverScene } from "./handover-scene.ts";
import { versions } from "./stage.ts";

/** Cleo works with maria's login, so what she writes there by `gh` is maria's word. */
const crew: Crew = {
  ada: { login: "alice", can: ["typescript"] },
  bea: { login: "bob", role: "reviewer", can: ["typescript", "review"] },
  cleo: { login: "maria", can: ["typescript", "review"], with_person: true },
};
const settings = "handovers: { merge: when accepted }\n";
const minute = 60_000;

describe.each(versions)("gh $version and a team of agents", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    let scene: HandoverScene;
    let bobs: Git;
    let bob: Gh;
    beforeEach(async () => {
      scene = await openHandoverScene(binary, "{}\n");
      await nameCrew(scene.bus, crew, settings);
      const { hub } = scene.bus;
      const place = { repository: "acme/demo", env: overProxy(hub), site: "http://github.localhost" };
      bobs = await cloneFrom(hub, { login: "bob", token: hub.tokenOf("bob"), ...place });
      bob = ghIn(binary, hub, hub.tokenOf("bob"), bobs);
    });
    afterEach(async () => {
      bob.close();
      bobs.close();
      await scene.close();
    });

    const as = async (
      agent: string,
      line: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Ran> => {
      const env = { SIGNALBOX_HOME: scene.bus.home, GH_REPO: "acme/demo", SIGNALBOX_AGENT: agent, ...more };
      const ran = await signalbox(line.split(" "), env);
      await scene.bus.settled();
      return ran;
    };
    const say = async (gh: Gh, ...words: readonly string[]): Promise<void> => {
      await gh.ok(words);
      await scene.bus.settled();
    };
    const plan = async (
      gh: Gh,
      title: string,
      sections: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const number = await file(gh, "task", title, { Goal: `${title}.`, ...sections });
      await scene.bus.settled();
      return String(number);
    };
    /** Time passes in steps that no clock jump has. */
    const pass = async (minutes: number): Promise<void> => {
      const { clock, settled } = scene.bus;
      for (let left = minutes; left > 0; left -= 5) {
        clock.advance(5 * minute);
        while (!clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
        await settled();
      }
    };
    const taken = ({ out }: Ran): string | undefined => /^acme\/demo#(\d+) is yours/.exec(out)?.[1];

    test("S1.62 S0.95 two reviewers take the review by themselves; one finds a fault, it is repaired, and the accepted work is merged", async () => {
      const { alice, maria, git, see } = scene;
      const parameters = { required_approving_review_count: 2 };
      await scene.ruleset({ type: "pull_request", parameters });
      const task = await plan(maria, "Sign in", { Requires: "typescript", Files: "src/login.ts" });
      expect(taken(await as("ada", "claim --next"))).toBe(task);
      const head = await scene.push("login", { "src/login.ts": "ask();\n" });
      const pull = await scene.propose("Sign in");
      const reported = { Completes: `#${task}`, "Pull request": `#${pull}`, Changes: "- src/login.ts: asks" };
      const handover = await scene.handOver(reported);
      await scene.ran(head);
      expect(await scene.status(handover)).toContain("A rule on `main` requires a review.");

      const reviews = [
        await plan(alice, `Review #${pull}: what it does`, { Requires: "review" }),
        await plan(alice, `Review #${pull}: its tests`, { Requires: "review" }),
      ];
      expect((await as("ada", "claim --next")).out).toBe(
        `Nothing ready.\nada holds acme/demo#${task} (in-review). Go on with it (signalbox brief acme/demo#${task}), or give it back (signalbox release acme/demo#${task}).\n`,
      );
      const shares = await Promise.all([as("bea", "claim --next"), as("cleo", "claim --next")]);
      expect(shares.map(taken).toSorted()).toEqual(reviews.toSorted());

      await say(bob, "pr", "review", pull, "--request-changes", "--body", "An empty password is accepted.");
      await say(
        bob,
        "issue",
        "comment",
        task,
        "--body",
        "/tell ada An empty password signs in, see the review.",
      );
      await say(maria, "pr", "review", pull, "--approve");
      expect(await alice.json(["pr", "view", pull, "--json", "state,reviewDecision"])).toEqual({
        state: "OPEN",
        reviewDecision: "CHANGES_REQUESTED",
      });
      expect((await as("ada", "inbox")).out).toContain("An empty password signs in, see the review.");
      const mended = await git.commit("Refuse an empty password", { "src/login.ts": "ask({ min: 1 });\n" });
      await git.run("push", "--quiet");
      await scene.ran(mended);
      expect(await see(task)).toMatchObject({ state: "OPEN" });
      await say(alice, "issue", "comment", task, "--body", "/tell role:reviewer It is refused now.");
      expect((await as("bea", "inbox")).out).toContain("It is refused now.");

      await say(bob, "pr", "review", pull, "--approve", "--body", "It is.");
      expect(await alice.json(["pr", "view", pull, "--json", "state"])).toEqual({ state: "MERGED" });
      for (const done of [task, handover]) expect(await see(done)).toMatchObject({ state: "CLOSED" });
      // An account ends the leases of its own agents alone.
      const [beas = "", cleos = ""] = shares.map((share) => taken(share) ?? "");
      await say(bob, "issue", "close", beas, "--comment", "Reviewed and merged.");
      await say(maria, "issue", "close", cleos, "--comment", "Reviewed and merged.");
      const { agents } = JSON.parse((await as("ada", "agents --json")).out);
      expect(agents.map(({ tasks }: { tasks: readonly unknown[] }) => tasks)).toEqual([[], [], []]);
      expect((await as("ada", "locks")).out).toContain("Nothing is locked");
    });

    test("AG18 AG19 an agent dies and the next one continues its branch; that one stops in good order and a third finishes", async () => {
      const { maria, labels } = scene;
      const task = await plan(maria, "Sign in", { Files: "src/login/**" });
      const claimed = JSON.parse((await as("ada", "claim --next --json")).out);
      const lease = { SIGNALBOX_ISSUE: task, SIGNALBOX_LEASE: String(claimed.token) };
      await scene.push(`ada/${task}-login`, { "src/login/form.ts": "ask();\n" });
      const pull = await scene.propose("Sign in", "--draft", "--body", `Closes #${task}`);
      await scene.bus.settled();
      expect((await as("ada", "beat --doing form", lease)).code).toBe(0);

      await pass(25);
      expect(await labels(task)).toContain("status:in-progress");
      await pass(15);
      expect(await labels(task)).toContain("status:ready");
      expect(taken(await as("bea", "claim --next"))).toBe(task);
      const page = (await as("bea", `brief ${task}`)).out;
      expect(page).toMatch(
        /## Before you\n\nada held it from .+ to .+\.\n\n {2}> ada was not heard from for 30m\./,
      );
      expect(page).toContain(`ada/${task}-login`);
      expect(page).toContain(`#${pull}`);
      expect(await as("ada", "beat", lease)).toMatchObject({
        code: 2,
        err: expect.stringContaining("bea holds it"),
      });

      await bobs.run("fetch", "--quiet");
      await bobs.run("checkout", "--quiet", `ada/${task}-login`);
      await bobs.commit("Count failed sign-ins", { "src/login/limits.ts": "count();\n" });
      await bobs.run("push", "--quiet");
      const rest = await plan(bob, "Lock the account", { Files: "src/lock.ts" });
      const report = {
        Completes: `#${task}`,
        Status: "partial",
        Changes: "- src/login/form.ts: asks\n- src/login/limits.ts: counts",
        Verified: "- npm test: passed",
        Context: "Counted by account.",
        "Next steps": "1. Lock it.",
        Blockers: `#${rest}`,
      };
      await file(bob, "handover", "Handover: sign in, half done", form(report));
      await scene.bus.settled();
      expect((await as("bea", `release ${task} --because context`)).out).toBe(
        `acme/demo#${task} is free again.\n`,
      );
      expect(await labels(task)).toContain("status:blocked");

      expect(taken(await as("cleo", "claim --next"))).toBe(rest);
      await say(maria, "issue", "close", rest);
      expect(taken(await as("cleo", "claim --next"))).toBe(task);
      const next = (await as("cleo", `brief ${task}`)).out;
      expect(next).toContain("Counted by account.");
      expect(next).toContain("1. Lock it.");
      expect(next).toMatch(/bea held it from/);
      expect((await as("cleo", "locks")).out).toMatch(
        /^acme\/demo#\d+\tcleo\texclusive\tsrc\/login\/\*\*\t/m,
      );
    });
  });
});
