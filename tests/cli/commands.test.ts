/** The command line itself: help, suggestions, exit codes, and how it points gh at the hub. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";
import { signalbox } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-cli-"));
const home = join(folder, "it's home");
afterAll(() => rmSync(folder, { recursive: true }));

/** A port that nothing listens on: 9 is reserved for discarding. */
const session = {
  url: "http://127.0.0.1:9",
  repository: "acme/demo",
  tokens: { maria: "ghp_m", alice: "ghp_a" },
};
beforeAll(() => writeHubSession(home, session));

/** The command names under each heading of the general help, without options and examples. */
function groupsIn(help: string): Readonly<Record<string, readonly string[]>> {
  const blocks = help.split("\n\n").map((block) => block.split("\n"));
  const named = blocks.flatMap(([heading = "", ...lines]) => {
    const names = lines.flatMap((line) => /^ {2}([a-z][a-z-]*)\b/.exec(line)?.[1] ?? []);
    return /^[A-Z][\w ]*:$/.test(heading) && names.length > 0 ? [[heading.slice(0, -1), names] as const] : [];
  });
  return Object.fromEntries(named);
}

describe("the command line", () => {
  test("the help groups the commands by purpose, with examples and exit codes", async () => {
    const { code, out } = await signalbox(["--help"]);
    expect(code).toBe(0);
    expect(groupsIn(out)).toEqual({
      "Start and look around": ["start", "open", "demo"],
      "GitHub on this machine": ["hub", "env", "gh"],
      "For agents": [
        "ready",
        "claim",
        "release",
        "beat",
        "wait",
        "show",
        "brief",
        "list",
        "inbox",
        "ask",
        "answer",
        "discover",
        "escalate",
        "task",
        "hand-over",
        "lock",
        "unlock",
        "locks",
        "call-vote",
        "vote",
        "votes",
        "contract",
        "ack",
        "object",
        "contracts",
        "questions",
        "agents",
        "run",
        "runs",
        "join",
        "leave",
        "mcp",
        "login",
        "logout",
        "watch",
        "tell",
        "publish",
        "sign",
        "verify",
      ],
      "For people": [
        "board",
        "graph",
        "timeline",
        "explain",
        "escalations",
        "changes",
        "metrics",
        "export",
        "decide",
        "approve",
        "refuse",
        "accept",
        "urgency",
        "block",
        "unblock",
        "space",
        "plan",
        "import",
        "coordinate",
        "context",
      ],
      "Set up": ["setup", "init", "doctor", "rehearse", "completion"],
      Operate: ["pause", "resume", "backup", "migrate", "tokens", "rebuild", "sweep"],
      More: ["help"],
    });
    expect(out).toContain("Exit codes: 0 done, 1");
  });

  test("each command's help has examples of that command that can be typed as shown", async () => {
    const { More: _, ...groups } = groupsIn((await signalbox(["--help"])).out);
    const names = Object.values(groups).flat();
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const { out } = await signalbox([name, "--help"]);
      const [, examples = ""] = out.split("\nExamples:\n");
      expect(examples, name).toMatch(new RegExp(`signalbox ${name}\\b`));
      for (const line of examples.trimEnd().split("\n")) expect(line, name).toMatch(/^ {2}\$ /);
    }
  });

  test("without arguments the help is printed, and that is not a mistake", async () => {
    const asked = await signalbox(["--help"]);
    expect(await signalbox([])).toEqual({ ...asked, code: 0, err: "" });
  });

  test("--version prints the version", async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
    expect(await signalbox(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("an unknown command gets a suggestion of the nearest one", async () => {
    const { code, err } = await signalbox(["expalin", "12"]);
    expect(code).toBe(1);
    expect(err).toContain("Did you mean explain?");
    expect(err).not.toContain("    at ");
  });

  test.each([[["expalin", "--help"]], [["help", "expalin"]]])(
    "the arguments %j get suggestions too, not the general help",
    async (argv) => {
      const { code, out, err } = await signalbox(argv);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("Did you mean explain?");
    },
  );

  test.each([
    [["gh", "--as", "alice"], "missing required argument 'words'"],
    [["env", "--home", "/no/such/folder"], "There is no data folder /no/such/folder"],
    [["wait"], "missing required argument 'issue'"],
    [["ready", "--limits", "3"], "Did you mean --limit?"],
    [["start", "--poll", "15"], "--poll must be a duration"],
    [["start", "--poll", "10ms"], "at least 1s"],
    [["start", "--settings", "/no/such/file"], "/no/such/file"],
    [["start", "--settings", "README.md"], "The --settings file contains no settings: README.md"],
    [["doctor", "--settings", "package.json"], "The --settings file contains no settings: package.json"],
    [["hub", "--webhook", "box"], "--webhook must be a URL"],
    [["pause", "--home", "/no/such/folder"], "There is no data folder /no/such/folder"],
    [["resume", "--home", "/no/such/folder"], "There is no data folder /no/such/folder"],
    [["start", "--port", "abc"], "- PORT must be a port number from 0 to 65535.\n"],
  ])("%j is a user error: exit code 1 and no stack", async (argv, message) => {
    const { code, out, err } = await signalbox(argv);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
  });

  test("with --json an error is one line of JSON with a code for programs, and otherwise its message", async () => {
    const argv = ["show", "12", "--home", mkdtempSync(join(folder, "empty-"))];
    const { code, out, err } = await signalbox([...argv, "--json"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    const message = expect.stringMatching(/^There is no index at /);
    expect(JSON.parse(err)).toEqual({ error: { code: "no-index", message } });
    expect(err.trimEnd()).not.toContain("\n");
    expect((await signalbox(argv)).err).toMatch(/^There is no index at /);
  });

  test.each([
    [["wait"], "(signalbox wait --help for usage)"],
    [["redy"], "(signalbox --help lists the commands)"],
  ])("the error for %j points to the relevant help", async (argv, hint) => {
    expect((await signalbox(argv)).err).toContain(hint);
  });

  test("an installation that cannot reach GitHub says so", async () => {
    const env = { GHE_HOST: "127.0.0.1:9", GHE_PROTOCOL: "http", GH_ENTERPRISE_TOKEN: "ghp_a" };
    const { code, err } = await signalbox(["init", "--repo", "acme/web", "--dry-run"], env);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^GitHub could not be reached to /),
    });
  });

  test.each([
    ["pause", "until `signalbox resume`."],
    ["resume", "Not paused: everything."],
  ])("the command %s prints the current state", async (command, said) => {
    expect((await signalbox([command, "--home", mkdtempSync(join(folder, "calm-"))])).out).toContain(said);
  });

  test("S4.56 each operation's flags come from its schema", async () => {
    const { out } = await signalbox(["wait", "--help"]);
    expect(out).toMatch(/Usage: signalbox wait \[options\] <issue>/);
    expect(out).toMatch(/--timeout <value>\s+how long to wait: 90s, 30m, 2h \(default: 30m\)/);
    expect((await signalbox(["ready", "--help"])).out).toMatch(/--unassigned {2}/);
  });
});

describe("signalbox env", () => {
  test("signalbox env prints lines that a shell reads as exactly the same values", async () => {
    const { out } = await signalbox(["env", "--as", "alice", "--home", home]);
    for (const line of out.trimEnd().split("\n")) expect(line).toMatch(/^export \w+=/);
    const script = `${out}printf '%s|' "$GH_HOST" "$GH_TOKEN" "$GH_REPO" "$GH_CONFIG_DIR" "$SIGNALBOX_HOME" "\${PATH%%:*}"`;
    const seen = execFileSync("sh", ["-c", script], { env: { PATH: "/bin:/usr/bin" } });
    expect(seen.toString().split("|")).toEqual([
      "github.localhost",
      "ghp_a",
      "acme/demo",
      join(home, "gh", "alice", "config"),
      home,
      join(home, "bin", "alice"),
      "",
    ]);
  });

  test("signalbox env says on the error stream that the hub does not answer", async () => {
    const { code, err } = await signalbox(["env", "--as", "alice", "--home", home]);
    expect(code).toBe(0);
    expect(err).toContain("Nothing responds at http://127.0.0.1:9");
  });

  test("signalbox env prints JSON on request", async () => {
    const { out } = await signalbox(["env", "--as", "maria", "--json"], { SIGNALBOX_HOME: home });
    expect(JSON.parse(out)).toMatchObject({ GH_TOKEN: "ghp_m", GH_PROMPT_DISABLED: "1" });
  });

  test.each(["carol", "__proto__", "toString"])(
    "signalbox env refuses %s, a user that the hub does not have",
    async (login) => {
      const { code, out, err } = await signalbox(["env", "--as", login, "--home", home]);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("It has maria, alice");
    },
  );

  test("signalbox env names the missing data folder if no hub ever ran", async () => {
    const { code, err } = await signalbox(["env", "--as", "alice", "--home", join(folder, "none")]);
    expect(code).toBe(1);
    expect(err).toContain(join(folder, "none"));
  });

  test("only its owner can read the file with the tokens", () => {
    expect(statSync(join(home, "hub.json")).mode & 0o777).toBe(0o600);
  });
});

describe("signalbox gh", () => {
  /** A `gh` that records its arguments and its token, and exits with 7. */
  const bin = join(folder, "bin");
  const seen = join(folder, "seen.json");
  beforeAll(() => {
    execFileSync("mkdir", ["-p", bin]);
    const script = `#!${process.execPath}
require("node:fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ words: process.argv.slice(2), token: process.env.GH_TOKEN }));
process.exitCode = 7;
`;
    writeFileSync(join(bin, "gh"), script);
    chmodSync(join(bin, "gh"), 0o755);
  });

  test("L05 signalbox gh passes every argument on unchanged and returns gh's exit code", async () => {
    const words = [
      "issue",
      "create",
      "--title",
      "$(touch x); `id`\n\"'",
      "--body",
      "--as=maria",
      "--",
      "-h",
      "",
    ];
    const { code, err } = await signalbox(["gh", "--as", "alice", "--home", home, ...words], { PATH: bin });
    expect({ code, err }).toEqual({ code: 7, err: expect.stringMatching(/^Nothing responds at http/) });
    expect(JSON.parse(readFileSync(seen, "utf8"))).toEqual({ words, token: "ghp_a" });
  });

  test("signalbox gh says where to get gh if it is not installed", async () => {
    const { code, err } = await signalbox(["gh", "--as", "alice", "--home", home, "issue", "list"], {
      PATH: folder,
    });
    expect(code).toBe(1);
    expect(err).toContain("gh is not installed");
  });
});
