/**
 * The shells of agents' programs forget between two commands what was exported, and programs are killed and gone on with.
 * What an agent's commands come to must not depend on it: its name and the task's number are enough.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
let task: number;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "ada" } });
  task = await bus.as("alice").open("Sign in", "### Goal\n\nIt asks for a password.", ["kind:task"], []);
  await bus.settled();
});
afterEach(() => bus.stop());

type Variables = Readonly<Record<string, string>>;

/** How an agent's commands are given: what its shell still has, and how often each is repeated by who goes on. */
interface Manner {
  readonly variables: (token: string) => Variables;
  readonly flags: readonly string[];
  readonly times: number;
}

const manners: Readonly<Record<string, Manner>> = {
  "keeps its variables": {
    variables: (token) => ({
      SIGNALBOX_AGENT: "ada",
      SIGNALBOX_ISSUE: String(task),
      ...(token === "" ? {} : { SIGNALBOX_LEASE: token }),
    }),
    flags: [],
    times: 1,
  },
  "loses every variable between two calls": { variables: () => ({}), flags: ["--agent", "ada"], times: 1 },
  "is killed after every step, and gone on with by a program that repeats it": {
    variables: () => ({}),
    flags: ["--agent", "ada"],
    times: 2,
  },
};

/** A branch with one file, its pull request and a check that passed. @returns the pull request's number */
async function propose(): Promise<number> {
  const ask: ReturnType<TestBus["testHub"]["as"]> = (...asked) => bus.testHub.as("ada")(...asked);
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/login", sha });
  const content = Buffer.from("ask();\n").toString("base64");
  const { body } = await ask("PUT", `${repo}/contents/src/login.ts`, {
    message: "Work",
    branch: "login",
    content,
  });
  const opened = { title: "Sign in", head: "login", base: "main", body: `Closes #${task}` };
  const pull: number = (await ask("POST", `${repo}/pulls`, opened)).body.number;
  const run = { name: "npm test", head_sha: body.commit.sha, status: "completed", conclusion: "success" };
  await (await bus.testHub.asInstallation())("POST", `${repo}/check-runs`, run);
  return pull;
}

/** Issues of a kind, with their state. */
async function ofKind(kind: string): Promise<readonly string[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({
    ...repository,
    state: "all",
    labels: `kind:${kind}`,
  });
  return data.map(({ title, state }) => `${title}: ${state}`);
}

test.each(Object.entries(manners))("an agent that %s ends with the same state", async (_, manner) => {
  let token = "";
  const give = async (words: readonly string[]): Promise<Ran> => {
    const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("ada"), ...manner.variables(token) };
    let ran: Ran = { code: -1, out: "", err: "" };
    for (let time = 0; time < manner.times; time++) {
      ran = await signalbox([...words, ...manner.flags], env);
      expect({ words, ...ran }).toMatchObject({ code: 0, err: expect.any(String) });
      await bus.settled();
    }
    return ran;
  };
  const claimed = JSON.parse((await give(["claim", String(task), "--json"])).out);
  token = String(claimed.token);
  await give(["beat", String(task), "--doing", "the tests"]);
  const question = [
    "ask",
    String(task),
    "Which greeting?",
    "--context",
    "The goal does not say.",
    "--key",
    "greeting",
  ];
  const { out } = await give([
    ...question,
    "--category",
    "implementation",
    "--urgency",
    "blocking",
    "--json",
  ]);
  await bus.as("bob").comment(Number(String(JSON.parse(out).issue).split("#")[1]), "/answer hello");
  await bus.settled();
  const waited = await signalbox(["wait", String(task), "--timeout", "55s"], inHubsFolder(bus));
  expect(waited).toMatchObject({ code: 0, out: expect.stringContaining("is not blocked (in-progress)") });
  expect((await give(["brief", String(task)])).out).toContain("hello");
  const pull = await propose();
  await bus.settled();
  const work = ["--status", "complete", "--changes", "src/login.ts: asks", "--verified", "npm test: passed"];
  const rest = [
    "--context",
    "It is hello.",
    "--next-steps",
    "None.",
    "--pull-request",
    String(pull),
    "--key",
    "done",
  ];
  await give(["hand-over", String(task), ...work, ...rest]);
  expect(await ofKind("question")).toEqual(["Q: Which greeting?: closed"]);
  expect(await ofKind("handover")).toHaveLength(1);
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
});
