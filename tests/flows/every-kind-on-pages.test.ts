/**
 * A login that agents use: its person votes, agrees, objects, accepts and approves on the pages, signed in with GitHub. No
 * other session or secret does any of it, and no comment of the login.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Browser, openBrowser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin, openTask } from "../support/freeing.ts";
import { type SettingsStory, settingsStory } from "../support/settings-story.ts";
import { contractBody, voteBody } from "../support/votes-story.ts";

const policy = "policy: [{ name: people, who: [people] }, { name: agents, who: [agents] }]\n";

let bus: TestBus;
let maria: Actor;
let story: SettingsStory;

beforeEach(async () => {
  bus = await startBus({ seed: demoSeed });
  maria = bus.as("maria");
  story = settingsStory(bus);
  const idOf = async (login: string) =>
    (await bus.as(login).octokit.rest.users.getAuthenticated()).data.node_id;
  const account = await idOf("maria");
  const names = ["ann", "ben"].map((name) => `  ${name}: { account: ${account}, with_person: true }\n`);
  const bob = `  bob: { account: ${await idOf("bob")} }\n`;
  await story.put(maria, `agents:\n${names.join("")}${bob}${policy}`);
});
afterEach(() => bus.stop());

interface Matter {
  /** The issue that it is about. */
  readonly issue: number;
  readonly operation: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What a comment of the login would say; undefined where it counts as the login's, no matter who says it. */
  readonly comment: string | undefined;
  /** What a program would send to the API. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether it is settled as the fields say. */
  readonly isSettled: () => Promise<boolean>;
}

async function isClosed(issue: number): Promise<boolean> {
  const { state } = await maria.see(issue);
  return state === "closed";
}

const oursOn = async (issue: number): Promise<string> =>
  (await maria.comments(issue))
    .filter(({ author }) => author === botLogin)
    .map(({ body }) => body)
    .join("\n");

async function vote(): Promise<Matter> {
  const issue = await maria.open("Vote: Which store", voteBody({ Voters: "@maria", Needs: "1" }), [
    "kind:vote",
  ]);
  await bus.settled();
  return {
    issue,
    operation: "vote",
    fields: { option: "1", because: "One file." },
    comment: "/vote 1",
    input: { option: 1 },
    isSettled: async () => (await oursOn(issue)).includes("SQLite, one file") && (await isClosed(issue)),
  };
}

async function contract(operation: "ack" | "object"): Promise<Matter> {
  const task = await openTask(maria);
  const other = await openTask(bus.as("alice"));
  await bus.settled();
  await maria.comment(task, "/claim as ann");
  await bus.settled();
  const body = contractBody({ Provider: `#${task}`, Consumers: `#${other}` });
  const issue = await maria.open("Contract: orders-api", body, ["kind:contract"]);
  await bus.settled();
  const said = operation === "ack" ? {} : { because: "It breaks the shop." };
  return {
    issue,
    operation,
    fields: said,
    comment: operation === "ack" ? "/ack" : undefined,
    input: said,
    isSettled: async () => {
      const said = await oursOn(issue);
      if (operation === "ack") return !said.includes("Waiting for `maria`");
      return said.includes("`maria` objects:") && said.includes("It breaks the shop.");
    },
  };
}

async function handover(): Promise<Matter> {
  const task = await openTask(maria);
  await bus.settled();
  const body = form({
    Completes: `#${task}`,
    Status: "complete",
    Changes: "None",
    Verified: "- npm test: passed",
    Context: "It was simpler than it looked.",
    "Next steps": "None.",
  });
  const issue = await maria.open("Handover: Sign in", body, ["kind:handover"]);
  await bus.settled();
  return {
    issue,
    operation: "accept",
    fields: { because: "I saw it work." },
    comment: "/accept because I saw it work.",
    input: { because: "I saw it work." },
    isSettled: () => isClosed(issue),
  };
}

async function settings(): Promise<Matter> {
  const before = story.effectiveText();
  await story.put(
    bus.as("alice"),
    `${before}trust: { roles: [admin, maintain, write] }\ncoordinator: { mode: suggest }\n`,
  );
  const asked = await story.onlyAsked();
  const hash = asked.command.split(" ")[1] ?? "";
  return {
    issue: asked.number,
    operation: "approve",
    fields: { hash },
    comment: `/approve ${hash}`,
    input: { hash },
    isSettled: async () => story.effectiveText() !== before,
  };
}

async function answer(): Promise<Matter> {
  const task = await openTask(maria);
  await bus.settled();
  const body = form({
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    "Decision class": "Breaking change",
    Context: "Both would do.",
  });
  const issue = await maria.open("Q: Which store do we use?", body, ["kind:question"]);
  await bus.settled();
  await bus.as("bob").comment(issue, "/answer SQLite.");
  await bus.settled();
  const [, hash = ""] = /\/approve ([0-9a-f]{8,64})/.exec(await oursOn(issue)) ?? [];
  return {
    issue,
    operation: "approve",
    fields: { hash },
    comment: `/approve ${hash}`,
    input: { hash },
    isSettled: () => isClosed(issue),
  };
}

