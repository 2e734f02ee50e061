/** The real gh beside the commands that write: the same body by either reads the same, and a dry run prints what gh does. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { inHubsFolder, overProxy } from "../support/gh.ts";
import { type Cast, castAt, numberIn } from "./cast.ts";
import { versions } from "./stage.ts";

const commentsShape = z.object({
  comments: z.array(z.object({ author: z.object({ login: z.string() }), body: z.string() })),
});

/** What a shell could take for its own. */
const context = `It's "both" $HOME \`id\` \\ !\n\n- a list\n\nAnd \u001b[31mred\u001b[0m.`;

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("beside the commands that write", () => {
    let bus: TestBus;
    let cast: Cast;
    const folder = mkdtempSync(join(tmpdir(), "signalbox-gh-asks-"));
    beforeAll(async () => {
      bus = await startBus();
      cast = castAt(binary, bus);
    });
    afterAll(async () => {
      cast.close();
      rmSync(folder, { recursive: true });
      await bus.stop();
    });

    const asBob = () => ({
      ...inHubsFolder(bus),
      GH_TOKEN: bus.hub.tokenOf("bob"),
      GH_REPO: "github.localhost/acme/demo",
    });

    const asAlice = () => ({ ...asBob(), GH_TOKEN: bus.hub.tokenOf("alice") });

    /** Runs what a dry run printed, with the real gh. */
    async function inShell(command: string): Promise<string> {
      const shell = {
        ...overProxy(bus.hub),
        GH_TOKEN: bus.hub.tokenOf("bob"),
        HOME: folder,
        GH_CONFIG_DIR: folder,
        GH_PROMPT_DISABLED: "1",
        PATH: `${dirname(binary.path)}:${process.env.PATH}`,
      };
      const { stdout } = await promisify(execFile)("bash", ["-c", command], { env: shell, cwd: folder });
      return stdout.trim();
    }

    async function wordsWritten(): Promise<number> {
      const { octokit, repository } = bus.as("maria");
      const asked = { ...repository, state: "all", per_page: 100 } as const;
      const issues = await octokit.paginate(octokit.rest.issues.listForRepo, asked);
      const comments = await octokit.paginate(octokit.rest.issues.listCommentsForRepo, asked);
      return issues.length + comments.length;
    }

    /** A dry run, which must not write anything. */
    async function dryRun(words: readonly string[]): Promise<string> {
      const before = await wordsWritten();
      const dry = await signalbox([...words, "--dry-run"], asBob());
      expect(dry).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^gh issue \w+ /) });
      expect(dry.out).not.toContain("\u001b");
      expect(await wordsWritten()).toBe(before);
      return dry.out;
    }

    interface Story {
      /** What has to be there first. @returns its number */
      readonly about: () => Promise<number>;
      readonly words: (about: number) => readonly string[];
      /** What it does to what it is about, or to itself; true once that is so. */
      readonly hasEffect: (about: number, opened: number) => Promise<boolean>;
    }
    const task = () => openTask(bus.as("alice"));
    const has = async (number: number, label: string) =>
      (await bus.as("alice").see(number)).labels.includes(label);
    const isClosed = async (number: number) => (await bus.as("alice").see(number)).state === "closed";
    const works = ["--changes", "src/a.ts: asks", "--verified", "none", "--next-steps", "1. Log out."];
    const stories: Readonly<Record<string, Story>> = {
      ask: {
        about: task,
        words: (about) => ["ask", String(about), "Which store?", "--context", context],
        hasEffect: (about) => has(about, "status:blocked"),
      },
      answer: {
        about: async () => openQuestion(bus.as("alice"), await task()),
        words: (about) => ["answer", String(about), "SQLite", "--why", context],
        hasEffect: isClosed,
      },
      discover: {
        about: task,
        words: (about) => ["discover", String(about), "Tokens never end", "--finding", context],
        hasEffect: (_, opened) => has(opened, "kind:discovery"),
      },
      escalate: {
        about: task,
        words: (about) => ["escalate", String(about), "Stop?", "--context", context, "--delay", "It costs."],
        hasEffect: (_, opened) => has(opened, "kind:escalation"),
      },
      task: {
        about: task,
        words: (about) => ["task", "Log out", "--goal", context, "--blocked-by", String(about)],
        hasEffect: (_, opened) => has(opened, "status:blocked"),
      },
      "hand-over": {
        about: task,
        words: (about) => [
          "hand-over",
          String(about),
          "--status",
          "partial",
          "--blockers",
          String(about),
          ...works,
          "--context",
          context,
          "--lease",
          "7",
          "--agent",
          "ada",
        ],
        hasEffect: (_, opened) => isClosed(opened),
      },
    };

    /** What a dry run of a command prints, and the command: both are comments. */
    const commands: Readonly<Record<string, Story>> = {
      decide: {
        about: async () => {
          const words = [
            "escalate",
            String(await task()),
            "Stop?",
            "--context",
            context,
            "--delay",
            "Costs.",
          ];
          await bus.settled();
          const ran = await signalbox([...words, "--options", "Yes", "No", "--json"], asAlice());
          return Number(String(JSON.parse(ran.out).issue).split("#")[1]);
        },
        words: (about) => ["decide", String(about), "2", "--because", 'It\'s "over" $HOME.\n\nSee `id`.'],
        hasEffect: isClosed,
      },
      block: {
        about: task,
        words: (about) => ["block", String(about), String(waitedFor), "--agent", "ada"],
        hasEffect: (about) => has(about, "status:blocked"),
      },
      urgency: {
        about: async () => openQuestion(bus.as("alice"), await task()),
        words: (about) => ["urgency", String(about), "nice-to-have"],
        hasEffect: (about) => has(about, "urgency:nice-to-have"),
      },
    };
    let waitedFor = 0;

    test.each(Object.entries(commands))(
      "IF09 IF11 %s: the command that a dry run prints writes the same comment, with the same effect, and a dry run writes nothing",
      async (_, { about, words, hasEffect }) => {
        waitedFor = await task();
        const first = await about();
        const second = await about();
        await bus.settled();
        await inShell(await dryRun(words(first)));
        expect(await signalbox([...words(second), "--wait"], asBob())).toMatchObject({ code: 0 });
        await bus.settled();
        const said = async (number: number) => {
          const shown = await cast.as("alice").json(["issue", "view", String(number), "--json", "comments"]);
          const { comments } = commentsShape.parse(shown);
          return comments.filter(({ author }) => author.login === "bob").map(({ body }) => body.trim());
        };
        expect(await said(first)).toEqual(await said(second));
        expect(await said(first)).toHaveLength(1);
        expect(await hasEffect(first, 0)).toBe(true);
        expect(await hasEffect(second, 0)).toBe(true);
      },
    );

    test.each(Object.entries(stories))(
      "IF09 IF11 %s: the command that a dry run prints opens the same issue, with the same effect, and a dry run writes nothing",
      async (_, { about, words, hasEffect }) => {
        const first = await about();
        const second = await about();
        await bus.settled();
        const byGh = Number(numberIn(await inShell(await dryRun(words(first)))));
        const own = JSON.parse((await signalbox([...words(second), "--json"], asBob())).out);
        const byUs = Number(String(own.issue).split("#")[1]);
        await bus.settled();
        const see = async (number: number, named: number) => {
          const fields = "author,title,labels,body";
          const shown = await cast.as("alice").json(["issue", "view", String(number), "--json", fields]);
          const told = JSON.stringify(shown, (name, value) => (name === "id" ? undefined : value));
          return told.replace(/[0-9A-HJKMNP-TV-Z]{26}/, "ID").replaceAll(`#${named}`, "#ABOUT");
        };
        const seen = await see(byGh, first);
        expect(seen).toBe(await see(byUs, second));
        expect(seen).toContain('"login":"bob"');
        expect(await hasEffect(first, byGh)).toBe(true);
        expect(await hasEffect(second, byUs)).toBe(true);
      },
    );
  });
});
