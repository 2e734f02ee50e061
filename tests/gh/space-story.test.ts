/** A space from its start to its end, with the real `gh`: opened, filled, worked in by agents, closed and resumed. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    test("S4.10 S4.22 S4.30 S4.31 S4.32 S4.33 S4.34 S4.44 a space is started, filled, narrows the agents' work, survives its index, and is closed and resumed", async () => {
      const bus = await startCrew(crew);
      const cast = castAt(binary, bus);
      const maria = cast.as("maria");
      const ada = cast.as("ada");
      const as = (login: string, words: readonly string[], more = {}): Promise<Ran> =>
        signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login), ...more });
      const inSpace = { SIGNALBOX_SPACE: "5", SIGNALBOX_AGENT: "ada" };
      const seen = (issue: number, field: string, jq: string): Promise<string> =>
        ada.ok(["issue", "view", String(issue), "--json", field, "--jq", jq]);
      const parts = async (): Promise<unknown> =>
        ada.json(["api", "repos/acme/demo/issues/5/sub_issues", "--jq", "[.[].number]"]);
      const comment = (): Promise<string> => seen(5, "comments", ".comments[0].body");
      const rebuild = async (): Promise<unknown> => {
        const contact = readContact(bus.home);
        const headers = { authorization: `Bearer ${contact?.token}` };
        return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
      };
      try {
        const goal = (text: string) => ({ Goal: text, Track: "auth" });
        expect(await file(maria, "task", "Elsewhere", { ...goal("Something else."), Priority: "p0" })).toBe(
          1,
        );
        expect(await file(maria, "task", "Store keys", goal("Keys are stored."))).toBe(2);
        expect(
          await file(maria, "task", "Ask for the key", { ...goal("It asks."), "Blocked by": "#2" }),
        ).toBe(3);
        expect(
          await file(maria, "question", "Q: Which library?", {
            "Blocking task": "#1",
            Category: "implementation",
            Urgency: "advisory",
            Context: "Two work.",
          }),
        ).toBe(4);
        await bus.settled();

        const started = await as("maria", [
          "space",
          "start",
          "Log in with a passkey",
          "--track",
          "auth",
          "--task",
          "2",
          "--task",
          "3",
          "--purpose",
          "Nobody types a password.",
          "--pin",
          "docs/login.md",
          "--context",
          "Keep passwords a year.",
        ]);
        expect(started).toMatchObject({ code: 0, out: expect.stringContaining("acme/demo#3 belongs to it") });
        await bus.settled();
        expect(
          await seen(5, "title,labels", '[.title, ([.labels[].name] | sort | join(" "))] | join("; ")'),
        ).toBe("Space: Log in with a passkey; kind:space track:auth");
        expect(await parts()).toEqual([2, 3]);
        expect(
          await file(ada, "task", "Say what went wrong", { ...goal("Errors help."), "Part of": "#5" }),
        ).toBe(6);
        await bus.settled();
        expect(await parts()).toEqual([2, 3, 6]);
        bus.clock.advance(61_000);
        await bus.settled();
        expect(await comment()).toContain("**Tasks: 0 of 3 closed**, 1 blocked, 2 ready.");

        expect((await as("ada", ["ready"])).out).toContain("acme/demo#1");
        expect(
          (await as("ada", ["ready"], inSpace)).out.split("\n").map((line) => line.split("\t")[0]),
        ).toEqual(["acme/demo#2", "acme/demo#6", ""]);
        expect((await as("ada", ["ready", "--space", "5"])).out).not.toContain("acme/demo#1");
        expect((await as("ada", ["claim", "--next"], inSpace)).out).toContain("acme/demo#2 is yours");
        const brief = (await as("ada", ["brief", "2"])).out;
        expect(brief).toContain("## Space\n\nacme/demo#5 `Space: Log in with a passkey`\n");
        expect(brief).toContain("> Nobody types a password.");
        expect(brief).toContain("> Keep passwords a year.");
        expect(brief).toContain("- `docs/login.md`");
        expect((await as("ada", ["brief", "1"], inSpace)).out).toContain("(this task is not part of it)");
        expect((await as("ada", ["brief", "1"])).out).not.toContain("## Space");

        const held = await as("maria", ["space", "close", "5"]);
        expect(held).toMatchObject({ code: 2 });
        expect(held.out).toContain("acme/demo#5 is not closed: 3 of its tasks are open.\n");
        expect(held.out).toContain("  acme/demo#2 (in-progress, held by ada) Store keys\n");
        expect(await seen(5, "state", ".state")).toBe("OPEN");

        await bus.stopServer();
        for (const ending of ["", "-wal", "-shm"])
          rmSync(`${databaseIn(bus.home)}${ending}`, { force: true });
        await bus.startServer();
        await bus.settled();
        expect(await rebuild()).toMatchObject({ differences: [] });
        expect(await parts()).toEqual([2, 3, 6]);
        expect(JSON.parse((await as("ada", ["space", "list", "--json"])).out).spaces).toMatchObject([
          { number: 5, progress: { total: 3, closed: 0, blocked: 1 } },
        ]);

        for (const task of [2, 3, 6]) await ada.ok(["issue", "close", String(task)]);
        await bus.settled();
        bus.clock.advance(61_000);
        await bus.settled();
        expect(await comment()).toContain("**Tasks: 3 of 3 closed**.");
        expect(await as("maria", ["space", "close", "5", "--json"])).toMatchObject({
          code: 0,
          out: expect.stringContaining('"wrote": "closed"'),
        });
        expect(await ada.ok(["api", "repos/acme/demo/issues/5", "--jq", ".state_reason"])).toBe("completed");
        expect(await as("maria", ["space", "close", "5"])).toMatchObject({
          code: 0,
          out: "acme/demo#5 is closed already.\n",
        });
        expect((await as("ada", ["space", "list"])).out).toBe("There is no space.\n");
        expect(await as("maria", ["space", "resume", "5"])).toMatchObject({ code: 0 });
        await bus.settled();
        expect(await seen(5, "state", ".state")).toBe("OPEN");
        const shown = await as("ada", ["space", "show", "5"]);
        expect(shown.out).toContain("Tasks: 3 of 3 closed.\n");
        expect(shown.out).toContain("  acme/demo#3 (completed) Ask for the key\n");
      } finally {
        cast.close();
        await bus.stop();
      }
    }, 60_000);

    test("S4.33 a space is not closed while a task is on its way into it", async () => {
      const bus = await startCrew(crew);
      const cast = castAt(binary, bus);
      const maria = cast.as("maria");
      const as = (...words: readonly string[]): Promise<Ran> =>
        signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria") });
      try {
        const space = { Purpose: "Nobody types a password.", Track: "auth" };
        expect(await file(maria, "space", "Space: Log in", space)).toBe(1);
        await bus.settled();
        expect(await as("pause", "--reason", "moving")).toMatchObject({ code: 0 });
        const step = { Goal: "Errors help.", "Part of": "#1" };
        expect(await file(maria, "task", "Say what went wrong", step)).toBe(2);
        await bus.settled();
        const parts = ["api", "repos/acme/demo/issues/1/sub_issues", "--jq", "[.[].number]"];
        expect(await maria.json(parts)).toEqual([]);

        const held = await as("space", "close", "1");
        expect(held).toMatchObject({ code: 2 });
        expect(held.out).toContain("acme/demo#1 is not closed: 1 of its tasks is open.\n");
        expect(held.out).toContain("  acme/demo#2 (open) Say what went wrong\n");
        expect((await as("space", "show", "1")).out).toContain(
          "No tasks yet.\n\nPurpose\n  > Nobody types a password.\n\nAbout to join\n  acme/demo#2 (open) Say what went wrong\n",
        );

        expect(await as("resume")).toMatchObject({ code: 0 });
        await bus.settled();
        expect(await maria.json(parts)).toEqual([2]);
        expect((await as("space", "show", "1")).out).not.toContain("About to join");
        expect(await as("space", "close", "1")).toMatchObject({ code: 2 });
        await maria.ok(["issue", "close", "2"]);
        await bus.settled();
        expect(await as("space", "close", "1")).toMatchObject({ code: 0 });
      } finally {
        cast.close();
        await bus.stop();
      }
    }, 60_000);

    test("bad input has one clear answer, and nothing is written", async () => {
      const bus = await startCrew(crew);
      const cast = castAt(binary, bus);
      const maria = cast.as("maria");
      const as = (words: readonly string[], more = {}): Promise<Ran> =>
        signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria"), ...more });
      const count = (): Promise<string> =>
        maria.ok(["issue", "list", "--state", "all", "--json", "id", "--jq", "length"]);
      try {
        await file(maria, "task", "Store keys", { Goal: "Keys are stored.", Track: "auth" });
        await file(maria, "question", "Q: Which?", {
          "Blocking task": "#1",
          Category: "implementation",
          Urgency: "advisory",
          Context: "Two work.",
        });
        await bus.settled();
        const start = ["space", "start", "Log in"];
        for (const [words, said, env] of [
          [[...start, "--track", "atuh"], "No open task is on the track atuh. In use: auth."],
          [[...start, "--task", "99"], "The index has no issue acme/demo#99."],
          [[...start, "--task", "2"], "acme/demo#2 is a question, and only tasks belong to a space."],
          [[...start, "--task", "acme/web#1"], "signalbox does not serve acme/web."],
          [["space", "close", "1"], "acme/demo#1 is a task, and only a space is closed or resumed so."],
          [["space", "show", "77"], "The index has no issue acme/demo#77."],
          [["ready"], "SIGNALBOX_SPACE names acme/demo#1, which is a task, and not a space.", "1"],
          [
            ["claim", "--next", "--agent", "ada"],
            "SIGNALBOX_SPACE names acme/demo#9, which the index does not have.",
            "9",
          ],
          [
            ["brief", "1"],
            "SIGNALBOX_SPACE must be the issue of a space, such as 5 or acme/demo#5, found auth.",
            "auth",
          ],
          [["ready", "--space", "2"], "acme/demo#2 is a question, and not a space."],
        ] as const) {
          const ran = await as(words, env === undefined ? {} : { SIGNALBOX_SPACE: env });
          expect(ran).toMatchObject({ code: 1, out: "", err: expect.stringContaining(said) });
        }
        const dry = await as([...start, "--task", "1", "--dry-run"]);
        expect(dry).toMatchObject({
          code: 0,
          out: expect.stringContaining("gh issue create --title 'Space: Log in'"),
        });
        expect(await count()).toBe("2");
        expect(await as([...start, "--track", "atuh", "--new-track", "--task", "1"])).toMatchObject({
          code: 0,
        });
        await bus.settled();
        const again = await as(["space", "start", "Another", "--task", "1"]);
        expect(again.err).toContain(
          "acme/demo#1 is a sub-issue of acme/demo#3 already, and GitHub allows one parent.",
        );
        expect(await count()).toBe("3");
      } finally {
        cast.close();
        await bus.stop();
      }
    }, 60_000);
  });
});
