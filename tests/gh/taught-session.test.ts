/** Plays an agent's session as the pages teach it, with the real `gh` and git: every line of it has to work. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPacket } from "../../src/harness/start-packet.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { type Gh, ghIn, inHubsFolder, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { exportsIn, wordsIn } from "../support/shell-lines.ts";
import { type Cast, castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("an agent's session", () => {
    let bus: TestBus;
    let cast: Cast;
    let git: Git;
    let gh: Gh;
    let task: string;
    beforeEach(async () => {
      bus = await startCrew(crew);
      cast = castAt(binary, bus);
      const place = { repository: "acme/demo", env: overProxy(bus.hub), site: "http://github.localhost" };
      git = await cloneFrom(bus.hub, { login: "ada", token: bus.hub.tokenOf("ada"), ...place });
      gh = ghIn(binary, bus.hub, bus.hub.tokenOf("ada"), git);
      const sections = { Goal: "People can sign in.", Files: "src/login/**", Track: "login" };
      task = String(await file(cast.as("maria"), "task", "Sign in", sections));
      await bus.settled();
    });
    afterEach(async () => {
      gh.close();
      git.close();
      cast.close();
      await bus.stop();
    });

    const asAda = () => ({ GH_TOKEN: bus.hub.tokenOf("ada"), GH_REPO: "github.localhost/acme/demo" });
    /** Runs a line as ada does in the clone. Fails unless it exits with 0. */
    const play = async (line: string, env: Readonly<Record<string, string>>): Promise<string> => {
      // A shell would carry out one after the other.
      const [first = "", ...later] = line.split(" && ");
      if (later.length > 0) return `${await play(first, env)}${await play(later.join(" && "), env)}`;
      const [program, ...words] = wordsIn(line);
      const here = { GIT_DIR: join(git.folder, ".git"), GIT_WORK_TREE: git.folder };
      const ran: Ran =
        program === "gh"
          ? await gh.run(words).then(({ stdout, stderr, code }) => ({ out: stdout, err: stderr, code }))
          : await signalbox(words, { ...inHubsFolder(bus), ...asAda(), ...here, ...env });
      if (ran.code !== 0) throw new Error(`${line} ended with ${ran.code}:\n${ran.err}${ran.out}`);
      await bus.settled();
      return ran.out;
    };

    test("works line by line as docs/teams.md shows it: from the inbox to a handover that is not complete", async () => {
      const [, session = ""] = read("docs/teams.md").split("## An agent's session");
      const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(session) ?? [];
      const lines = block.split("\n").filter((line) => line !== "");
      expect(lines.length).toBeGreaterThan(12);
      writeFileSync(join(git.folder, "question.md"), form(questionAbout(task)));
      writeFileSync(join(git.folder, "rest.md"), form({ Goal: "People can sign out." }));
      const seen = new Map<string, string>();
      let env: Readonly<Record<string, string>> = {};
      let token = "";
      for (const shown of lines) {
        const line = shown
          .replaceAll("1763728800123", token)
          .replace(/\b12\b/g, task)
          .replace("--file handover.md", `--file ${join(git.folder, "handover.md")}`);
        env = { ...env, ...exportsIn(line) };
        if (line.startsWith("export")) continue;
        const printed = await play(line, env);
        seen.set(wordsIn(shown).slice(0, 3).join(" "), printed);
        token = /Token (\d+)\./.exec(printed)?.[1] ?? token;
        const opened = `${/\/issues\/(\d+)\n$/.exec(printed)?.[1]}`;
        if (line.includes("kind:question"))
          await cast.as("maria").ok(["issue", "comment", opened, "--body", "/answer Opaque tokens."]);
        if (line.includes("kind:task"))
          writeFileSync(join(git.folder, "handover.md"), form(handoverOf(task, opened)));
        await bus.settled();
      }
      expect(seen.get("signalbox claim --next")).toContain("Locked for acme/demo#1: src/login/**.");
      expect(seen.get("signalbox brief 12")).toContain("People can sign in.");
      expect(seen.get("signalbox lock 12")).toContain("src/login/**, docs/api/**.");
      // A note is shown once: the wait that it ended has shown it.
      expect(seen.get("signalbox wait 12")).toContain("Opaque tokens.");
      expect(seen.get("signalbox inbox --hook")).toBe("");
      expect(seen.get("signalbox release 12")).toBe("acme/demo#1 is free again.\n");
      expect(await play("signalbox inbox --agent bea", {})).toContain("The token never ends.");
      expect(await play("signalbox brief 1", { SIGNALBOX_AGENT: "bea" })).toContain("Tokens are opaque.");
      expect(await play("signalbox ready", {})).toBe("acme/demo#3\tLog out\n");
    });

    /** On the branch that is taught, so that every command about the pull request has one. */
    const propose = async (): Promise<void> => {
      await git.run("checkout", "--quiet", "-b", `agent/ada/${task}`);
      await git.commit("Sign in", { "src/login/form.ts": "ask();\n" });
      await git.run("push", "--quiet", "--set-upstream", "origin", `agent/ada/${task}`);
      await gh.ok(["pr", "create", "--draft", "--title", "Sign in", "--body", `Closes #${task}`]);
      await bus.settled();
    };

    test("N42 every command of the installed instructions works, in their order", async () => {
      const section = read("templates/init/agents.md");
      const shown = [...section.matchAll(/`((?:signalbox|gh) [^`…]*(?:…"?)?)`/g)].map(
        ([, line = ""]) => line,
      );
      expect(shown.length).toBeGreaterThan(12);
      const notes = join(git.folder, "notes.md");
      writeFileSync(notes, "Opaque tokens and signed ones both work.");
      const handover = join(git.folder, "handover.md");
      writeFileSync(handover, form(handoverOf(task, "3")));
      let env: Readonly<Record<string, string>> = { SIGNALBOX_AGENT: "ada" };
      for (const each of shown) {
        const line = each
          .replaceAll("<its name>", "bea")
          .replace("@notes.md", `@${notes}`)
          .replace("handover.md", handover);
        if (line === "gh pr ready") await propose();
        const printed = await play(line.replace(/\b12\b/g, task), env);
        if (line.startsWith("signalbox ask"))
          await cast.as("maria").ok(["issue", "comment", "3", "--body", "/answer Opaque tokens."]);
        await bus.settled();
        const token = /Token (\d+)\./.exec(printed)?.[1];
        if (token !== undefined) env = { ...env, SIGNALBOX_ISSUE: task, SIGNALBOX_LEASE: token };
      }
      expect(await play("signalbox ready", {})).toContain("acme/demo#1\tSign in");
    });

    test("every command of a run's page works as it is written, with signalbox and by gh, which end with one block", async () => {
      const printed = await play(`signalbox claim ${task}`, { SIGNALBOX_AGENT: "ada" });
      await propose();
      const token = Number(/Token (\d+)\./.exec(printed)?.[1]);
      const issue = `acme/demo#${task}`;
      const page = startPacket({ agent: "ada", issue, token }, "", "");
      const [, block = ""] = /(```signalbox\n[\s\S]*?\n```)/.exec(page) ?? [];
      const shown = [...page.matchAll(/`((?:signalbox|gh) [^`]+)`/g)].flatMap(([, line = ""]) => line);
      const files = {
        "@question.md": "Opaque tokens and signed ones both work.",
        "@finding.md": "The token never ends.",
        "question.md": form({ ...questionAbout(task), "Blocking task": issue }),
        "handover.md": `${form({ ...handoverOf(task, "3"), Completes: issue })}\n\n${block}\n`,
      };
      const words = (line: string): string =>
        Object.entries(files).reduce((given, [name, text], index) => {
          const file = join(git.folder, `${index}.md`);
          writeFileSync(file, text);
          return given.replace(name, name.startsWith("@") ? `@${file}` : file);
        }, line);
      const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_ISSUE: task, SIGNALBOX_LEASE: String(token) };
      const isRelease = (line: string): boolean => line.includes(" release ");
      // Named in passing.
      const lines = shown.filter((line) => line !== "signalbox hand-over");
      const played = new Map<string, string>();
      for (const line of lines.toSorted((one, other) => Number(isRelease(one)) - Number(isRelease(other))))
        played.set(line, await play(words(line), env));
      expect(played.size).toBe(9);
      const kinds = '[.[].labels[].name] | map(select(startswith("kind:"))) | sort | join(" ")';
      expect(await gh.ok(["issue", "list", "--state", "all", "--json", "labels", "--jq", kinds])).toBe(
        "kind:discovery kind:handover kind:handover kind:question kind:question kind:task",
      );
      expect(await gh.ok(["issue", "list", "--label", "needs-fix", "--json", "number"])).toBe("[]");
      expect(await play("signalbox ready", {})).toBe("No task is ready.\n");
    });

    test("S2.65 while signalbox is away, commands say so and claim nothing; a claim by a comment counts once it is back", async () => {
      await bus.stopServer();
      const env = { ...inHubsFolder(bus), GH_REPO: "acme/demo", SIGNALBOX_AGENT: "ada" };
      expect(await signalbox(["claim", task], env)).toMatchObject({
        code: 2,
        out: "Not decided: no server runs with this data folder.\n",
      });
      for (const command of ["ready", "inbox", "brief"])
        expect((await signalbox(command === "brief" ? [command, task] : [command], env)).err).toContain(
          "no server runs",
        );
      await gh.ok(["issue", "comment", task, "--body", "/claim"]);
      await bus.startServer();
      const reactions = '[.comments[0].reactionGroups[].content] | join(" ")';
      expect(await gh.ok(["issue", "view", task, "--json", "comments", "--jq", reactions])).toBe("THUMBS_UP");
      expect(await play("signalbox claim 1", env)).toContain("acme/demo#1 is yours");
    });
  });
});

function questionAbout(task: string): Readonly<Record<string, string>> {
  return {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: "Opaque tokens and signed ones both work.",
  };
}

function handoverOf(task: string, missing: string): Readonly<Record<string, string>> {
  return {
    Completes: `#${task}`,
    Status: "partial",
    Changes: "- src/login/form.ts: asks for the password",
    Verified: "- npm test: passed",
    Context: "Tokens are opaque.",
    "Next steps": "1. Log out.",
    Blockers: `#${missing}`,
  };
}
