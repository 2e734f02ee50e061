/** Tests a push from a shallow clone, as agents and CI make them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPush } from "../../../src/hub/git/receive.ts";
import { cloneFrom, type Git } from "../../support/git.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

let world: TestHub;
const clones: Git[] = [];
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(async () => {
  for (const clone of clones) clone.close();
  await world.close();
});

test("N26 a push from a shallow clone is accepted, although its `shallow` lines come before the commands", async () => {
  const token = world.hub.tokenOf("alice");
  const alice = await cloneFrom(world.hub, { login: "alice", token, repository: "acme/demo" });
  clones.push(alice);
  await alice.commit("Second", { "b.txt": "b\n" });
  await alice.commit("Third", { "c.txt": "c\n" });
  await alice.run("push", "--quiet", "origin", "main");
  await alice.run("checkout", "--quiet", "-b", "work");
  await alice.run("fetch", "--quiet", "--depth", "1", "origin", "main");
  expect(await alice.run("rev-parse", "--is-shallow-repository")).toBe("true");
  const sha = await alice.commit("From a shallow clone", { "d.txt": "d\n" });
  await alice.run("push", "--quiet", "origin", "work");
  const { body } = await world.as("bob")("GET", `/repos/acme/demo/commits/${sha}`);
  expect(body).toMatchObject({ sha, files: [{ filename: "d.txt" }] });
});

test("N26 `shallow` lines count only before the commands, and any other line makes the push invalid", () => {
  const line = (content: string): string => (content.length + 4).toString(16).padStart(4, "0") + content;
  const one = "1".repeat(40);
  const push = `${"0".repeat(40)} ${one} refs/heads/a\0report-status atomic`;
  const read = (...lines: string[]) => readPush(Buffer.from(`${lines.map(line).join("")}0000PACK`));
  expect(read(`shallow ${one}\n`, push)).toMatchObject({
    commands: [{ name: "refs/heads/a", before: undefined, after: one }],
    isAtomic: true,
  });
  expect(read(push, `shallow ${one}\n`)).toBeUndefined();
  expect(read(`deep ${one}\n`, push)).toBeUndefined();
});
