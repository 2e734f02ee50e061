/** signalbox as a command of the real gh, by an alias as the docs have it. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { type Gh, ghIn, inHubsFolder } from "../support/gh.ts";
import { versions } from "./stage.ts";

const root = join(import.meta.dirname, "..", "..");

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("with the alias of the docs", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-alias-"));
    let bus: TestBus;
    let gh: Gh;
    beforeAll(async () => {
      bus = await startBus();
      await openTask(bus.as("alice"), { title: "Log out | everywhere" });
      await bus.settled();
      const program = join(folder, "signalbox");
      writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${root}/src/cli/signalbox.mjs" "$@"\n`);
      chmodSync(program, 0o755);
      const env = { ...inHubsFolder(bus), PATH: `${folder}${delimiter}${process.env.PATH}` };
      gh = ghIn(binary, bus.hub, bus.hub.tokenOf("alice"), { folder, env });
    });
    afterAll(async () => {
      gh.close();
      rmSync(folder, { recursive: true });
      await bus.stop();
    });

    test("IF38 gh signalbox runs signalbox, with its arguments, its output and its exit code", async () => {
      const [, alias = ""] =
        /^gh (alias set .*)$/m.exec(readFileSync(join(root, "docs/command-line.md"), "utf8")) ?? [];
      const [, name = "", command = ""] = /^alias set --shell (\w+) '(.*)'$/.exec(alias) ?? [];
      await gh.ok(["alias", "set", "--shell", name, command]);
      expect(await gh.ok(["signalbox", "ready"])).toContain("Log out | everywhere");
      expect(await gh.json(["signalbox", "list", "out | every", "--json", "title"])).toMatchObject({
        issues: [{ title: "Log out | everywhere" }],
      });
      expect(await gh.run(["signalbox", "wait", "1", "--nonsense"])).toMatchObject({ code: 1, stdout: "" });
    });
  });
});
