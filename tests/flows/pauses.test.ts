/**
 * Tests a pause as the owner sets it, from the command line to the effects on GitHub, over a restart and with
 * lost deliveries.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { pausePathIn } from "../../src/server/maintenance/pause-file.ts";
import { signalbox } from "../cli/terminal.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openQuestion, openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { calm } from "../support/hurry.ts";
import { seedOf, twoRepositories } from "../support/seeds.ts";
import { settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("while paused the App reads and writes nothing, also after a restart; on resume it catches up", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await openTask(alice);
  await bus.settled();
  const paused = await signalbox(["pause", "--repo", "acme/demo", "--reason", "moving", "--home", bus.home]);
  expect(paused).toMatchObject({ code: 0, out: expect.stringContaining("Paused acme/demo") });
  const before = await alice.see(task);

  const asked = await openQuestion(alice, `#${task}, #999`);
  await bus.settled();
  expect(await bus.server().health()).toMatchObject({
    status: "ready",
    paused: 1,
    deliveries: { pending: 0 },
  });
  expect((await bus.server().health()).effects.held).toBeGreaterThan(0);
  await bus.stopServer();
  const answered = await openTask(bob);
  await bus.startServer();
  expect(await alice.see(task)).toEqual(before);
  expect(await alice.comments(asked)).toEqual([]);
  expect((await alice.see(answered)).labels).not.toContain("status:ready");

  const resumed = await signalbox(["resume", "--repo", "acme/demo", "--home", bus.home, "--json"]);
  expect(JSON.parse(resumed.out)).toEqual({ isRunning: true, repositories: [] });
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect((await alice.see(answered)).labels).toEqual(["kind:task", "status:ready"]);
  expect((await alice.comments(asked)).map(({ body }) => body)).toEqual([
    expect.stringContaining("There is no issue `#999`"),
  ]);
  expect(await bus.server().health()).toMatchObject({ paused: 0, effects: { pending: 0, held: 0 } });
});

test("a pause without a server applies from the next start; a repository that is not ours cannot be paused", async () => {
  bus = await startBus();
  await bus.stopServer();
  const stranger = await signalbox(["pause", "--repo", "acme/other", "--home", bus.home]);
  expect(stranger).toMatchObject({ code: 1, err: expect.stringContaining("It serves acme/demo.") });
  expect(existsSync(pausePathIn(bus.home))).toBe(false);
  const paused = await signalbox(["pause", "--home", bus.home]);
  expect(paused).toMatchObject({ code: 0, out: expect.stringContaining("on its next start") });
  await bus.startServer();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task"]);
  expect(await signalbox(["resume", "--home", bus.home])).toMatchObject({ code: 0 });
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task", "status:ready"]);
});

test("a start refuses a damaged pauses file, which may contain a pause, and releases the data directory", async () => {
  bus = await startBus();
  await bus.stopServer();
  writeFileSync(pausePathIn(bus.home), "{");
  await expect(bus.startServer()).rejects.toThrow(
    "pauses.json is damaged, so signalbox cannot tell what is paused.",
  );
  rmSync(pausePathIn(bus.home));
  await bus.startServer();
});

test("while `paused: true` is in effect, everybody who decides, answers or approves is told so, by the command line and on the pages, and is not told once it has ended", async () => {
  const settings = "paused: true\n";
  bus = await startBus({ seed: seedOf({}, settings) });
  const as = (login: string, words: readonly string[]) =>
    signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login) });
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const asked = await openQuestion(alice, `#${task}`);
  await bus.settled();
  const told =
    "Everything is paused in acme/demo: signalbox writes nothing to GitHub there. What you wrote is kept and counts; labels, replies and notices follow after an admin has taken `paused: true` out of `.github/signalbox.yml`.";
  const answered = await as("bob", ["answer", String(asked), "SQLite", "--why", "One file."]);
  expect(answered).toMatchObject({ code: 0, out: expect.stringContaining(told) });

  const words = ["escalate", String(task), "Store addresses?", "--context", "The law says little."];
  const options = ["--delay", "Sign-up stays closed.", "--options", "Yes, for a year", "No", "--json"];
  const escalated = JSON.parse((await as("alice", [...words, ...options])).out);
  expect(escalated.paused).toBe(told);
  const escalation = String(escalated.issue).split("#")[1] ?? "";
  await bus.settled();
  const maria = await signIn(bus.server().url, bus.hub, "maria");
  const page = (await maria.ask(`/issues/acme/demo/${escalation}`)).text;
  expect(page).toContain("Paused: signalbox writes nothing to GitHub there.");
  expect(page).toContain(
    "acme/demo, by its settings. It ends after an admin has taken <code>paused: true</code>",
  );
  const status = (await maria.ask("/status")).text;
  expect(status).not.toContain("✓ Everything works.");
  expect(status).toContain("signalbox reads and decides, and writes nothing where it is paused");

  const decided = await as("maria", ["decide", escalation, "1", "--wait"]);
  expect(decided).toMatchObject({ code: 0, out: expect.stringMatching(/^Done on /) });
  expect(decided.err).toContain(told);
  // Nothing of it is on GitHub.
  expect(await alice.comments(Number(escalation))).toEqual([expect.objectContaining({ author: "maria" })]);

  await settingsStory(bus).put(bus.as("maria"), "paused: false\n");
  const after = await as("maria", ["urgency", String(asked), "important"]);
  expect(after.out + after.err).not.toContain("paused");
  expect((await maria.ask("/status")).text).toContain("✓ Everything works.");
  expect((await alice.see(Number(escalation))).state).toBe("closed");
});

test("an owner's pause is shown with its reason and the command that ends it, to everybody who may see a paused repository", async () => {
  bus = await startBus({ seed: twoRepositories });
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  const reason = ["--reason", "moving the disk"];
  await signalbox(["pause", "--repo", "acme/demo", ...reason, "--home", bus.home]);
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria") };
  const here = await signalbox(["block", `acme/demo#${task}`, "acme/api#1"], env);
  expect(here.out).toContain("Everything is paused in acme/demo (moving the disk): ");
  expect(here.out).toContain("follow after `signalbox resume --repo acme/demo`.");
  const elsewhere = await signalbox(["task", "Log out", "--goal", "People can.", "--repo", "acme/api"], env);
  expect(elsewhere).toMatchObject({ code: 0, out: expect.not.stringContaining("paused") });
  await signalbox(["resume", "--repo", "acme/demo", "--home", bus.home]);
  await signalbox(["pause", ...reason, "--home", bus.home]);
  const maria = await signIn(bus.server().url, bus.hub, "maria");
  const page = (await maria.ask("/board")).text;
  expect(page).toContain("Paused: signalbox writes nothing to GitHub at all.");
  expect(page.replace(/<[^>]+>/g, "")).toContain(
    "Everything, since just now: moving the disk. It ends after signalbox resume",
  );
});

test("while GitHub asks for a wait, whoever answers or decides is told so with its end, by the command line and on the pages", async () => {
  bus = await startBus({ expectsErrors: true });
  const task = await openTask(bus.as("alice"));
  const asked = await openQuestion(bus.as("alice"), `#${task}`);
  await bus.settled();
  const limit = { kind: "limit", limit: "primary", waitSeconds: 20 * 60 } as const;
  bus.hub.faults.add({ on: "request", match: { login: botLogin, path: "^/graphql$" }, effect: limit });
  await bus.as("bob").comment(asked, "/answer Opaque tokens.");
  await calm(bus);
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria") };
  const done = await signalbox(
    ["answer", String(asked), "Opaque tokens.", "--why", "They can be revoked."],
    env,
  );
  expect(done.out).toMatch(
    /Everything is paused in acme\/demo \(GitHub asked signalbox to wait\): .*What you wrote is kept and counts; .* follow after GitHub's limit has ended, at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
  );
  const maria = await signIn(bus.server().url, bus.hub, "maria");
  const status = (await maria.ask("/status")).text.replace(/<[^>]+>/g, "");
  expect(status).toContain("GitHub asked signalbox to wait: until then it reads and writes nothing there.");
  expect(status).not.toContain("Everything works");
  expect((await maria.ask("/board")).text).toContain("Paused: signalbox writes nothing to GitHub there.");
});
