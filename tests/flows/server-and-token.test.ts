/**
 * Every command with nothing but a server's address and a token of an agent: no data folder, no login at GitHub, no checkout; and
 * the name of the GitHub host that the server works with, without which nothing is written. The list says of each what it does there; a command that the list does not have fails the first test.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { commandGroups } from "../../src/cli/command-groups.ts";
import { signalbox } from "../cli/terminal.ts";
import { askingCommand } from "../support/asking-program.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { questionText } from "../support/freeing.ts";

/** `served`: the server answers. Else the exit code and words that say what is missing and where it works. */
type Case =
  | { readonly words: string; readonly does: "served" | "alone"; readonly says?: RegExp }
  | { readonly words: string; readonly does: "refused"; readonly code: number; readonly says: RegExp };

const served = (words: string, says?: RegExp): Case => ({
  words,
  does: "served",
  ...(says === undefined ? {} : { says }),
});
/** Works on what is on this machine, and needs no server. */
const alone = (words: string, says?: RegExp): Case => ({
  words,
  does: "alone",
  ...(says === undefined ? {} : { says }),
});
/** Written at GitHub with a login of the caller's own: a token of signalbox writes nothing there. */
const writes = (words: string): Case => ({ words, does: "refused", code: 4, says: /GH_TOKEN|gh auth login/ });
/** The owner's, on the server's machine. */
const owners = (words: string): Case => ({
  words,
  does: "refused",
  code: 1,
  says: /on the server's machine.*127\.0\.0\.1/s,
});
const refused = (words: string, code: number, says: RegExp): Case => ({ words, does: "refused", code, says });

/** `TASK`, `FREE` and `QUESTION` stand for numbers of issues, `ASK` for a program's command that asks. In this order, as some commands need what earlier ones did. */
const cases: Readonly<Record<string, Case>> = {
  start: alone("start --help"),
  open: owners("open"),
  demo: alone("demo --help"),
  hub: alone("hub --help"),
  env: refused("env", 1, /no data folder/),
  gh: refused("gh --as alice issue list", 1, /hub/),

  ready: served("ready", /Log out/),
  claim: served("claim FREE", /is yours/),
  beat: served("beat"),
  lock: served("lock FREE src/a.ts", /src\/a\.ts/),
  locks: served("locks", /src\/a\.ts/),
  unlock: served("unlock FREE src/a.ts"),
  wait: served("wait FREE --timeout 1s"),
  show: served("show FREE", /Log out/),
  brief: served("brief FREE", /Log out/),
  list: served("list", /Store deliveries/),
  inbox: served("inbox"),
  release: served("release FREE", /is free again/),
  ask: writes("ask TASK Which? --context Both --category implementation --urgency blocking"),
  answer: writes("answer QUESTION SQLite --why It-is-enough"),
  discover: writes("discover TASK Leak --finding It-leaks --action fix"),
  escalate: writes("escalate TASK Which? --context x --delay Nothing --options a b"),
  task: writes("task New --goal It-works"),
  "hand-over": writes(
    "hand-over FREE --status complete --changes a.ts:+x --verified Looked:+passed --context x --next-steps None",
  ),
  "call-vote": writes("call-vote Which? --options a b --voters ada bea --blocks FREE"),
  vote: refused("vote QUESTION 1", 1, /is a question/),
  votes: served("votes"),
  contract: writes(
    "contract orders-api 1.2.0 --provider FREE --consumers TASK --format openapi --definition x",
  ),
  ack: refused("ack QUESTION", 1, /is a question/),
  object: refused("object QUESTION No", 1, /is a question/),
  contracts: served("contracts"),
  run: served("run --max 1 --every -- /bin/sh -c ASK", /Record: signalbox runs/),
  runs: alone("runs", /acme\/demo#/),
  join: served("join", /SIGNALBOX_SESSION=/),
  leave: served("leave"),
  mcp: alone("mcp --help"),
  login: refused("login", 4, /gh auth login --hostname/),
  logout: refused("logout", 1, /not signed in/),
  watch: served("watch --idle 1s"),
  tell: writes("tell bea Hello --on TASK"),
  publish: writes("publish FREE --agent ada --from FOLDER"),
  sign: refused("sign --body-file TEXT --on acme/demo#1", 1, /Say who signs/),
  verify: refused("verify FREE --dir FOLDER", 1, /is no handover|not a handover/),

  board: served("board", /Log out/),
  graph: served("graph"),
  timeline: served("timeline TASK"),
  explain: served("explain TASK", /Store deliveries/),
  escalations: served("escalations"),
  questions: served("questions", /Which store/),
  agents: served("agents", /ada/),
  changes: served("changes --follow --idle 1s"),
  metrics: served("metrics"),
  export: served("export", /Log out/),
  decide: refused("decide QUESTION 1", 1, /is a question/),
  approve: refused("approve QUESTION 0123abcd", 1, /signalbox show/),
  accept: refused("accept QUESTION --because Right", 1, /is a question/),
  refuse: refused("refuse QUESTION", 1, /is a question/),
  urgency: writes("urgency QUESTION blocking"),
  block: writes("block FREE TASK"),
  unblock: writes("unblock FREE TASK"),
  space: served("space list"),
  plan: writes("plan export"),
  import: refused("import beads none.json", 1, /cannot be read|no such file/i),
  coordinate: owners("coordinate"),
  context: alone("context check"),

  setup: alone("setup --help"),
  init: alone("init --dry-run"),
  doctor: served("doctor", /127\.0\.0\.1/),
  rehearse: alone("rehearse --help"),
  completion: alone("completion bash"),

  pause: owners("pause"),
  resume: owners("resume"),
  backup: owners("backup copy.db"),
  migrate: refused("migrate", 1, /DATABASE_URL/),
  tokens: owners("tokens"),
  rebuild: owners("rebuild"),
  sweep: refused("sweep", 1, /GITHUB_TOKEN/),
};

let bus: TestBus;
let folder: string;
let env: Readonly<Record<string, string>>;
let numbers: Readonly<Record<string, string>>;
beforeAll(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  const task = await bus
    .as("alice")
    .open("Store deliveries", form({ Goal: "They survive." }), ["kind:task"], []);
  const free = await bus.as("alice").open("Log out", form({ Goal: "It works." }), ["kind:task"], []);
  const question = await bus.as("bea").open("Q: Which store?", questionText(task), ["kind:question"], []);
  await bus.settled();
  const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
  folder = mkdtempSync(join(tmpdir(), "signalbox-nothing-"));
  mkdirSync(join(folder, "work"));
  writeFileSync(join(folder, "work", "text.md"), "Words.\n");
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "work"));
  env = {
    SIGNALBOX_SERVER: bus.server().url,
    SIGNALBOX_TOKEN: out.trim(),
    GHE_HOST: new URL(bus.hub.url).host,
    GHE_PROTOCOL: "http",
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  numbers = {
    TASK: `${task}`,
    FREE: `${free}`,
    QUESTION: `${question}`,
    ASK: askingCommand(bus, "ada", folder),
    FOLDER: join(folder, "work"),
    TEXT: join(folder, "work", "text.md"),
  };
}, 60_000);
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  await bus.stop();
});

