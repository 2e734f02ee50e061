/**
 * Tests another App that replies to everything ours writes: the exchange ends automatically, and people are
 * told.
 */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, botLogin } from "../support/freeing.ts";
import { asInstallationOf, secondApp } from "../support/second-app.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("H02 another App that answers each of our comments gets three replies and is then muted, and explain says so", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const app = await secondApp(bus, { issues: "write", metadata: "read" });
  const other = await asInstallationOf(bus, app);
  const { task, question } = await blockedPair(bus);
  const speak = async (issue: number, body = "/answer"): Promise<string> => {
    const said = await other("POST", `/repos/acme/demo/issues/${issue}/comments`, { body });
    expect(said.status).toBe(201);
    return said.body.user.node_id;
  };
  const id = await speak(task, "Hello.");
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Trust the other App",
    content: Buffer.from(`trust:\n  agents: [${id}]\n`).toString("base64"),
  });
  await bus.settled();
  const ours = async () =>
    (await maria.comments(question)).filter(({ author }) => author === botLogin).map(({ body }) => body);
  const replies = async () =>
    (await ours()).filter((body) => !body.includes("does not count for now")).length;
  let heard = -1;
  let spoken = 0;
  for (let now = await replies(); now > heard && spoken < 12; now = await replies()) {
    heard = now;
    await speak(question);
    spoken++;
    await bus.settled();
  }
  expect({ replies: await replies(), spoken }).toEqual({ replies: 3, spoken: 4 });
  expect(bus.ledger().filter(({ kind }) => kind === "muted")).toMatchObject([
    { because: expect.stringContaining("second-box[bot] is a bot and posted more commands here") },
  ]);
  await maria.comment(question, "/explain");
  await bus.settled();
  expect((await ours()).at(-1)).toContain("is a bot and posted more commands here than are accepted");
});
