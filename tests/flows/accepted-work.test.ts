/**
 * Which work an acceptance is about, told by the commands and the pages: what was shown there, whatever was pushed since,
 * and in the very second of a change.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashWork } from "../../src/protocol/commands/text-name.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin, openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { settingsStory } from "../support/settings-story.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
beforeEach(async () => {
  bus = await startBus();
});
afterEach(() => bus.stop());

const asMaria = (words: readonly string[]): Promise<Ran> =>
  signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria") });

async function put(path: string): Promise<string> {
  const ask = bus.testHub.as("alice");
  const file = { message: "Work", branch: "work", content: Buffer.from("work();\n").toString("base64") };
  const { body } = await ask("PUT", `${repo}/contents/${path}`, file);
  return body.commit.sha;
}

/** A handover whose claim no check shows, with its pull request. */
async function handOver() {
  const alice = bus.as("alice");
  const ask = bus.testHub.as("alice");
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha });
  const head = await put("src/work.ts");
  const task = await openTask(alice);
  await ask("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main", body: `Fixes #${task}` });
  const body = form({
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- src/: does it",
    Verified: "- npm run print: passed",
    Context: "It was simple.",
    "Next steps": "None.",
  });
  const handover = await alice.open("Handover: work", body, ["kind:handover"]);
  await bus.settled();
  return { handover, head };
}

const stateOf = async (handover: number): Promise<string> => (await bus.as("alice").see(handover)).state;
const commentsBy = async (handover: number, login: string): Promise<readonly string[]> =>
  (await bus.as("maria").comments(handover)).filter(({ author }) => author === login).map(({ body }) => body);

describe("the command line", () => {
  test("names text, head and base of the handover that it showed, and counts in the second of a change", async () => {
    const { handover, head } = await handOver();
    const shown = await asMaria(["show", String(handover)]);
    expect(shown.out).toContain(`hands over commit ${head.slice(0, 10)} for \`main\``);
    const { textHash, work } = JSON.parse((await asMaria(["show", String(handover), "--json"])).out);
    expect(work).toEqual({ head, base: "main", hash: hashWork({ textHash, head, base: "main" }) });
    const accepting = ["accept", String(handover), "--because", "It was shown by hand."];
    expect(await asMaria([...accepting, "--wait"])).toMatchObject({ code: 0 });
    expect(await commentsBy(handover, "maria")).toEqual([
      `/accept work:${work.hash} because It was shown by hand.`,
    ]);
    await bus.settled();
    expect(await stateOf(handover)).toBe("closed");
  });

  test("is refused for what was pushed since, until that was shown", async () => {
    const { handover } = await handOver();
    await asMaria(["show", String(handover)]);
    const next = await put("src/more.ts");
    await bus.settled();
    const accepting = ["accept", String(handover), "--because", "It was shown by hand.", "--wait"];
    for (const _ of [1, 2]) {
      const refused = await asMaria(accepting);
      expect(refused).toMatchObject({ code: 2 });
      expect(refused.out).toContain(
        `It is about other work than there is now: commit \`${next.slice(0, 10)}\` for \`main\`.`,
      );
    }
    expect(await stateOf(handover)).toBe("open");
    await asMaria(["show", String(handover)]);
    expect(await asMaria(accepting)).toMatchObject({ code: 0 });
  });

  test("shows an edited text, and then names that with the head and the base that were shown", async () => {
    const { handover, head } = await handOver();
    await asMaria(["show", String(handover)]);
    await bus.as("alice").edit(handover, { title: "Handover: all of it" });
    await bus.settled();
    const accepting = ["accept", String(handover), "--because", "By hand."];
    expect((await asMaria(accepting)).err).toContain("> Handover: all of it");
    expect(await asMaria([...accepting, "--wait"])).toMatchObject({ code: 0 });
    const { textHash } = JSON.parse((await asMaria(["show", String(handover), "--json"])).out);
    const name = hashWork({ textHash, head, base: "main" });
    expect(await commentsBy(handover, "maria")).toEqual([`/accept work:${name} because By hand.`]);
  });

  test("names the work that it is given, and the text alone where only that is given", async () => {
    const { handover } = await handOver();
    const { textHash, work } = JSON.parse((await asMaria(["show", String(handover), "--json"])).out);
    const dry = async (...flags: readonly string[]): Promise<string> => {
      const words = ["accept", String(handover), "--because", "So.", "--dry-run", "--json", ...flags];
      return JSON.parse((await asMaria(words)).out).body;
    };
    const another = "0".repeat(64);
    expect(await dry("--work-hash", another)).toBe(`/accept work:${another} because So.`);
    expect(await dry("--text-hash", textHash)).toBe(`/accept work:${work.hash} because So.`);
  });
});

describe.each([
  ["writes her comment", ""],
  ["keeps her choice, where agents write with her login", "  ada: { account: maria }\n"],
])("the page of a handover, which %s", (_, agents) => {
  test("sends the work that it showed: refused after a push, accepted once that was shown", async () => {
    if (agents !== "") {
      const { data } = await bus.as("maria").octokit.rest.users.getAuthenticated();
      const text = `agents:\n${agents.replace("maria", `${data.node_id}, with_person: true`)}`;
      await settingsStory(bus).put(bus.as("maria"), text);
    }
    const { handover, head } = await handOver();
    const path = `/issues/acme/demo/${handover}`;
    const browser = await signIn(bus.server().url, bus.hub, "maria");
    const fields = async () => {
      const { text } = await browser.ask(path);
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
      const named = { textHash: hidden("textHash"), workHash: hidden("workHash") };
      const sent = { operation: "accept", formToken: hidden("formToken"), ...named, because: "By hand." };
      return { text, sent };
    };
    const before = await fields();
    expect(before.text).toContain(`commit <code>${head.slice(0, 10)}</code> for <code>main</code>`);
    const next = await put("src/more.ts");
    await bus.settled();
    const late = await browser.post(path, before.sent);
    expect(late.status).toBe(422);
    expect(late.text).toContain("It is about other work than there is now");
    expect(late.text).toContain(next.slice(0, 10));
    expect(await stateOf(handover)).toBe("open");
    expect((await browser.post(path, (await fields()).sent)).status).toBe(303);
    await bus.settled();
    expect(await stateOf(handover)).toBe("closed");
    expect((await commentsBy(handover, "maria")).length).toBe(agents === "" ? 2 : 0);
    expect((await commentsBy(handover, botLogin)).join("\n")).toContain("By hand.");
  });
});
