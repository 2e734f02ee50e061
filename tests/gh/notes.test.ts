/** An agent asks, another answers, and a hook tells the first: with the real `gh` and the command line as a process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { nameCrew, startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const crew = { ada: { login: "ada" }, bob: { login: "bob" } };
const policy = "policy: [{ name: agents, who: [agents, people] }]\n";
const main = join(import.meta.dirname, "../../src/cli/signalbox.mjs");

/** The hub runs in this process, so the program must not block it. */
async function spawned(words: readonly string[], env: NodeJS.ProcessEnv, input: string) {
  const child = spawn(process.execPath, words, { env });
  const ended = once(child, "close");
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err };
}

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    test("ada asks, bob answers, ada's hook shows it once, and what bob tells her by a pipe arrives as written", async () => {
      const bus = await startCrew(crew);
      await nameCrew(bus, crew, policy);
      const cast = castAt(binary, bus);
      const ada = cast.as("ada");
      const bob = cast.as("bob");
      const signalbox = async (agent: string, words: readonly string[], input = "") => {
        const env = { ...process.env, ...inHubsFolder(bus), SIGNALBOX_AGENT: agent };
        const token = { GH_TOKEN: bus.hub.tokenOf(agent), GH_HOST: "github.localhost", GH_REPO: "acme/demo" };
        const ran = await spawned([main, ...words], { ...env, ...token }, input);
        await bus.settled();
        return ran;
      };
      try {
        const task = await file(ada, "task", "Store deliveries", { Goal: "They survive a crash." });
        await bus.settled();
        await ada.ok(["issue", "comment", String(task), "--body", "/claim"]);
        const question = await file(ada, "question", "Q: Which store?", {
          "Blocking task": `#${task}`,
          Category: "implementation",
          Urgency: "blocking",
          Context: "Files and SQLite both work.",
        });
        await bus.settled();
        expect((await signalbox("bob", ["inbox"])).out).toContain("You may decide it: Q: Which store?");
        await bob.ok(["issue", "comment", String(question), "--body", "/answer SQLite, one file."]);
        await bus.settled();

        const words = `Mind the "WAL".\n\n--\n/close $(echo no)`;
        expect(await signalbox("bob", ["tell", "ada", "--on", String(task)], words)).toMatchObject({
          code: 0,
        });
        const hook = await signalbox("ada", ["inbox", "--hook"]);
        expect(hook).toMatchObject({ code: 0, err: "" });
        expect(hook.out).toContain("Your question was answered: SQLite, one file.");
        expect(hook.out).toContain(
          `Nothing blocks it any more: #${question} was answered: SQLite, one file.`,
        );
        expect(hook.out).toContain(words.replace(/^/gm, "  > ").replace(/ +$/gm, ""));
        expect(await signalbox("ada", ["inbox", "--hook"])).toEqual({ code: 0, out: "", err: "" });
        expect((await signalbox("bob", ["inbox"])).out).toMatch(/^Nothing for bob\./);
      } finally {
        cast.close();
        await bus.stop();
      }
    });
  });
});
