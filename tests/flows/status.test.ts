/** What readers of the running server see of its status and its figures. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Browser, openBrowser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({
    seed: {
      ...demoSeed,
      repositories: [
        ...demoSeed.repositories,
        { fullName: "acme/vault", private: true, roles: { maria: "admin", bob: "write" } },
      ],
    },
  });
});
afterEach(() => bus.stop());

async function ask(login: string, repository: string): Promise<void> {
  const actor = bus.as(login, repository);
  const task = await actor.open("Store deliveries", form({ Goal: "They survive." }), ["kind:task"]);
  const sections = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "important" };
  const question = form({ ...sections, Context: "Both work." });
  await actor.open("Q: Which store?", question, ["kind:question"]);
  await bus.settled();
}

async function owner(): Promise<Browser> {
  const browser = openBrowser(bus.server().url);
  await browser.ask(new URL(bus.server().entryLink("/")).pathname);
  return browser;
}

const cellOf = (page: string, name: string): string | undefined =>
  new RegExp(`<th scope="row">${name}[^<]*</th><td>(.*?)</td>`).exec(page)?.[1]?.replace(/<[^>]+>/g, "");

test("the owner sees deliveries, rebuilds and quotas; alice sees that it works, and nothing of a repository that she may not see", async () => {
  await ask("bob", "acme/vault");
  const { text } = await (await owner()).ask("/status");
  expect(text).toContain("✓ Everything works.");
  expect(cellOf(text, "Last delivery")).toBe("just now");
  expect(cellOf(text, "Deliveries that wait")).toBe("0");
  expect(cellOf(text, "Last rebuild")).toBe("none since the start");
  expect(Number.parseInt(cellOf(text, "Quota left, core, installation") ?? "", 10)).toBeGreaterThan(0);
  expect(text).toContain(">acme/vault</a>");

  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  expect(cellOf((await (await owner()).ask("/status")).text, "Last rebuild")).toBe("just now");

  const alice = await signIn(bus.server().url, bus.hub, "alice");
  const seen = await alice.ask("/status");
  expect(seen.text).toContain("✓ Everything works.");
  expect(seen.text).toContain(">acme/demo</a>");
  expect(seen.text).not.toMatch(/vault|Quota|Last delivery/);
  expect((await openBrowser(bus.server().url).ask("/status")).status).toBe(303);
});

test("figures on the page are those of what the reader may see, for the weeks and the repository in the address", async () => {
  await ask("bob", "acme/vault");
  await ask("alice", "acme/demo");
  const maria = await signIn(bus.server().url, bus.hub, "maria");
  const alice = await signIn(bus.server().url, bus.hub, "alice");
  const asked = async (browser: Browser, path: string) => {
    const { text } = await browser.ask(path);
    const [, rate = ""] = text.split('id="escalation-rate"');
    // The newest row has how many were escalated, and of how many questions.
    return /so far<\/th><td>(\d+)<\/td><td>(\d+)<\/td>/.exec(rate)?.[2];
  };
  expect(await asked(maria, "/figures")).toBe("2");
  expect(await asked(maria, "/figures?repo=acme/vault&weeks=4")).toBe("1");
  expect(await asked(alice, "/figures")).toBe("1");
  const refused = await alice.ask("/figures?repo=acme/vault");
  const unknown = await alice.ask("/figures?repo=acme/nowhere");
  expect([refused.status, unknown.status]).toEqual([422, 422]);
  expect(refused.text.replaceAll("vault", "nowhere")).toBe(unknown.text);
  const { text } = await alice.ask("/figures?weeks=4");
  expect(text).toContain('<option value="4" selected>4</option>');
  expect((await alice.ask("/figures?weeks=1000000")).text).toContain(
    '<option value="12" selected>12</option>',
  );
});
