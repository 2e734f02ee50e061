/** Which settings are in effect, and when they are read again. */
import { afterEach, describe, expect, test } from "vitest";
import type { SettingsFile } from "../../../src/dispatcher/ports/settings.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { alice, demo, task } from "../../support/issues.ts";
import { rosterText } from "../../support/orders.ts";

let desk: PassContext;
afterEach(() => desk.stop());

let commits = 0;
const push = async (file: SettingsFile | string): Promise<void> => {
  const seen = typeof file === "string" ? ({ type: "text", text: file } as const) : file;
  desk.github.settings.set(demo.id, { commit: `commit ${++commits}`, file: seen });
  await desk.deliver([], { event: "push" });
  await desk.settled();
};
const agents = () => desk.dispatch.repositories.settingsOf(demo.id).trust.agents;
const refusals = () => desk.store.ledger.filter(({ kind }) => kind === "settings-refused");

describe("the settings of a repository", () => {
  test("the defaults apply until there is a settings file, and again once it is deleted", async () => {
    desk = await openDesk();
    expect(desk.dispatch.repositories.settingsOf(demo.id)).toBe(defaultSettings);
    await push("trust: {agents: [U_robot]}");
    expect(agents()).toEqual(["U_robot"]);
    await push({ type: "absent" });
    expect(agents()).toEqual([]);
  });

  test("AG27 the first pass reads them if none are stored, as when the index was lost: no lease ends for want of them", async () => {
    desk = await openDesk();
    const file = { type: "text", text: rosterText({ ada: alice.id }) } as const;
    desk.github.settings.set(demo.id, { commit: "c", file });
    desk.github.put(task(12, { assignees: [alice] }));
    await desk.deliver(["I_12"]);
    await desk.settled();
    const record = (await desk.store.index.records(["I_12"])).get("I_12");
    expect(record?.persisted.lease?.holder.agent).toBe("ada");
  });

  test("a pass waits for settings that cannot be read, and asks once where there are none to read", async () => {
    desk = await openDesk();
    const failure = {
      type: "wait",
      scope: "request",
      retryAt: desk.clock.now() + 60_000,
      message: "Later.",
    } as const;
    desk.github.settingsFault = new RequestFailed(failure);
    desk.github.put(task(12, { assignees: [] }));
    await desk.deliver(["I_12"]);
    await desk.settled();
    expect((await desk.store.index.records(["I_12"])).size).toBe(0);
    desk.github.settingsFault = undefined;
    await desk.later(61_000);
    expect((await desk.store.index.records(["I_12"])).size).toBe(1);
    const { settingsReads } = desk.github;
    await desk.deliver(["I_12"]);
    await desk.settled();
    expect(desk.github.settingsReads).toBe(settingsReads);
  });

  test("I04 the last valid settings stay in effect while the file is invalid, which is reported once", async () => {
    desk = await openDesk();
    await push("trust: {agents: [U_robot]}");
    await push("trust: {agnets: []}");
    await push("trust: {agnets: []} # still");
    expect(agents()).toEqual(["U_robot"]);
    expect(refusals().map(({ because }) => because)).toEqual([
      "`.github/signalbox.yml` cannot be used: `trust.agnets` is not a setting; did you mean `agents`?.",
    ]);
    await push({ type: "unreadable", why: "it is a symlink or a folder" });
    expect(agents()).toEqual(["U_robot"]);
    expect(refusals()).toHaveLength(2);
    await push("");
    expect(agents()).toEqual([]);
  });

  test("I04 settings are reported on each commit that changes them and on the one that broke the file, and on no other", async () => {
    desk = await openDesk();
    await push("trust: {agents: [U_robot]}");
    const first = `commit ${commits}`;
    await push("trust: {agnets: []}");
    const broken = `commit ${commits}`;
    await push("trust: {agnets: []} # still");
    await push("");
    const mended = `commit ${commits}`;
    await push("# more");
    expect(desk.github.settingsShown.map(({ headSha, conclusion }) => [headSha, conclusion])).toEqual([
      [first, "success"],
      [broken, "failure"],
      [mended, "success"],
    ]);
    expect(desk.github.settingsShown[1]?.summary).toContain("did you mean");
  });

  test("N47 a login among the agents makes the file invalid, and the check on the commit says the command that prints its id", async () => {
    desk = await openDesk();
    await push("trust: {agents: [U_robot]}");
    await push("trust: {agents: [robo-bob, U_robot]}");
    expect(agents()).toEqual(["U_robot"]);
    const shown = desk.github.settingsShown.at(-1);
    expect(shown).toMatchObject({ conclusion: "failure" });
    expect(shown?.summary).toContain("GitHub has no account `robo-bob`");
    expect(shown?.summary).toContain("gh api users/robo-bob --jq .node_id");
  });

  test("an account that GitHub could not tell refuses nothing: the file is judged again", async () => {
    desk = await openDesk();
    desk.github.untoldAccounts.add("U_robot");
    await push("trust: {agents: [U_robot]}");
    expect(agents()).toEqual([]);
    expect(refusals()).toEqual([]);
    desk.github.untoldAccounts.clear();
    desk.clock.advance(10 * 60_000);
    await desk.settled();
    expect(agents()).toEqual(["U_robot"]);
  });

  test("settings outlive the process", async () => {
    desk = await openDesk();
    await push("trust: {agents: [U_robot]}");
    await push("broken: [");
    await desk.stop();
    desk = await openDesk({ before: desk });
    expect(agents()).toEqual(["U_robot"]);
  });

  test("every open issue is refreshed when the settings change, and only then", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    await desk.deliver(["I_12"]);
    await desk.settled();
    await desk.later(10_000);
    desk.github.reads.length = 0;
    await push("trust: {agents: [U_robot]}");
    expect(JSON.stringify(desk.github.reads)).toContain("I_12");
    desk.github.reads.length = 0;
    await push("trust: {agents: [U_robot]}");
    expect(JSON.stringify(desk.github.reads)).not.toContain("I_12");
  });

  test("settings stay unchanged if the file may not be read", async () => {
    desk = await openDesk();
    await push("trust: {agents: [U_robot]}");
    desk.github.settingsFault = new RequestFailed({ type: "refused", message: "Resource not accessible" });
    await push("");
    expect(agents()).toEqual(["U_robot"]);
    expect(await desk.store.inbox.counts()).toMatchObject({ pending: 0, dead: 0 });
  });

  test("while GitHub refuses to show a file that nobody read yet, nothing is decided by the defaults, and no delivery dies", async () => {
    desk = await openDesk();
    desk.github.settingsFault = new RequestFailed({ type: "refused", message: "Resource not accessible" });
    const file = { type: "text", text: rosterText({ ada: alice.id }) } as const;
    desk.github.settings.set(demo.id, { commit: "c", file });
    desk.github.put(task(12, { assignees: [alice] }));
    await desk.deliver(["I_12"]);
    await desk.settled();
    for (let minutes = 0; minutes < 12; minutes++) await desk.later(61_000);
    expect((await desk.store.index.records(["I_12"])).size).toBe(0);
    expect(await desk.store.inbox.counts()).toMatchObject({ pending: 1, dead: 0 });
    await expect(desk.dispatch.rebuild()).rejects.toThrow("Resource not accessible");
    desk.github.settingsFault = undefined;
    await desk.later(11 * 60_000);
    expect((await desk.store.index.records(["I_12"])).get("I_12")?.persisted.lease?.holder.agent).toBe("ada");
  });
});
