import { expect, test } from "vitest";
import { scrub } from "./scrub.ts";

const places = {
  home: "/lab/home-claude-1",
  checkout: "/lab/checkout-3",
  model: "http://127.0.0.1:4711/claude-1",
};

test("what no parser reads goes, such as a program's tools, and a conversation has the id that is given", () => {
  const line = JSON.stringify({
    type: "result",
    tools: ["Bash"],
    session_id: "9b1c",
    usage: { input_tokens: 1 },
  });
  expect(JSON.parse(scrub(line, places, "5d2f"))).toEqual({
    type: "result",
    session_id: "5d2f",
    usage: { input_tokens: 1 },
  });
});

test("long texts are cut, and folders and addresses are replaced, on lines that are no JSON, too", () => {
  const line = JSON.stringify({ text: "x".repeat(400) });
  expect(JSON.parse(scrub(line, places, ""))).toEqual({ text: `${"x".repeat(300)}…` });
  expect(scrub("Error at http://127.0.0.1:4711/claude-1/v1 in /lab/home-claude-1/.claude", places, "")).toBe(
    "Error at http://127.0.0.1:5790/model/v1 in /home/ada/.claude",
  );
});
