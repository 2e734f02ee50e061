/** Tests `signalbox ask` on the running bus: what it opens, for whom, how often, and what it says. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readMessage } from "../../src/protocol/message.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { settingsStory } from "../support/settings-story.ts";
import { createKeyRing, whyNoSshKeygen } from "../support/ssh-keys.ts";

let bus: TestBus;
let task: number;
beforeEach(async () => {
  bus = await startBus();
  task = await openTask(bus.as("alice"));
  await bus.settled();
});
afterEach(() => bus.stop());

type Variables = Readonly<Record<string, string>>;

/** Asks beside the server. */
function ask(login: string, flags: readonly string[], more: Variables = {}): Promise<Ran> {
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login), ...more };
  return signalbox(["ask", String(task), "Which store?", "--context", "Both work.", ...flags], env);
}

const jsonOf = ({ out }: Ran): Record<string, unknown> => JSON.parse(out);

async function issues(): Promise<readonly { number: number; title: string; body: string; login: string }[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
  return data.map(({ number, title, body, user }) => ({
    number,
    title,
    body: body ?? "",
    login: user?.login ?? "",
  }));
}

test("IF09 a question is the caller's, reads as it was asked, and blocks its task", async () => {
  const options = ["--options", "SQLite: one file", "Postgres: a server"];
  const flags = ["--urgency", "blocking", "--category", "architecture", "--agent", "ada", ...options];
  const ran = await ask("bob", [...flags, "--json"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const asked = jsonOf(ran);
  expect(asked).toMatchObject({ task: `acme/demo#${task}`, wrote: "issue", seen: true });
  const [opened] = await issues();
  expect(asked).toMatchObject({
    issue: `acme/demo#${opened?.number}`,
    url: `${bus.hub.url}/acme/demo/issues/${opened?.number}`,
  });
  expect(opened).toMatchObject({ login: "bob", title: "Q: Which store?" });
  expect(readMessage({ title: "", body: opened?.body ?? "", labels: ["kind:question"] })).toMatchObject({
    problems: [],
    envelope: { from: "ada" },
    message: {
      blockingTasks: [{ number: task }],
      urgency: "blocking",
      category: "architecture",
      context: "Both work.",
      options: "1. SQLite: one file\n2. Postgres: a server",
    },
  });
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toContain("status:blocked");
});

test("IF10 a question asked again with its key is the same one, also after many others and after it was closed", async () => {
  const first = jsonOf(await ask("bob", ["--key", "store", "--json"]));
  for (let other = 0; other < 101; other++) await bus.as("bob").open(`Idea ${other}`, "Just an idea.");
  await bus.as("bob").close(Number(String(first.issue).split("#")[1]), "not_planned");
  await bus.settled();
  const before = (await issues()).length;
  expect(jsonOf(await ask("bob", ["--key", "store", "--json"]))).toEqual({ ...first, wrote: "nothing new" });
  expect(jsonOf(await ask("bob", ["--key", "store", "--dry-run", "--json"]))).toMatchObject({
    issue: first.issue,
    wrote: "nothing new",
  });
  expect((await issues()).length).toBe(before);
  // A key belongs to its caller.
  expect(jsonOf(await ask("alice", ["--key", "store", "--json"]))).toMatchObject({ wrote: "issue" });
});

test("IF10 a key counts about one task: an agent that uses the same word for each asks about each", async () => {
  const first = jsonOf(await ask("bob", ["--key", "store", "--json"]));
  const other = await openTask(bus.as("alice"));
  await bus.settled();
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("bob") };
  const words = ["ask", String(other), "Which store?", "--context", "Both work.", "--key", "store", "--json"];
  const second = jsonOf(await signalbox(words, env));
  expect([first.wrote, second.wrote]).toEqual(["issue", "issue"]);
  expect(second).toMatchObject({
    task: `acme/demo#${other}`,
    issue: expect.not.stringMatching(String(first.issue)),
  });
  expect(jsonOf(await signalbox(words, env))).toMatchObject({ issue: second.issue, wrote: "nothing new" });
});

test("--wait prints the answer, in the words of the option that it chose by number, and exit code 2 says that none came", async () => {
  const none = await ask("bob", ["--wait", "--timeout", "1s"]);
  expect(none).toMatchObject({ code: 2, out: expect.stringContaining("No answer to acme/demo#") });
  const asked = ask("bob", ["--wait", "--options", "SQLite: one file", "Postgres: a server"]);
  const isAnother = ({ title, number }: { title: string; number: number }) =>
    title === "Q: Which store?" && !none.out.includes(`#${number} `);
  await expect.poll(async () => (await issues()).some(isAnother)).toBe(true);
  const question = (await issues()).find(isAnother)?.number ?? 0;
  await bus.settled();
  await bus.as("alice").comment(question, "/answer 1");
  const ran = await asked;
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ is answered after .*: SQLite: one file\n$/),
  });
  expect(ran.err).toContain(`Opened acme/demo#${question}: `);
});

