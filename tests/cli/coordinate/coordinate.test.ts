/** `signalbox coordinate` with and without a server. Its proposals are tested with the coordinator. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../../support/bus.ts";
import { form } from "../../support/form.ts";
import { seedWithStore } from "../../support/seeds.ts";
import { signalbox } from "../terminal.ts";

const seed = seedWithStore("store", "coordinator: {mode: 'off'}");
const sections = {
  Category: "implementation",
  Urgency: "blocking",
  Context: "The exporter needs to know.",
};
const body = (task: number): string => form({ "Blocking task": `#${task}`, ...sections });

describe("beside a server", () => {
  let bus: TestBus;
  let question: number;
  beforeEach(async () => {
    bus = await startBus({ seed });
    const alice = bus.as("alice");
    const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
    const title = "Q: Which time zone do timestamps in the ledger have?";
    question = await alice.open(title, body(task), ["kind:question"]);
    await bus.settled();
  });
  afterEach(() => bus.stop());

  const coordinate = (...flags: readonly string[]) =>
    signalbox(["coordinate", ...flags, "--home", bus.home], {});
  const answers = async (): Promise<number> => {
    const { octokit, repository } = bus.as("alice");
    const { data } = await octokit.rest.issues.listForRepo({
      ...repository,
      labels: "kind:answer",
      state: "all",
    });
    return data.length;
  };
  const everything = async () => {
    const { octokit, repository } = bus.as("alice");
    const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
    return data.map(({ number, state, comments, updated_at }) => ({ number, state, comments, updated_at }));
  };
  /** Pushes other settings and waits until they are processed. */
  const settings = async (text: string): Promise<void> => {
    const { octokit, repository } = bus.as("maria");
    const path = ".github/signalbox.yml";
    const { data } = await octokit.rest.repos.getContent({ ...repository, path });
    const sha = Array.isArray(data) ? "" : data.sha;
    const content = Buffer.from(text).toString("base64");
    await octokit.rest.repos.createOrUpdateFileContents({
      ...repository,
      path,
      sha,
      content,
      message: "Change the settings",
    });
    await bus.settled();
  };

  test("M04 --status prints the mode and its numbers, --dry-run the plan, and neither writes anything", async () => {
    const status = await coordinate("--status");
    expect(status).toMatchObject({ code: 0, err: "" });
    expect(status.out).toBe("acme/demo: off, it is off (0 approved, 0 rejected; proven at 0.90, now 0.00)\n");
    const planned = await coordinate("--repo", "ACME/demo", "--dry-run", "--json");
    expect(JSON.parse(planned.out)).toMatchObject([{ repository: "acme/demo", mode: "off", questions: [] }]);
    await bus.settled();
    expect(await answers()).toBe(0);

    await settings("coordinator: {mode: suggest}");
    const before = await everything();
    const { out } = await coordinate("--dry-run");
    expect(out).toContain("acme/demo: suggest, answers need /approve");
    expect(out).toMatch(
      new RegExp(`  #${question} Q: Which time zone .*: suggest\\. .*UTC with a trailing Z`),
    );
    await bus.settled();
    expect(await everything()).toEqual(before);
  });

  test("J01 S3.95 two runs of coordinate during a sweep answer a question once", async () => {
    await settings("coordinator: {mode: auto}");
    const runs = await Promise.all([coordinate("--json"), coordinate("--repo", "acme/demo"), bus.sweep()]);
    expect(runs.slice(0, 2)).toEqual([
      expect.objectContaining({ code: 0, err: "" }),
      expect.objectContaining({ code: 0, err: "" }),
    ]);
    await coordinate();
    await bus.sweep();
    expect(await answers()).toBe(1);
    expect((await bus.as("alice").see(question)).state).toBe("closed");
    const again = JSON.parse((await coordinate("--json")).out);
    expect(again).toMatchObject([{ repository: "acme/demo", isSuggesting: false, questions: [] }]);
  });

  test("an unknown repository, two questions at once and another answerer are refused with advice", async () => {
    expect(await coordinate("--repo", "acme/nothing")).toMatchObject({
      code: 1,
      err: expect.stringContaining("signalbox does not serve acme/nothing."),
    });
    expect((await coordinate("--repo", "demo")).err).toContain("--repo must be owner/name");
    expect((await coordinate("--dry-run", "--status")).err).toContain("mutually exclusive");
    expect((await coordinate("--replay", "/nowhere")).err).toContain(
      "A server is running on this data folder",
    );
  });
});

describe("without a server", () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-coordinate-"));
  afterAll(() => rmSync(home, { recursive: true }));

  test("a folder without an index is refused, and the error says how to create one", async () => {
    const { code, out, err } = await signalbox(["coordinate", "--dry-run", "--home", home], {});
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`There is no index at ${home}/signalbox.db. Start the server once`);
  });
});