const kinds = [
  ["a vote", vote],
  ["an agreement to a contract", () => contract("ack")],
  ["an objection to a contract", () => contract("object")],
  ["an acceptance of a handover", handover],
  ["an approval of settings", settings],
  ["an approval of an agent's answer", answer],
] as const;

/** What the page of the issue sends along. */
async function hiddenIn(browser: Browser, path: string) {
  const { text } = await browser.ask(path);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
  return { textHash: hidden("textHash"), formToken: hidden("formToken"), text };
}

const pathOf = (issue: number): string => `/issues/acme/demo/${issue}`;

async function onPage(browser: Browser, { issue, operation, fields }: Matter) {
  const { textHash, formToken } = await hiddenIn(browser, pathOf(issue));
  const sent = await browser.post(pathOf(issue), { operation, textHash, formToken, ...fields });
  await bus.settled();
  return sent;
}

describe.each(kinds)("%s", (_, begin) => {
  test("AG01 is given on the page, in no comment of the login, and a rebuild has it", async () => {
    const matter = await begin();
    const said = (await maria.comments(matter.issue)).filter(({ author }) => author === "maria").length;
    const browser = await signIn(bus.server().url, bus.hub, "maria");
    const sent = await onPage(browser, matter);
    expect({ status: sent.status, alert: /role="alert">([^<]+)/.exec(sent.text)?.[1] }).toEqual({
      status: 303,
    });
    await bus.settled();
    expect(await matter.isSettled()).toBe(true);
    expect((await maria.comments(matter.issue)).filter(({ author }) => author === "maria")).toHaveLength(
      said,
    );
    const contact = readContact(bus.home);
    const headers = { authorization: `Bearer ${contact?.token}` };
    const rebuilt = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
    expect(await rebuilt.json()).toMatchObject({ differences: [] });
    expect(await matter.isSettled()).toBe(true);
  });

  test("AG01 is taken from no other session or secret, and from no comment of the login", async () => {
    const matter = await begin();
    const { issue, operation, fields, comment, input } = matter;
    const { url } = bus.server();
    const signedIn = await signIn(url, bus.hub, "maria");
    const { textHash } = await hiddenIn(signedIn, pathOf(issue));

    // The start link.
    const owner = openBrowser(url);
    await owner.ask(new URL(bus.server().entryLink("/")).pathname);
    const { formToken } = await hiddenIn(owner, "/status");
    const byLink = await owner.post(pathOf(issue), { operation, textHash, formToken, ...fields });
    expect(byLink.status).toBe(422);

    // The owner's secret, a token that she made, and one that was exchanged for gh's.
    const contact = readContact(bus.home);
    const made = await signedIn.post("/tokens", {
      act: "make",
      days: "1",
      agent: "",
      orders: "yes",
      formToken: (await hiddenIn(signedIn, "/tokens")).formToken,
    });
    const [own = ""] = /sbx_[\w-]{43}/.exec(made.text) ?? [];
    const exchanged = await fetch(`${url}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: bus.hub.tokenOf("maria") }),
    });
    const { token: forGh = "" }: { token?: string } = Object(await exchanged.json());
    for (const secret of [contact?.token ?? "", own, forGh]) {
      expect(secret).not.toBe("");
      const headers = { authorization: `Bearer ${secret}` };
      const program = openBrowser(url);
      const asForm = await program.ask(pathOf(issue), {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded", origin: url },
        body: new URLSearchParams({ operation, textHash, ...fields }).toString(),
      });
      expect(asForm.status).not.toBe(200);
      const subject = `acme/demo#${issue}`;
      const byApi = await fetch(`${url}/api/v1/${operation}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ issue: subject, ...input }),
      });
      expect([401, 403]).toContain(byApi.status);
      const asOrder = await fetch(`${contact?.url}/control/order`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({
          id: "01KAZ3V7J2QK3T8Y5Z0B1C2D3E",
          agent: "ann",
          owner: "acme",
          repo: "demo",
          issue,
          text: comment ?? "/object",
        }),
      });
      expect((await asOrder.text()).includes('"done"')).toBe(false);
    }
    await bus.settled();
    expect(await matter.isSettled()).toBe(false);

    // A comment does not count as the person's, and what we say names the page where it does.
    if (comment === undefined) return;
    // GitHub's times are whole seconds: what was shown in the same second may be younger than the comment.
    bus.clock.advance(2_000);
    await maria.comment(issue, comment);
    await bus.settled();
    expect(await matter.isSettled()).toBe(false);
    expect(await oursOn(issue)).toContain(`(${url}${pathOf(issue)})`);
    expect((await onPage(signedIn, matter)).status).toBe(303);
    expect(await matter.isSettled()).toBe(true);
  });
});
