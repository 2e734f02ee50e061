/**
 * Tests the two ways for a coding agent to answer, as docs/answerers.md sets them up, with a small program in
 * the agent's place: the server asks it, or it works from the list itself and answers with the real `gh`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/base/clock.ts";
import { readAnswerer } from "../../src/server/composition/answerer-environment.ts";
import { signalbox } from "../cli/terminal.ts";
import { type BusSettings, startBus, type TestBus } from "../support/bus.ts";
import type { Gh } from "../support/gh.ts";
import { seedOf } from "../support/seeds.ts";
import { type Cast, castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const page = `# Architecture

## Interrupts

- ISRs never send messages themselves; they set a task notification bit.
- A driver task reads the bit and sends the message.

## Radio

- The uplink task sends at most one frame every 30 seconds.
`;

/** Answers from the passage that names a notification bit, if there is one. */
const program = `
let asked = "";
process.stdin.on("data", (chunk) => { asked += chunk; });
process.stdin.on("end", () => {
  require("fs").appendFileSync(process.argv[2], asked);
  const passages = [...asked.matchAll(/<<<(\\S+) passage (\\d+), [^\\n]*\\n([^]*?)\\n\\1>>>/g)];
  const [, , number, text = ""] = passages.find(([, , , words]) => words.includes("notification bit")) ?? [];
  const quotes = text === "" ? [] : [{ passage: Number(number), text: text.slice(2) }];
  const decision = text === "" ? "" : "Set the driver task's notification bit.";
  console.log(JSON.stringify({ answers: text !== "", decision, rationale: "It is written so.", alternatives: "", quotes }));
});
`;

