/** The real gh beside `signalbox ask`: the same body by either reads the same, and a dry run prints what gh does. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { inHubsFolder, overProxy } from "../support/gh.ts";
import { type Cast, castAt, numberIn } from "./cast.ts";
import { versions } from "./stage.ts";

/** What a shell could take for its own. */
const context = `It's "both" $HOME \`id\` \\ !\n\n- a list\n\nAnd \u001b[31mred\u001b[0m.`;

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("beside ask", () => {
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

    test("L09 L11 the command that a dry run prints opens the same question, and a dry run writes nothing", async () => {
      const [task, other] = [await openTask(bus.as("alice")), await openTask(bus.as("alice"))];
      await bus.settled();
      const token = bus.hub.tokenOf("bob");
      const env = { ...inHubsFolder(bus), GH_TOKEN: token, GH_REPO: "github.localhost/acme/demo" };
      const asking = (about: number) => ["ask", String(about), "Which store?", "--context", context];
      let writes = 0;
      const stop = bus.hub.observe((seen) => {
        if (seen.kind === "response") writes += 1;
      });
      const dry = await signalbox([...asking(task), "--dry-run"], env);
      stop?.();
      expect(dry).toMatchObject({
        code: 0,
        err: "",
        out: expect.stringMatching(/^gh issue create --title /),
      });
      expect(dry.out).not.toContain("\u001b");
      expect(writes).toBe(0);

      const shell = {
        ...overProxy(bus.hub),
        ...{ GH_TOKEN: token, HOME: folder, GH_CONFIG_DIR: folder, GH_PROMPT_DISABLED: "1" },
        PATH: `${dirname(binary.path)}:${process.env.PATH}`,
      };
      const { stdout } = await promisify(execFile)("bash", ["-c", dry.out], { env: shell, cwd: folder });
      const byGh = Number(numberIn(stdout.trim()));
      const own = JSON.parse((await signalbox([...asking(other), "--json"], env)).out);
      const byAsk = Number(String(own.issue).split("#")[1]);
      await bus.settled();

      const alice = cast.as("alice");
      const see = async (number: number, about: number) => {
        const fields = "author,title,labels,body";
        const shown = await alice.json(["issue", "view", String(number), "--json", fields]);
        const words = JSON.stringify(shown, (name, value) => (name === "id" ? undefined : value));
        return words.replace(/[0-9A-HJKMNP-TV-Z]{26}/, "ID").replace(`#${about}`, "#TASK");
      };
      const [first, second] = [await see(byGh, task), await see(byAsk, other)];
      expect(first).toBe(second);
      expect(first).toContain('"login":"bob"');
      for (const blocked of [task, other])
        expect((await bus.as("alice").see(blocked)).labels).toContain("status:blocked");
    });
  });
});
