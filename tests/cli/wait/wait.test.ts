/** `signalbox wait` with a server that no delivery reaches: it knows only what it was asked to refresh. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readContact, writeContact } from "../../../src/server/maintenance/data-folder.ts";
import type { RunningServer } from "../../../src/server/serving/running-server.ts";
import {
  createServerFixture,
  demo,
  neverPolls,
  openQuestion,
  openTask,
  type ServerFixture,
} from "../../server/server-fixture.ts";
import { type Ran, signalbox } from "../terminal.ts";

let fixture: ServerFixture;
let server: RunningServer;
beforeEach(async () => {
  fixture = await createServerFixture();
  server = await fixture.serve(neverPolls);
  await server.whenReady;
});
afterEach(() => fixture.close());

const wait = (timeout: string, onErr?: (text: string) => void): Promise<Ran> =>
  signalbox(["wait", "1", "--timeout", timeout, "--home", fixture.home], {}, onErr);

describe("signalbox wait", () => {
  test("wait keeps waiting for a task whose question is not in the index yet", async () => {
    await openTask(fixture);
    await server.refreshIssue({ ...demo, number: 1 });
    expect((await server.board.card("acme", "demo", 1))?.status).toBe("ready");
    await openQuestion(fixture, 1);

    const { promise: told, resolve } = Promise.withResolvers<string>();
    const waited = wait("20s", resolve);
    await Promise.race([waited, told]);
    await fixture.octokit("maria").rest.issues.createComment({
      ...demo,
      issue_number: 2,
      body: "/answer Opaque tokens.",
    });
    await server.refreshIssue({ ...demo, number: 2 });
    expect(await waited).toMatchObject({ code: 0, out: expect.stringContaining("acme/demo#1 is ready") });
    expect(await told).toMatch(/^acme\/demo#1 is blocked\. It waits for\n {2}acme\/demo#2 \(open\)/);
  });

  test("wait finds a task that was opened a moment ago", async () => {
    await openTask(fixture);
    expect(await wait("20s")).toMatchObject({ code: 0, err: "" });
  });

  test("wait continues in an index that replaced the one it began in", async () => {
    await openTask(fixture);
    await openQuestion(fixture, 1);
    await server.refreshIssue({ ...demo, number: 1 });
    let told = "";
    const waited = wait("60s", (text) => {
      told += text;
    });
    await expect.poll(() => told).toContain("acme/demo#1 is blocked");
    await fixture.stop();
    rmSync(fixture.home, { recursive: true });
    server = await fixture.serve(neverPolls);
    await server.whenReady;
    await server.refreshIssue({ ...demo, number: 1 });
    await expect.poll(() => told).toContain("The index was replaced; the wait continues in the new one.\n");
    await fixture
      .octokit("maria")
      .rest.issues.createComment({ ...demo, issue_number: 2, body: "/answer Opaque tokens." });
    await server.refreshIssue({ ...demo, number: 2 });
    expect(await waited).toMatchObject({ code: 0, out: expect.stringContaining("acme/demo#1 is ready") });
  });

  test("wait says that no server runs, and what the index contains", async () => {
    await openTask(fixture);
    await server.refreshIssue({ ...demo, number: 1 });
    const contact = readContact(fixture.home);
    await fixture.stop();
    const said = "No server is running with this data folder, so the index may be behind GitHub.\n";
    expect(await wait("20s")).toMatchObject({ code: 0, err: said });
    if (contact !== undefined) writeContact(fixture.home, contact);
    expect(await wait("20s")).toMatchObject({ code: 0, err: said });
  });

  test("wait exits with 2 if the issue does not exist at the time limit", async () => {
    const { code, out } = await wait("1s");
    expect(code).toBe(2);
    expect(out).toMatch(/^Not yet, after \d\.\d s\. The index has no issue acme\/demo#1\.\n$/);
  });
});
