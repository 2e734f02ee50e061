/** Graph, timeline and agents on the running bus, as their readers ask for them. */
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { type PagesStory, playPagesStory } from "../support/pages-story.ts";
import { openContract, openVote } from "../support/votes-story.ts";

let bus: TestBus;
let story: PagesStory;
beforeEach(async () => {
  bus = await startBus();
  story = await playPagesStory(bus);
});
afterEach(() => bus.stop());

const pageFor = async (path: string) => (await signIn(bus.server().url, bus.hub, "maria")).ask(path);

test("the graph shows what waits around an issue, and names what wait for each other", async () => {
  const { blocked, question, ready } = story;
  const { status, text } = await pageFor(`/graph?issue=${blocked}`);
  expect(status).toBe(200);
  expect(text).toContain(`<title>#${blocked} Return problem documents, blocked, waits for 1</title>`);
  expect(text).toContain(`href="/issues/acme/demo/${question}"`);
  const alice = bus.as("alice");
  const goal = { Goal: "It works." };
  const first = await alice.open("First", form({ ...goal, "Blocked by": `#${ready}` }), ["kind:task"]);
  await bus.settled();
  await alice.comment(ready, `/block #${first}`);
  await bus.settled();
  const whole = await pageFor("/graph");
  expect(whole.text).toContain("these wait for each other");
  const lost = await pageFor("/graph?issue=999");
  expect([lost.status, lost.text]).toEqual([422, expect.stringContaining("has no issue acme/demo#999")]);
});

test("the timeline shows messages and actions, in pages that follow each other", async () => {
  const { text } = await pageFor(`/timeline?issue=${story.question}`);
  expect(text).toContain("alice</span> opened a question");
  expect(text).toContain("Q: May we break the login API?");
  const messages = await pageFor("/timeline?only=messages");
  expect(messages.text.match(/class="entry stop of-message"/g)).toHaveLength(5);
  expect(messages.text).not.toContain("of-action");
  const wrong = await pageFor("/timeline?after=yesterday");
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining("is not a cursor of the timeline"),
  ]);
});

test("a path that is none is refused on the page, and one that nobody has locked is said to be free", async () => {
  expect((await pageFor("/agents")).text).toContain("The settings of acme/demo name no agent.");
  const asked = await pageFor("/agents?path=src%2Fapi");
  expect(asked.text).toContain("Nobody has locked it, or waits for it.");
  const wrong = await pageFor("/agents?path=..%2Fsecret");
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("is no path")]);
});

test("agents are shown with what they hold and have locked, and who holds a folder is answered", async () => {
  const crew = await startCrew({ ada: { login: "ada" } });
  onTestFinished(() => crew.stop());
  const body = form({ Goal: "People sign in.", Files: "src/api/**" });
  const task = await crew.as("alice").open("Sign in", body, ["kind:task"], []);
  await crew.settled();
  const claimed = await signalbox(["claim", String(task), "--agent", "ada"], { SIGNALBOX_HOME: crew.home });
  expect(claimed.code).toBe(0);
  const browser = await signIn(crew.server().url, crew.hub, "maria");
  const textOf = async (path: string): Promise<string> =>
    (await browser.ask(path)).text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  const whole = await textOf("/agents");
  expect(whole).toContain(`in progress #${task} Sign in held by ada`);
  // Signs of life are written together, every few seconds.
  expect(whole).toMatch(new RegExp(`ada (?:online|never heard from) #${task} `));
  expect(await textOf("/agents?path=src%2Fapi%2Fusers.ts")).toContain(
    `src/api/** ada #${task} locked just now`,
  );
  const asked = { Voters: "ada, @maria", "Blocking task": `#${task}` };
  const vote = await openVote(crew.as("alice"), asked);
  const contract = await openContract(crew.as("alice"), { Provider: `#${task}`, Consumers: "track:web" });
  await crew.settled();
  const open = await textOf("/agents");
  expect(open).toMatch(new RegExp(`vote #${vote} Vote: Which store waits for ada maria ; ends 20`));
  expect(open).toContain(`contract #${contract} Contract: orders-api waits for ada`);
  // Notes are for their agents.
  expect(whole).not.toContain("Unread notes");
});

test("IF24 a reader who may not see a repository gets the same answer for its issue as for none", async () => {
  const hidden = await pageFor("/graph?issue=acme%2Fcellar%231");
  const none = await pageFor("/timeline?issue=acme%2Fcellar%231");
  expect([hidden.status, none.status]).toEqual([422, 422]);
  const repo = await pageFor("/graph?repo=acme%2Fcellar");
  expect([repo.status, repo.text]).toEqual([422, expect.stringContaining("does not serve acme/cellar")]);
});
