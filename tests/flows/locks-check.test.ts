/** The check on pull requests: it names the files that others have locked, and reads each head once. */
import { afterEach, expect, test } from "vitest";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const repo = "/repos/acme/demo";

let bus: TestBus;
afterEach(() => bus.stop());

async function openTask(title: string, files: readonly string[]): Promise<number> {
  const body = `### Goal\n\n${title}.\n\n### Files\n\n${files.join("\n")}`;
  const issue = await bus.as("alice").open(title, body, ["kind:task"], []);
  await bus.settled();
  return issue;
}

/** Writes one file on a branch from main. @returns the commit */
async function put(login: string, branch: string, path: string, text = "Work\n"): Promise<string> {
  const ask = bus.testHub.as(login);
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from(text).toString("base64");
  const change = { message: "Work", branch, content };
  const answer = await ask("PUT", `${repo}/contents/${path}`, change);
  expect(answer.status).toBeLessThan(300);
  return answer.body.commit.sha;
}

async function propose(login: string, head: string, body = "Some work", base = "main"): Promise<number> {
  const answer = await bus.testHub.as(login)("POST", `${repo}/pulls`, {
    title: "Work",
    head,
    base,
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body.number;
}

interface Shown {
  readonly conclusion: string;
  readonly title: string;
  readonly summary: string;
}

/** The newest check of ours on a commit. */
async function checkOn(sha: string): Promise<Shown | undefined> {
  const { body } = await bus.testHub.as("alice")("GET", `${repo}/commits/${sha}/check-runs`);
  const runs: { name: string; id: number; conclusion: string; output: Omit<Shown, "conclusion"> }[] =
    body.check_runs;
  const own = runs.filter(({ name }) => name === "signalbox/locks").toSorted((a, b) => b.id - a.id);
  const [newest] = own;
  return (
    newest && { conclusion: newest.conclusion, title: newest.output.title, summary: newest.output.summary }
  );
}

/** Requests about pull requests and check runs by our App since the last call. */
function watchRequests(): () => readonly string[] {
  const seen: string[] = [];
  bus.hub.observe((each) => {
    if (each.kind !== "response") return;
    const { method, template } = each;
    if (template === "/graphql" && JSON.stringify(each.body).includes('"pullRequests":{"pageInfo"'))
      seen.push("list");
    else if (template.endsWith("/pulls/{pull_number}/files")) seen.push("files");
    else if (method === "POST" && template.endsWith("/check-runs")) seen.push("check");
  });
  return () => seen.splice(0);
}

test("K02 K03 AG52 a pull request that touches what others locked is told so on its head, and after each push", async () => {
  bus = await startCrew(crew);
  const locked = await openTask("Store", ["src/api/**"]);
  const sha = await put("bea", "work", "src/api/users.ts");
  await propose("bea", "work");
  const other = await put("bea", "docs", "docs/readme.md");
  await propose("bea", "docs");
  await bus.settled();
  expect(await checkOn(sha)).toBeUndefined();

  await bus.as("ada").comment(locked, "/claim");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({
    conclusion: "neutral",
    title: "1 file is locked by others",
    summary: expect.stringContaining(`- \`src/api/users.ts\`: \`ada\` for #${locked} (\`src/api/**\`)`),
  });
  expect(await checkOn(other)).toMatchObject({ conclusion: "success", title: "No file is locked by others" });

  const pushed = await put("bea", "docs", "src/api/more.ts");
  await bus.settled();
  expect(await checkOn(pushed)).toMatchObject({ conclusion: "neutral" });

  await nameCrew(bus, crew, "locks: { enforce: true }\n");
  await bus.settled();
  expect(await checkOn(pushed)).toMatchObject({ conclusion: "failure" });
  await bus.as("ada").comment(locked, "/release");
  await bus.settled();
  expect(await checkOn(pushed)).toMatchObject({ conclusion: "success" });
});

test("K04 AG52 a pull request of the task itself, and of its holder, is in nobody's way; forged checks count for nothing", async () => {
  bus = await startCrew(crew);
  const mine = await openTask("Store", ["src/api"]);
  const second = await openTask("More", ["web"]);
  await bus.as("ada").comment(mine, "/claim");
  await bus.as("ada").comment(second, "/claim");
  await bus.settled();
  const closing = await put("ada", "one", "src/api/a.ts");
  await propose("ada", "one", `Closes #${mine}`);
  const beside = await put("ada", "two", "src/api/b.ts");
  await propose("ada", "two", `Closes #${second}`);
  const foreign = await put("bea", "three", "src/api/c.ts");
  await propose("bea", "three", `About #${mine}`);
  const bot = await bus.testHub.asInstallation();
  const forged = { name: "signalbox/locks", head_sha: foreign, status: "completed", conclusion: "success" };
  await bot("POST", `${repo}/check-runs`, forged);
  await bus.settled();
  expect(await checkOn(closing)).toMatchObject({ conclusion: "success" });
  expect(await checkOn(beside)).toMatchObject({ conclusion: "success" });
  expect(await checkOn(foreign)).toMatchObject({ conclusion: "neutral" });
});

test("AG53 locks that come and go are compared with what is stored: nothing is read, and only what turns is written", async () => {
  bus = await startCrew(crew);
  const first = await openTask("Store", ["src/api"]);
  const second = await openTask("Show", ["docs"]);
  for (const [branch, path] of [
    ["a", "src/api/a.ts"],
    ["b", "docs/b.md"],
    ["c", "web/c.ts"],
  ] as const) {
    await put("bea", branch, path);
    await propose("bea", branch);
  }
  await bus.settled();
  const requests = watchRequests();
  await bus.as("ada").comment(first, "/claim");
  await bus.settled();
  expect(requests().toSorted()).toEqual(["check", "check", "check", "files", "files", "files", "list"]);
  await bus.as("ada").comment(second, "/claim");
  await bus.settled();
  expect(requests()).toEqual(["check"]);
  await bus.as("ada").comment(first, "/release");
  await bus.settled();
  expect(requests()).toEqual(["check"]);
  await bus.as("ada").comment(first, "/claim");
  await bus.settled();
  expect(requests()).toEqual(["check"]);
  await put("bea", "c", "web/d.ts");
  await bus.settled();
  expect(requests().toSorted()).toEqual(["check", "files", "list"]);
});

test("AG52 a pull request for another task of the holder is judged again when that task's lease begins or ends", async () => {
  bus = await startCrew(crew);
  const locked = await openTask("Store", ["src/api"]);
  const other = await openTask("Show", []);
  await bus.as("ada").comment(locked, "/claim");
  const sha = await put("ada", "work", "src/api/a.ts");
  await propose("ada", "work", `Closes #${other}`);
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "neutral" });
  const requests = watchRequests();
  for (const [words, conclusion] of [
    ["/claim", "success"],
    ["/release", "neutral"],
  ] as const) {
    await bus.as("ada").comment(other, words);
    await bus.settled();
    expect(await checkOn(sha)).toMatchObject({ conclusion });
    expect(requests()).toEqual(["check"]);
  }
});

