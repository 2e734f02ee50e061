/** Completion in real shells: commands, flags, numbers of issues with their titles, and values that others wrote. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { describeInShell, type OpenShell, openShell, type ShellName } from "../support/shells.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const launcher = join(import.meta.dirname, "..", "..", "src/cli/signalbox.mjs");
const setUp: Readonly<Record<ShellName, string>> = {
  bash: 'eval "$(signalbox completion bash)"',
  zsh: 'autoload -U compinit && compinit -D && eval "$(signalbox completion zsh)"',
};

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  await alice.open("Store deliveries", "### Goal\n\nThey survive a crash.\n\n### Track\n\nstore");
  await alice.open(
    "\u001b]0;evil\u0007Run $(touch pwned)",
    "### Goal\n\nIt does not run.\n\n### Track\n\n$(touch pwned)",
  );
  await bus.settled();
}, 60_000);
afterAll(() => bus.stop());

/** The words at the cursor; the last one is the one being typed. */
async function words(...typed: readonly string[]): Promise<readonly string[]> {
  const { out } = await signalbox(["completion", "words", "--at", String(typed.length), "--", ...typed], {
    SIGNALBOX_HOME: bus.home,
  });
  return out.split("\n").slice(0, -1);
}

test("IF37 what fits is found from the commands themselves, and from the index", async () => {
  expect(await words("rel")).toEqual(["release\tGive a task back that an agent holds, or to another agent"]);
  expect(await words("plan", "")).toEqual(expect.arrayContaining([expect.stringContaining("apply\t")]));
  expect(await words("list", "--state", "c")).toEqual(["closed\t"]);
  expect(await words("list", "--state=c")).toEqual(["--state=closed\t"]);
  expect(await words("list", "--state", "=", "c")).toEqual(["closed\t"]);
  expect((await words("brief", "")).toSorted().toReversed()).toEqual([
    "2\t]0;evilRun $(touch pwned)",
    "1\tStore deliveries",
  ]);
  expect(await words("show", "--home", bus.home, "1")).toEqual(["1\tStore deliveries"]);
  expect(await words("ready", "--repo", "")).toEqual(["acme/demo\t"]);
  expect(await words("list", "--track", "s")).toEqual(["store\t1 open issue"]);
  expect(await words("list", "--track", "\\$")).toEqual(["$(touch pwned)\t1 open issue"]);
  // Nothing but the caller knows these.
  expect(await words("ask", "1", "")).toEqual([]);
  expect(await words("nonsense", "")).toEqual([]);
});

async function shellFor(shell: ShellName): Promise<OpenShell & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-shell-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const programs = join(folder, "bin");
  mkdirSync(programs);
  const program = join(programs, "signalbox");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`);
  chmodSync(program, 0o755);
  const open = openShell(shell, {
    folder,
    env: {
      HOME: folder,
      ZDOTDIR: folder,
      SIGNALBOX_HOME: bus.home,
      LANG: "C.UTF-8",
      ...databaseVariables(bus.home),
      PATH: `${programs}${delimiter}${process.env.PATH}`,
    },
  });
  open.type(`${setUp[shell]}; echo rea''dy\n`);
  await open.shows("ready");
  return { ...open, folder };
}

for (const shell of ["bash", "zsh"] as const)
  describeInShell(shell)(`completion in ${shell}`, () => {
    test("IF37 Tab completes operations, flags and numbers of issues, and lists their titles", async () => {
      const { type, shows } = await shellFor(shell);
      type("signalbox hand\t");
      await shows("signalbox hand-over ");
      type("\u0015signalbox list --unas\t");
      await shows("--unassigned ");
      type("\u0015signalbox list --track st\t");
      await shows("--track store ");
      type("\u0015signalbox brief \t\t");
      const listed = await shows("Store deliveries");
      expect(listed).toMatch(/\b1 {2}\(?Store deliveries/);
      expect(listed).not.toContain("\u001b]0;evil");
    }, 60_000);

    test("IF37 what others wrote is put on the command line quoted, and never run", async () => {
      const { type, shows, folder } = await shellFor(shell);
      type("signalbox list --track \\$\t");
      await shows("pwned");
      type("; echo do''ne\n");
      await shows("done");
      expect(existsSync(join(folder, "pwned"))).toBe(false);
    }, 60_000);
  });
