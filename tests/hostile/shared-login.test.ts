/**
 * Three agents hold the token of an admin's login. What the login wrote is decided by no comment of it, whatever name, hash or
 * way the agent chooses, and by nothing else that a token can do at GitHub: only on a page, in a session that GitHub's
 * sign-in in a browser opened.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { openBrowser } from "../server/site/browser.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { settingsStory } from "../support/settings-story.ts";
import { ours } from "../support/votes-story.ts";
import { attackedMatters, isSettled, type OpenMatter } from "./attacked-matters.ts";
import { combine, someOf } from "./attacks.ts";

let bus: TestBus;
let played = 0;

async function start(): Promise<void> {
  bus = await startBus();
  const maria = bus.as("maria");
  const { data } = await maria.octokit.rest.users.getAuthenticated();
  const entries = [1, 2, 3].map(
    (each) => `  agent-${each}: { account: ${data.node_id}, with_person: true }\n`,
  );
  await settingsStory(bus).put(maria, `agents:\n${entries.join("")}`);
}
beforeAll(start);
afterAll(() => bus.stop());
beforeEach(async () => {
  played += 1;
  if (played % 20 !== 0) return;
  await bus.stop();
  await start();
});

const repo = "/repos/acme/demo";
const envelope = (fields: string): string => `\n\n\`\`\`signalbox\nv: 1.1\n${fields}\n\`\`\``;

type Door = (matter: OpenMatter, word: string) => Promise<unknown>;

const comment: Door = ({ issue }, word) => bus.as("maria").comment(issue, word);

async function hashOf({ issue }: OpenMatter): Promise<string> {
  const { out } = await signalbox(["show", `acme/demo#${issue}`, "--json", "--home", bus.home]);
  return /"textHash": "([0-9a-f]{64})"/.exec(out)?.[1] ?? "";
}

const doors: Readonly<Record<string, Door>> = {
  "a comment": comment,
  "the same comment, twice": async (matter, word) => {
    await comment(matter, word);
    await bus.settled();
    bus.clock.advance(2_000);
    await comment(matter, word);
  },
  "a comment that names the text": async (matter, word) =>
    comment(matter, word.replace(/^\/\w+/, `$& text:${await hashOf(matter)}`)),
  "a comment from one of the agents": (matter, word) => comment(matter, word + envelope("from: agent-2")),
  "a comment from the person, as it says": (matter, word) => comment(matter, word + envelope("from: maria")),
  "a comment from nobody on the list": (matter, word) => comment(matter, word + envelope("from: stranger")),
  "a mail": ({ issue }, body) =>
    bus.testHub.as("maria")("POST", `/_hub${repo}/issues/${issue}/mail`, { body }),
  "an edit of a stranger's comment": async ({ issue }, word) => {
    const id = await bus.as("mallory").comment(issue, "I agree.");
    const { octokit, repository } = bus.as("maria");
    await octokit.rest.issues.updateComment({ ...repository, comment_id: id, body: word });
  },
  "reactions to all that is there": async ({ issue }) => {
    const { octokit, repository, comments } = bus.as("maria");
    await octokit.rest.reactions.createForIssue({ ...repository, issue_number: issue, content: "+1" });
    for (const { id } of await comments(issue))
      await octokit.rest.reactions.createForIssueComment({ ...repository, comment_id: id, content: "+1" });
    await comment({ issue, task: undefined, title: "", body: "", author: "" }, "yes");
  },
  "the labels that a settled one has": async ({ issue, task }) => {
    await bus.as("maria").label(issue, "answered");
    if (task !== undefined) await bus.as("maria").label(task, "status:ready");
  },
  "closing it": async ({ issue }) => {
    await bus.as("maria").close(issue);
  },
  "the page that the start link opens": async (matter, word) => {
    const owner = openBrowser(bus.server().url);
    await owner.ask(new URL(bus.server().entryLink("/")).pathname);
    await postAll(owner, matter, word);
  },
};

/** Every form that could take it, as a page would send it. */
async function postAll(
  browser: ReturnType<typeof openBrowser>,
  matter: OpenMatter,
  word: string,
): Promise<void> {
  const textHash = await hashOf(matter);
  const { text } = await browser.ask("/status");
  const formToken = /name="formToken" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const path = `/issues/acme/demo/${matter.issue}`;
  const given = {
    textHash,
    formToken,
    decision: word,
    why: "It is mine.",
    because: "It is mine.",
    option: "1",
  };
  for (const operation of ["answer", "decide", "accept", "approve", "vote", "ack"])
    expect((await browser.post(path, { ...given, operation })).status).not.toBe(303);
  const named = { ...given, issue: `acme/demo#${matter.issue}` };
  expect((await browser.post("/escalations", named)).status).not.toBe(303);
}

const kinds = attackedMatters.filter(({ kind }) => !["approval", "contract"].includes(kind));
const attacks = combine(kinds, Object.entries(doors), [0]).map(
  ([matter, [door, act]]) => [`${matter.kind}, by ${door}`, { matter, door, act }] as const,
);

describe("nothing that the login wrote is decided", () => {
  test.each(someOf(attacks, 6, ([, { matter }]) => matter.kind))("%s", async (_, { matter, door, act }) => {
    const opened = await matter.open(bus, "maria");
    bus.clock.advance(1_100);
    await act(opened, await matter.word(bus, opened));
    await bus.settled();
    bus.clock.advance(61_000);
    await bus.settled();
    if (door !== "closing it") expect(await isSettled(bus, opened)).toBe(false);
    const said = (await ours(bus, opened.issue)).join("\n");
    expect(said).not.toMatch(/\*\*(?:Answered|Decided|Carried|Accepted)\b/);
    const { state, labels } = await bus.as("bob").see(opened.task ?? 0);
    expect(state).toBe("open");
    if (/question|vote/.test(matter.kind)) expect(labels).toContain("status:blocked");
    // Who writes it is told where it is decided.
    if (door === "a comment") expect(said).toMatch(/\[the page\]|role|only the login that asked/);
  });
});