test("AG52 anyone may write that a pull request closes a task: it is in the way unless its author holds the task", async () => {
  bus = await startCrew(crew);
  const locked = await openTask("Store", ["src/api"]);
  await bus.as("ada").comment(locked, "/claim");
  await bus.settled();
  const sha = await put("bea", "work", "src/api/a.ts");
  await propose("bea", "work", `Closes #${locked}`);
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "neutral" });
});

test("AG52 of two pull requests with one head the commit shows the worse verdict", async () => {
  bus = await startCrew(crew);
  const locked = await openTask("Store", ["src/api"]);
  await bus.as("ada").comment(locked, "/claim");
  await bus.settled();
  await put("bea", "develop", "src/api/a.ts");
  const ask = bus.testHub.as("bea");
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/develop`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha });
  const content = Buffer.from("Work\n").toString("base64");
  const { body } = await ask("PUT", `${repo}/contents/docs/b.md`, { message: "W", branch: "work", content });
  const head: string = body.commit.sha;
  await propose("bea", "work");
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "neutral" });
  await propose("bea", "work", "The same, elsewhere", "develop");
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "neutral" });
  await bus.as("ada").comment(locked, "/release");
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
});

test("K04 AG52 what a pause left unwritten is written after it, and `check: never` takes back what was said", async () => {
  bus = await startCrew(crew);
  await nameCrew(bus, crew, "locks: { enforce: true }\n");
  const locked = await openTask("Store", ["src/api"]);
  await bus.as("ada").comment(locked, "/claim");
  const sha = await put("bea", "work", "src/api/a.ts");
  await propose("bea", "work");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "failure" });

  await nameCrew(bus, crew, "locks: { enforce: true }\npaused: true\n");
  await bus.as("ada").comment(locked, "/release");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "failure" });
  await nameCrew(bus, crew, "locks: { enforce: true }\n");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "success" });

  await bus.as("ada").comment(locked, "/claim");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({ conclusion: "failure" });
  await nameCrew(bus, crew, "locks: { check: never, enforce: true }\n");
  await bus.settled();
  expect(await checkOn(sha)).toMatchObject({
    conclusion: "neutral",
    title: "Files are not compared with locks",
    summary: "The settings say `locks: { check: never }`.",
  });
});
