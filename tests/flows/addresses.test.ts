/**
 * Tests what the commands print in a story against the hub: each address opens, and anything without a page
 * is a working command.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";
import { findGh } from "../../src/cli/shell-commands.ts";
import { onTerminal, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { inHubsFolder } from "../support/gh.ts";

let bus: TestBus;
let printed = "";
let env: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  bus = await startBus();
  env = { ...inHubsFolder(bus), SIGNALBOX_HOME: bus.home };
  const tokens = Object.fromEntries(["maria", "alice"].map((login) => [login, bus.hub.tokenOf(login)]));
  writeHubSession(bus.home, { url: bus.hub.url, repository: "acme/demo", tokens });
  const alice = bus.as("alice");
  const task = await alice.open("Log in", form({ Goal: "In.", Priority: "p1" }), ["kind:task"]);
  await alice.open(
    "Q: May we break the login API?",
    form({
      "Blocking task": `#${task}`,
      Category: "architecture",
      Urgency: "blocking",
      Context: "Older clients would fail.",
      "Decision class": "Breaking change",
      Options: "- Drop it now.\n- Keep it for a release.",
    }),
    ["kind:question"],
  );
  await alice.open("Log out", form({ Goal: "Out." }), ["kind:task"]);
  await bus.settled();
  const { app, url } = bus.hub;
  const ofApp = {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    GHE_HOST: new URL(url).host,
    GHE_PROTOCOL: "http",
  };
  const said: string[] = [];
  const help = await signalbox(["--help"]);
  const names = [...help.out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name);
  for (const name of names) said.push((await signalbox([name, "--help"])).out);
  for (const argv of [
    ["ready"],
    ["show", "1"],
    ["explain", "1"],
    ["escalations"],
    ["wait", "1", "--timeout", "1s"],
    ["env", "--as", "alice"],
    ["brief", "1"],
    ["questions"],
    ["init", "--repo", "acme/demo", "--as", "maria", "--pull-request", "--yes"],
  ])
    for (const run of [signalbox, onTerminal]) {
      const { out, err } = await run(argv, env);
      said.push(out, err);
    }
  for (const run of [signalbox, onTerminal])
    said.push((await run(["doctor", "--home", bus.home], ofApp)).out);
  printed = [help.out, ...said].join("\n");
}, 120_000);
afterAll(() => bus.stop());

test("N44 every address that the commands print at the hub opens", async () => {
  expect(printed).toContain("The pull request is #");
  expect(printed).toContain("signalbox gh --as maria issue view 1 --repo acme/demo");
  const addresses =
    printed.match(/https?:\/\/(?:127\.0\.0\.1|localhost|github\.localhost)[^\s"'`)>,;]*/g) ?? [];
  // A callback address is for the registration of the App, and opens where the App runs.
  const settings = /GIT_CONFIG_|_PROXY|proxy|[Cc]allback/;
  const shown = new Set(
    addresses.filter(
      (address) => !printed.split("\n").some((line) => line.includes(address) && settings.test(line)),
    ),
  );
  for (const address of shown) {
    const { status } = await fetch(
      address.replace(/[.:]+$/, "").replace("//github.localhost", `//${new URL(bus.hub.url).host}`),
    );
    expect(status, address).not.toBe(404);
  }
});

test.skipIf(findGh(process.env) === undefined)(
  "N44 what has no page there is shown by the command that is printed in place of an address",
  async () => {
    const commands = new Set(
      printed.match(/signalbox gh --as maria (?:issue|pr) view [^\n]*?--repo acme\/demo/g),
    );
    expect(commands.size).toBeGreaterThanOrEqual(3);
    for (const command of commands) {
      const { code, err } = await signalbox(command.split(" ").slice(1), { ...process.env, ...env });
      expect({ command, code, err }).toEqual({ command, code: 0, err: "" });
    }
  },
);
