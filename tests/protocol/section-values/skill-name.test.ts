/** Tests names of skills, which become part of a path. */
import { expect, test } from "vitest";
import { readMessage } from "../../../src/protocol/message.ts";

const read = (skill: string) =>
  readMessage({
    title: "A task",
    body: `### Goal\n\nDone.\n\n### Skill\n\n${skill}\n`,
    labels: ["kind:task"],
  });

test.each([
  ["release-notes", "release-notes"],
  ["`release-notes`", "release-notes"],
  ["none", undefined],
])("a task names the skill %s", (written, name) => {
  expect(read(written)).toMatchObject({ message: { kind: "task", skill: name } });
});

test.each(["../secrets", "a/b", ".hidden", "a b", "x\ny", "a".repeat(65), "C:\\keys", "ключ"])(
  "S4.28 %j is no skill, and its author is told",
  (written) => {
    const reading = read(written);
    expect(reading).toMatchObject({ problems: [{ section: "Skill" }] });
    expect(reading).not.toMatchObject({ message: { skill: written } });
  },
);