test("the list has every command", async () => {
  const terminal = {
    out: () => {},
    err: () => {},
    exitWith: () => {},
    isTty: false,
    isErrTty: false,
    env: {},
  };
  const names = Object.values(commandGroups(terminal)).flatMap((commands) =>
    commands.map((each) => each.name()),
  );
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
});

describe("as flags", () => {
  const bare = () => ({ PATH: env.PATH ?? "", HOME: folder, XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? "" });
  const flags = (text: string): readonly string[] => {
    const file = join(folder, "token");
    writeFileSync(file, text);
    return ["--server", env.SIGNALBOX_SERVER ?? "", "--token-file", file];
  };

  test("--server and --token-file before a command are the same as the two variables", async () => {
    const given = flags(`${env.SIGNALBOX_TOKEN}\n`);
    const { code, out } = await signalbox([...given, "ready"], bare());
    expect([code, out]).toEqual([0, expect.stringContaining("Log out")]);
    expect((await signalbox([...given, "watch", "--agent", "ada", "--idle", "1s"], bare())).code).toBe(0);
  });

  test("a file with anything but a token is refused, and so are the flags before `run`", async () => {
    const refusal = await signalbox([...flags("ghp_secret"), "ready"], bare());
    expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining("nothing else")]);
    expect(refusal.err).not.toContain("ghp_secret");
    const given = flags(env.SIGNALBOX_TOKEN ?? "");
    const { code, err } = await signalbox([...given, "run", "--agent", "ada", "--", "true"], bare());
    expect([code, err]).toEqual([1, expect.stringContaining("signalbox run --server")]);
  });
});

/** The owner's commands name the owner before anything else in an agent's shell. */
const surroundings = ({ does, words }: Case): Readonly<Record<string, string>> =>
  does === "refused" && words !== "login" ? env : { ...env, SIGNALBOX_AGENT: "ada" };

test.each(Object.entries(cases))(
  "`%s` works with a server's address and a token alone, or says what it needs",
  async (_, given) => {
    const words = given.words.split(" ").map((word) => numbers[word] ?? word.replaceAll("+", " "));
    const { code, out, err } = await signalbox(words, surroundings(given));
    expect(`${out}${err}`).not.toMatch(/There is no index|Internal error/);
    if (given.does === "refused")
      expect([code, err]).toEqual([given.code, expect.stringMatching(given.says)]);
    else expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
    if (given.does !== "refused" && given.says !== undefined) expect(out).toMatch(given.says);
  },
  30_000,
);
