/** Infers the kind of an issue; an ordinary issue has none. */
import { describe, expect, test } from "vitest";
import { type MessageInput, readMessage } from "../../../src/protocol/message.ts";
import { questionBody } from "../bodies.ts";

const kindOf = (input: Partial<MessageInput>, renamed = {}) =>
  readMessage({ title: "Something", body: "", labels: [], ...input }, renamed).kind;

describe("an ordinary issue is of no kind", () => {
  test.each<[string, Partial<MessageInput>]>([
    ["without any sign", { body: "It does not work." }],
    ["with a prefix alone", { title: "Q: why?" }],
    ["with another form's sections", { body: "### Steps\n\nx\n\n### Context\n\ny" }],
    ["with a purpose and a context", { body: "### Purpose\n\nx\n\n### Context\n\ny" }],
    ["with one heading that a task has as well", { body: "### Goal\n\nWorld peace" }],
    ["of GitHub's own type Task", { nativeType: "Task", body: "Buy milk" }],
    ["of another native type", { nativeType: "Bug", body: "### Goal\n\nx" }],
    ["with a label that only looks like ours", { labels: ["kind:questions", "question"] }],
    ["with a machine block alone", { body: "```signalbox\nv: 1\n```" }],
  ])("%s", (_, input) => {
    expect(kindOf(input)).toBeUndefined();
  });
});

describe("the kind follows", () => {
  test.each<[string, Partial<MessageInput>, string]>([
    ["a label", { labels: ["bug", "Kind:Question"] }, "question"],
    ["a label against a prefix", { labels: ["kind:task"], title: "Q: why?", body: questionBody }, "task"],
    ["a label against the sections", { labels: ["kind:answer"], body: questionBody }, "answer"],
    ["a native type", { nativeType: "question" }, "question"],
    [
      "a native type against a prefix",
      { nativeType: "Answer", title: "Q: why?", body: questionBody },
      "answer",
    ],
    ["GitHub's own type Task with a goal", { nativeType: "Task", body: "### Goal\n\nx" }, "task"],
    ["a prefix with a required section", { title: "q: why?", body: "### Context\n\nx" }, "question"],
    ["a prefix with a machine block", { title: "A: so", body: "```signalbox\nv: 1\n```" }, "answer"],
    ["all required sections", { body: questionBody }, "question"],
    ["a goal with one more section", { body: "### Goal\n\nx\n\n### Files\n\ny" }, "task"],
    ["sections that an open fence hides", { body: questionBody.replace("#12", "#12\n\n```") }, "question"],
  ])("%s", (_, input, kind) => {
    expect(kindOf(input)).toBe(kind);
  });

  test("a label under the repository's own name", () => {
    const renamed = { "kind:question": "Ask" };
    expect(kindOf({ labels: ["ask"] }, renamed)).toBe("question");
    expect(kindOf({ labels: ["kind:question"] }, renamed)).toBeUndefined();
  });
});

describe("D14 two signs of the same weight that disagree are a problem, not a guess", () => {
  test.each<[string, Partial<MessageInput>]>([
    ["label and native type", { labels: ["kind:question"], nativeType: "Task" }],
    ["two kind labels", { labels: ["kind:answer", "kind:question"] }],
  ])("%s", (_, input) => {
    const reading = readMessage({ title: "Q: x", body: questionBody, labels: [], ...input });
    expect(reading).toMatchObject({ problems: [{ message: expect.stringContaining("say") }] });
    expect(reading).not.toHaveProperty("message");
  });
});
