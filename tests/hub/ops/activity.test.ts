/** Tests a repository's activity over REST: who moved which branch, by whatever operation. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let maria: Ask;
let alice: Ask;

interface Shown {
  readonly activity_type: string;
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly actor: { readonly login: string; readonly type: string };
}

beforeAll(async () => {
  world = await startTestHub();
  [maria, alice] = [world.as("maria"), world.as("alice")];
  await put(alice, "main", "a.txt", "one");
  const main = await tip("main");
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  await put(alice, "work", "b.txt", "two");
  const { body: pull } = await alice("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main" });
  await maria("PUT", `${repo}/pulls/${pull.number}/merge`, {});
  await maria("PATCH", `${repo}/git/refs/heads/main`, { sha: main, force: true });
  await maria("DELETE", `${repo}/git/refs/heads/work`);
});
afterAll(() => world.close());

async function tip(branch: string): Promise<string> {
  return String((await alice("GET", `${repo}/git/ref/heads/${branch}`)).body.object.sha);
}

async function put(by: Ask, branch: string, path: string, text: string): Promise<void> {
  const content = Buffer.from(text).toString("base64");
  await by("PUT", `${repo}/contents/${path}`, { message: `Write ${path}`, branch, content });
}

async function activity(query = ""): Promise<readonly Shown[]> {
  return (await alice("GET", `${repo}/activity${query}`)).body;
}

const inBrief = ({ activity_type, ref, actor }: Shown): string =>
  `${activity_type} ${ref.slice("refs/heads/".length)} ${actor.login}`;

describe("a repository's activity", () => {
  test("each move of a branch is listed with who made it and how, newest first", async () => {
    expect((await activity()).map(inBrief)).toEqual([
      "branch_deletion work maria",
      "force_push main maria",
      "pr_merge main maria",
      "push work alice",
      "branch_creation work alice",
      "push main alice",
      "branch_creation main maria",
    ]);
  });

  test("each move of a branch starts at the commit where the previous one ended", async () => {
    const main = await activity("?ref=refs/heads/main");
    expect(main.slice(0, -1).map(({ before }) => before)).toEqual(main.slice(1).map(({ after }) => after));
    expect(main.at(-1)?.before).toBe("0".repeat(40));
  });

  test("activity is filtered by branch, actor, type and time", async () => {
    expect((await activity("?ref=main&actor=alice")).map(inBrief)).toEqual(["push main alice"]);
    expect((await activity("?activity_type=pr_merge")).map(inBrief)).toEqual(["pr_merge main maria"]);
    expect(await activity("?time_period=day&direction=asc")).toHaveLength(7);
    expect(await activity("?actor=nobody-of-this-name")).toEqual([]);
  });

  test("activity is paged by cursors, forwards and backwards", async () => {
    const first = await alice("GET", `${repo}/activity?ref=main&per_page=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await alice("GET", new URL(next).pathname.replace("/api/v3", "") + new URL(next).search);
    const back = /<([^>]+)>; rel="prev"/.exec(second.headers.get("link") ?? "")?.[1] ?? "";
    const again = await alice("GET", new URL(back).pathname.replace("/api/v3", "") + new URL(back).search);
    expect([...first.body, ...second.body]).toEqual(await activity("?ref=main"));
    expect(again.body).toEqual(first.body);
    expect(second.headers.get("link")).not.toContain('rel="next"');
  });

  test("a parameter that the hub does not read is refused, and so is an invalid value", async () => {
    expect((await alice("GET", `${repo}/activity?page=2`)).status).toBe(501);
    expect((await alice("GET", `${repo}/activity?time_period=decade`)).status).toBe(422);
  });
});
