/** Stories of people who decide on the pages, on the running bus: what is written, as whom, and what they see. */
import type { Browser as Chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { describeInChromium, launchChromium, openPage } from "../support/chromium.ts";
import { type PagesStory, playPagesStory } from "../support/pages-story.ts";

let bus: TestBus;
let story: PagesStory;
beforeEach(async () => {
  bus = await startBus();
  story = await playPagesStory(bus);
});
afterEach(() => bus.stop());

const at = (login: string): Promise<Browser> => signIn(bus.server().url, bus.hub, login);

/** The form of the escalation, as the page has it. */
async function formOn(browser: Browser): Promise<Readonly<Record<string, string>>> {
  const { text } = await browser.ask("/escalations");
  const [, form = ""] = text.split('action="/escalations">');
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** The hash of the text that the page showed is a word of its own. */
const decisionsOn = async (): Promise<readonly string[]> =>
  (await bus.as("maria").comments(story.escalation))
    .filter(({ body }) => body.startsWith("/decide"))
    .map(({ author, body }) => `${author}: ${body.replace(/text:[0-9a-f]{64}/, "text:HASH")}`);

test("IF21 without scripts an escalation is decided by its form, as the person who signed in", async () => {
  const maria = await at("maria");
  const form = await formOn(maria);
  // The status showed the question in an earlier second.
  bus.clock.advance(2_000);
  const sent = await maria.post("/escalations", { ...form, option: "2", because: "They need time." });
  const to = `/escalations?sent=acme%2Fdemo%23${story.escalation}#acme-demo-${story.escalation}`;
  expect([sent.status, sent.headers.location]).toEqual([303, to]);
  expect(await decisionsOn()).toEqual(["maria: /decide 2 text:HASH because They need time."]);
  await bus.settled();
  expect((await maria.ask(to.split("#")[0] ?? "")).text).toContain("is decided.");
  expect((await maria.ask("/board?only=ready")).text).toContain("Return problem documents");
});

test("IF21 a person decides in their own words, and answers a question, without scripts", async () => {
  const maria = await at("maria");
  const form = await formOn(maria);
  const empty = await maria.post("/escalations", { ...form, option: "own", because: " " });
  expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("write your decision")]);
  expect(await decisionsOn()).toEqual([]);
  expect((await maria.post("/escalations", { ...form, option: "own", because: "In May." })).status).toBe(303);
  expect(await decisionsOn()).toEqual(["maria: /decide text:HASH because In May."]);
});

test("IF22 a text that was edited after it was shown is not decided on: 409, and the page shows the new text", async () => {
  const maria = await at("maria");
  const form = await formOn(maria);
  const { data } = await bus
    .as("alice")
    .octokit.rest.issues.get({ ...bus.as("alice").repository, issue_number: story.escalation });
  await bus.as("alice").edit(story.escalation, {
    body: String(data.body).replace("Drop it now.", "Drop it tonight."),
  });
  const { status, text } = await maria.post("/escalations", { ...form, option: "1", because: "Sure" });
  expect(status).toBe(409);
  expect(text).toContain("was edited after you read it");
  expect(text).toContain("Drop it tonight.");
  expect(text).toContain("Sure</textarea>");
  expect(await decisionsOn()).toEqual([]);
});

test("IF23 who may not decide is refused by the engine's rule, and told so where they clicked", async () => {
  const alice = await at("alice");
  const form = await formOn(alice);
  const { status, text } = await alice.post("/escalations", { ...form, option: "1", because: "Now" });
  expect(status).toBe(422);
  expect(text).toMatch(/class="notice bad" role="alert">[^<]+</);
  await bus.settled();
  expect((await bus.as("maria").see(story.escalation)).state).toBe("open");
});

test("S4.11 a board of what is no space is refused where it was asked for, with the page around it", async () => {
  const { status, text } = await (await at("maria")).ask(`/board?space=${story.ready}`);
  expect(status).toBe(422);
  expect(text).toMatch(/role="alert">acme\/demo#\d+ is a task, and not a space\.</);
  expect(text).toContain('<nav aria-label="Pages">');
});

test("an action of an issue's page is carried out, and one that cannot be is explained", async () => {
  const maria = await at("maria");
  const path = `/issues/acme/demo/${story.ready}`;
  const { text } = await maria.ask(path);
  const formToken = /name="formToken" value="([^"]+)"/.exec(text.split("<main")[1] ?? "")?.[1] ?? "";
  const block = (blocker: string) => maria.post(path, { formToken, operation: "block", blocker });
  const wrong = await block("acme/demo#none");
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("is not an issue")]);
  expect((await block(`#${story.question}`)).status).toBe(303);
  await bus.settled();
  expect((await bus.as("alice").see(story.ready)).labels).toContain("status:blocked");
  expect((await maria.ask(path)).text).toContain("Waits for");
  const unknown = await maria.post(path, { formToken, operation: "decide" });
  expect(unknown.status).toBe(422);
});

describeInChromium("in a browser", () => {
  let chromium: Chromium;
  beforeAll(async () => {
    chromium = await launchChromium();
  });
  afterAll(() => chromium.close());

  test("IF20 one click decides, as maria, and an open board shows the task as ready without a reload", async () => {
    const { url } = bus.server();
    const { cookies } = await at("maria");
    const { context, page, complaints, foreign } = await openPage(chromium);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    await page.goto(`${url}/board`);
    await page.waitForSelector("#blocked >> text=Return problem documents");
    const deciding = await context.newPage();
    await deciding.goto(`${url}/escalations`);
    await deciding.getByRole("button", { name: "Keep it for a release" }).click();
    await deciding.waitForURL("**/escalations?sent=*");
    await page.bringToFront();
    await page.waitForSelector("#ready >> text=Return problem documents");
    expect(await decisionsOn()).toEqual(["maria: /decide 2 text:HASH"]);
    expect([complaints, foreign]).toEqual([[], []]);
    await context.close();
  });
});
