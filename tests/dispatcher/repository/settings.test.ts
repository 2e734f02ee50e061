/** Which settings are in effect, and when they are read again. */
import { afterEach, describe, expect, test } from "vitest";
import type { SettingsSeen } from "../../../src/dispatcher/ports/settings.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { demo, task } from "../../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

let commits = 0;
const push = async (file: SettingsSeen["file"] | string): Promise<void> => {
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

  test("N47 a login among the agents is taken, and the check on the commit says the command that prints its id", async () => {
    desk = await openDesk();
    await push("trust: {agents: [robo-bob, U_robot]}");
    expect(agents()).toEqual(["robo-bob", "U_robot"]);
    const [shown] = desk.github.settingsShown;
    expect(shown).toMatchObject({
      conclusion: "success",
      title: "The settings are in effect, with a login that names no account",
    });
    expect(shown?.summary).toContain(
      '"logins":[{"path":"trust.agents","login":"robo-bob","command":"gh api users/robo-bob --jq .node_id"}]',
    );
    expect(shown?.summary).not.toContain("U_robot");
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
});