const cards = z.array(
  z.object({
    issue: z.string(),
    title: z.string(),
    reserved: z.boolean(),
    blocks: z.array(z.string()),
    why: z.array(z.string()),
    passages: z.array(z.object({ citation: z.string(), text: z.string().optional() })),
  }),
);

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("a coding agent that answers", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-test-agent-"));
    const seen = join(folder, "seen.txt");
    const script = join(folder, "agent.cjs");
    writeFileSync(script, program);
    let bus: TestBus;
    let cast: Cast;
    let task: number;

    async function begin(settings: string, more: Partial<BusSettings> = {}): Promise<void> {
      bus = await startBus({ seed: seedOf({ "context/architecture.md": page }, settings), ...more });
      cast = castAt(binary, bus);
      task = await file(cast.as("alice"), "task", "Drivers", { Goal: "Drivers work." });
    }
    const ask = (gh: Gh, title: string, context: string, more: Readonly<Record<string, string>> = {}) =>
      file(gh, "question", `Q: ${title}`, {
        "Blocking task": `#${task}`,
        Category: "implementation",
        Urgency: "important",
        Context: context,
        ...more,
      });
    const viewed = (gh: Gh, issue: number) => gh.ok(["issue", "view", String(issue), "--comments"]);
    const say = (gh: Gh, issue: string, words: string) =>
      gh.ok(["issue", "comment", issue.slice(issue.indexOf("#") + 1), "--body", words]);
    const idOf = async (username: string): Promise<string> =>
      (await bus.as("maria").octokit.rest.users.getByUsername({ username })).data.node_id;
    async function changeSettings(text: string): Promise<void> {
      const { octokit, repository } = bus.as("maria");
      const at = { ...repository, path: ".github/signalbox.yml" };
      const { data } = await octokit.rest.repos.getContent(at);
      await octokit.rest.repos.createOrUpdateFileContents({
        ...at,
        message: "List the agents",
        sha: "sha" in data ? data.sha : "",
        content: Buffer.from(text).toString("base64"),
      });
      await bus.settled();
    }
    async function listed(): Promise<z.infer<typeof cards>> {
      const words = ["questions", "--open", "--for", "coordinator", "--json", "--home", bus.home];
      return z.object({ questions: cards }).parse(JSON.parse((await signalbox(words)).out)).questions;
    }

    afterAll(() => rmSync(folder, { recursive: true }));
    beforeEach(() => writeFileSync(seen, ""));
    afterEach(async () => {
      cast.close();
      await bus.stop();
    });

    test("N22 a program that the server asks reads statements with their headings, and a person approves its answer", async () => {
      const command = JSON.stringify([process.execPath, script, seen]);
      const environment = { SIGNALBOX_ANSWERER_COMMAND: command, PATH: process.env.PATH };
      await begin("", { answerer: readAnswerer(environment, systemClock, join(folder, "checkout")) });
      const alice = cast.as("alice");
      const maria = cast.as("maria");
      const asked = await ask(alice, "What does an interrupt handler do to wake a task?", "I write the ISR.");
      const other = await ask(alice, "Which colour does the status LED have?", "For the bootloader.");
      await bus.settled();
      const prompt = readFileSync(seen, "utf8");
      expect(prompt).toContain('under "Architecture > Interrupts"');
      expect(prompt).toContain("- ISRs never send messages themselves; they set a task notification bit.");
      const [suggestion, ...more] = z
        .array(z.object({ number: z.number(), body: z.string() }))
        .parse(await maria.json(["issue", "list", "--label", "suggested", "--json", "number,body"]));
      expect(more).toEqual([]);
      expect(suggestion?.body).toContain("Set the driver task's notification bit.");
      expect(suggestion?.body).not.toContain("It waits for a person because");
      expect(suggestion?.body).toMatch(/blob\/[0-9a-f]{40}\/context\/architecture\.md\?plain=1#L5/);

      const number = String(suggestion?.number);
      const approval = /\/approve [0-9a-f]{8}/.exec(await viewed(maria, Number(number)))?.[0] ?? "";
      // GitHub's times have steps of a second, and what was shown has to be older than the approval.
      bus.clock.advance(2_000);
      await say(maria, number, approval);
      await bus.settled();
      expect(await viewed(alice, asked)).toContain("> Set the driver task's notification bit.");
      expect((await bus.as("alice").see(asked)).state).toBe("closed");
      expect((await bus.as("alice").see(other)).state).toBe("open");
      // Only people are left to answer it, so they were asked.
      expect(await listed()).toEqual([]);
    });

    test("N22 a program on a schedule works from the list, and its answers pass the gates of every answer", async () => {
      await begin("");
      const alice = cast.as("alice");
      const bob = cast.as("bob");
      const agents = [await idOf("alice"), await idOf("bob")];
      const row = `{name: answering-agent, who: [${agents[1]}], categories: [implementation, tooling, clarification]}`;
      await changeSettings(
        `trust: {agents: [${agents.join(", ")}]}\npolicy:\n  - {name: people, who: [people]}\n  - ${row}\n`,
      );
      const asked = await ask(alice, "Which port does a driver task open?", "I write the UART driver.");
      const step = await ask(alice, "May I delete all records of the uplink?", "I would like to.", {
        "Decision class": "Breaking change",
      });
      const own = await ask(bob, "Which version of the encoder holds?", "For the tests.");
      await bus.settled();
      const list = await listed();
      expect(list.map(({ issue, reserved }) => [issue, reserved])).toEqual([
        [`acme/demo#${asked}`, false],
        [`acme/demo#${step}`, true],
        [`acme/demo#${own}`, false],
      ]);
      expect(list[0]).toMatchObject({
        blocks: [`#${task}`],
        why: expect.arrayContaining([expect.stringContaining("gives none")]),
      });
      expect(list[0]?.passages[0]?.citation).toMatch(/^context\/architecture\.md@[0-9a-f]{40}#L6-L6$/);

      for (const { issue, reserved } of list) if (!reserved) await say(bob, issue, "/answer Port 4.");
      await file(bob, "escalation", "Escalation: delete the uplink's records?", {
        Regarding: `#${step}`,
        Urgency: "important",
        Context: "Alice asks to.",
        Question: "May the records go?",
        Options: "1. Yes.\n2. No.",
        "Impact of delay": "She waits.",
      });
      await bus.settled();
      expect(await viewed(alice, asked)).toContain("*Policy: answering-agent.*");
      expect((await bus.as("alice").see(asked)).state).toBe("closed");
      expect(await viewed(bob, own)).toMatch(/`\/answer` had no effect.*someone else with write access/);
      const waiting = JSON.parse((await signalbox(["escalations", "--json", "--home", bus.home])).out);
      expect(waiting).toMatchObject({
        decisions: [{ question: "May the records go?", options: ["Yes.", "No."] }],
      });
    });

    test("N22 a program that fails leaves the question to what the pages say", async () => {
      const environment = {
        SIGNALBOX_ANSWERER_COMMAND: JSON.stringify([process.execPath, "-e", "process.exit(3)"]),
      };
      await begin("", {
        answerer: readAnswerer(
          { ...environment, PATH: process.env.PATH },
          systemClock,
          join(folder, "checkout"),
        ),
      });
      const alice = cast.as("alice");
      await ask(alice, "How often does the uplink task send a frame?", "I write the uplink task.");
      await bus.settled();
      expect(bus.ledger().map(({ kind }) => kind)).toContain("answerer-failed");
      expect((await bus.as("maria").see(task + 2)).labels).toContain("suggested");
    });
  });
});
