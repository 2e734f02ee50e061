/** The first start of a release on what an earlier one left at GitHub. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { type EarlierRelease, earlierRelease } from "../support/earlier-release.ts";
import { form } from "../support/form.ts";
import { openTask, questionText } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const footnote = (text: string): string => `[^1]: Note\n\n    ${text.replaceAll("\n", "\n    ")}`;
const htmlBlock = (text: string): string => `<div>\n${text.replaceAll("\n\n", "\n")}\n</div>`;

/** A question of alice's that blocks a task of hers, as the earlier release left it: related, and nothing else. */
async function pairOf(earlier: EarlierRelease, bodyOf: (task: number) => string = questionText) {
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const question = await alice.open(`Q: Which one for ${task}?`, bodyOf(task), ["kind:question"]);
  await earlier.block(task, question);
  await earlier.label(task, ["status:blocked"]);
  const edges = [await earlier.idOf(task)];
  return { task, question, edges };
}

/** What our comments say, without their markers. */
async function told(issue: number): Promise<string> {
  const comments = await bus.as("alice").comments(issue);
  const ours = comments.filter(({ author }) => author === "signalbox[bot]");
  return ours.map(({ body }) => body.replace(/<!--[\s\S]*?-->/g, "")).join("\n");
}

test("N03 what an earlier release accepted from text that is not read any more stays, and unread sections are told", async () => {
  bus = await startBus({ startsServer: false });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const earlier = await earlierRelease(bus);
  const accepted = (word: string, decision: string) => ({
    version: { title: "Which one?", hash: "0".repeat(64) },
    how: "command",
    word,
    decision,
    by: { id: "U_bob", login: "bob" },
    at: bus.clock.now(),
    row: "Anyone who may write",
  });

  const other = await openTask(alice);
  const hidden = footnote(`### Blocked by\n\n#${other}`);
  const task = await alice.open("Task", `### Goal\n\nBuild.\n\n${hidden}`, ["kind:task"]);
  await earlier.block(task, other);
  await earlier.label(task, ["status:blocked"]);
  await earlier.comment(task, "status", "Blocked.", { edges: [await earlier.idOf(other)] });

  const byCommand = await pairOf(earlier);
  await bob.comment(byCommand.question, "<? x\n\n/answer Opaque tokens.\n\n?>");
  const [command] = await alice.comments(byCommand.question);
  await earlier.comment(byCommand.question, "status", "Answered.", {
    edges: byCommand.edges,
    accepted: accepted(command?.nodeId ?? "", "Opaque tokens."),
  });
  await earlier.label(byCommand.question, ["answered"]);
  await earlier.close(byCommand.question);

  const byIssue = await pairOf(earlier);
  const sections = {
    Answers: `#${byIssue.question}`,
    Decision: "Signed tokens.",
    Rationale: "They are short.",
  };
  const answer = await bob.open("A: Signed", htmlBlock(form(sections)), ["kind:answer"]);
  await earlier.comment(byIssue.question, "status", "Answered.", {
    edges: byIssue.edges,
    accepted: accepted(await earlier.idOf(answer), "Signed tokens."),
  });
  await earlier.label(byIssue.question, ["answered"]);
  await earlier.close(byIssue.question);

  const unread = await pairOf(earlier, (of) => htmlBlock(questionText(of)));
  await earlier.comment(unread.question, "status", "Open.", { edges: unread.edges });

  const never = await pairOf(earlier);
  await bob.comment(never.question, "<? x\n\n/answer Nobody saw this.\n\n?>");
  await earlier.comment(never.question, "status", "Open.", { edges: never.edges });

  await bus.startServer();
  await bus.sweep();
  expect(await alice.blockers(task)).toEqual([other]);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect(await told(task)).toContain(
    `The body no longer mentions #${other}, but the dependency is still there.`,
  );
  for (const [pair, decision] of [
    [byCommand, "Opaque tokens."],
    [byIssue, "Signed tokens."],
  ] as const) {
    expect(await alice.see(pair.question)).toMatchObject({ state: "closed", reason: "completed" });
    expect((await alice.see(pair.question)).labels).toContain("answered");
    // Another text was answered then.
    expect((await told(pair.question)).replace(/\(About an earlier text, "[^"]+"\.\) /, "")).toContain(
      `**Answered** by \`bob\`. *Policy: Anyone who may write.*\n\n> ${decision}`,
    );
    expect((await alice.see(pair.task)).labels).toEqual(["kind:task", "status:ready"]);
  }
  expect((await alice.see(answer)).labels).toEqual(["kind:answer", "needs-fix"]);
  expect(await told(answer)).toContain(
    "- **Decision**, on line 4, is in HTML, where sections are not read. Move its heading",
  );
  expect(await alice.blockers(unread.task)).toEqual([unread.question]);
  expect((await alice.see(unread.task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect((await alice.see(unread.question)).labels).toEqual(["kind:question", "needs-fix"]);
  expect(await told(unread.question)).toContain(
    "- **Blocking task**, on line 2, is in HTML, where sections are not read.",
  );
  expect((await alice.see(never.question)).state).toBe("open");
  expect((await alice.see(never.task)).labels).toEqual(["kind:task", "status:blocked"]);
});

test("N06 an /answer that an earlier release refused in words stays dead when its author gets write access", async () => {
  bus = await startBus({ startsServer: false });
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const earlier = await earlierRelease(bus);
  const { task, question, edges } = await pairOf(earlier);
  await mallory.comment(question, "/answer Mine.");
  const [refused] = await alice.comments(question);
  const words =
    "**Not done:** `answer` of `mallory`. Only people with write access may.\n\nThe right form is `/answer …`";
  await earlier.comment(question, `reply:${refused?.nodeId}`, words);
  await earlier.comment(question, "status", "Open.", { edges });
  const path = "/repos/acme/demo/collaborators/mallory";
  expect((await bus.testHub.as("maria")("PUT", path, { permission: "push" })).status).toBe(204);

  await bus.startServer();
  await bus.sweep();
  expect((await alice.see(question)).state).toBe("open");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  await mallory.comment(question, "/answer Mine, said again.");
  await bus.settled();
  expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await told(question)).toContain("> Mine, said again.");
});