test("texts come from a file, and a text may begin with @", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-ask-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "notes.md");
  writeFileSync(file, "### Urgency\n\nnice-to-have\n\nI tried both.\n");
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("bob") };
  const asking = ["ask", String(task), "Which store?", "--context"];
  expect(await signalbox([...asking, `@${file}`], env)).toMatchObject({ code: 0 });
  const [opened] = await issues();
  // A heading in a text stays part of the text.
  expect(readMessage({ title: "", body: opened?.body ?? "", labels: ["kind:question"] })).toMatchObject({
    problems: [],
    message: { urgency: "important", context: expect.stringContaining("I tried both.") },
  });
  expect(await signalbox([...asking, "@@bob knows more."], env)).toMatchObject({ code: 0 });
  expect((await issues())[0]?.body).toContain("### Context\n\n@bob knows more.\n");
  const missing = await signalbox([...asking, "@bob knows more."], env);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining("is written with @@") });
});

test("what cannot be asked is refused, and nothing is written", async () => {
  const question = Number(String(jsonOf(await ask("bob", ["--json"])).issue).split("#")[1]);
  await bus.settled();
  const before = (await issues()).length;
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("bob") };
  const at = (place: string, title = "Which store?") =>
    signalbox(["ask", place, title, "--context", "Both work."], env);
  expect(await at("999")).toMatchObject({ code: 1, err: expect.stringContaining("no issue acme/demo#999") });
  expect(await at(String(question))).toMatchObject({
    code: 1,
    err: expect.stringContaining(`#${question} is a question, and a question blocks tasks`),
  });
  expect(await at("acme/other#1")).toMatchObject({
    code: 1,
    err: expect.stringContaining("does not serve acme/other"),
  });
  expect(await at(String(task), "Q: ")).toMatchObject({ code: 1, err: expect.stringContaining("empty") });
  expect(await ask("bob", ["--dry-run", "--wait"])).toMatchObject({ code: 1 });
  expect(await ask("bob", ["--agent", "Not a name"])).toMatchObject({ code: 1 });
  expect((await issues()).length).toBe(before);
});

test("a token that GitHub does not accept is exit code 4, and a refusal of GitHub is 3 with its reason", async () => {
  expect(await ask("bob", [], { GH_TOKEN: "ghp_wrong" })).toMatchObject({
    code: 4,
    out: "",
    err: expect.stringContaining("The token is not valid"),
  });
  const { octokit, repository } = bus.as("maria");
  await octokit.rest.repos.update({ ...repository, archived: true });
  expect(await ask("bob", [])).toMatchObject({
    code: 3,
    out: "",
    err: expect.stringContaining('could not open "Q: Which store?" in acme/demo'),
  });
  await octokit.rest.repos.update({ ...repository, archived: false });
});

test.skipIf(whyNoSshKeygen !== undefined)(
  "an agent with a key signs what it asks, and its key names the question again",
  async () => {
    const ring = createKeyRing();
    onTestFinished(() => ring.remove());
    const ada = ring.make("ada");
    const { data: bob } = await bus.as("bob").octokit.rest.users.getAuthenticated();
    const agent = `{ account: ${bob.node_id}, key: "${ada.publicKey}", with_person: true }`;
    await settingsStory(bus).put(bus.as("maria"), `agents:\n  ada: ${agent}\n`);
    const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_AGENT_KEY: ada.privateFile };
    const first = jsonOf(await ask("bob", ["--key", "store", "--json"], env));
    await bus.settled();
    expect((await bus.as("alice").see(task)).labels).toContain("status:blocked");
    const shown = await signalbox(["show", String(first.issue), "--json"], inHubsFolder(bus));
    expect(jsonOf(shown)).toMatchObject({ signature: "holds" });
    expect(jsonOf(await ask("bob", ["--key", "store", "--json"], env))).toEqual({
      ...first,
      wrote: "nothing new",
    });
  },
);

test("without a data folder the question is opened too, and --wait says what it needs", async () => {
  const { host } = new URL(bus.hub.url);
  const env = {
    GHE_HOST: host,
    GHE_PROTOCOL: "http",
    GH_ENTERPRISE_TOKEN: bus.hub.tokenOf("bob"),
    GH_REPO: "acme/demo",
    PATH: process.env.PATH,
  };
  const asking = ["ask", String(task), "Which store?", "--context", "Both work."];
  expect(await signalbox([...asking, "--wait"], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining("data folder"),
  });
  const ran = await signalbox([...asking, "--json"], env);
  expect(ran).toMatchObject({ code: 0 });
  expect(jsonOf(ran)).toMatchObject({ wrote: "issue", seen: false });
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toContain("status:blocked");
});
