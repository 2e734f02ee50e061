import { expect, test } from "vitest";
import { scrub } from "./scrub.ts";

const places = {
  home: "/lab/home-claude-1",
  checkout: "/lab/checkout-3",
  model: "http://127.0.0.1:4711/claude-1",
};

test("lists of a program's own tools and skills go, and the keys that name them stay", () => {
  const line = JSON.stringify({ type: "init", tools: ["Bash", "Read"], servers: [{ name: "signalbox" }] });
  expect(JSON.parse(scrub(line, places))).toEqual({
    type: "init",
    tools: [],
    servers: [{ name: "signalbox" }],
  });
});

test("long texts are cut, and folders and addresses of the machine are replaced, on lines that are no JSON, too", () => {
  const line = JSON.stringify({ text: "x".repeat(400), cwd: "/lab/checkout-3" });
  expect(JSON.parse(scrub(line, places))).toEqual({ text: `${"x".repeat(300)}…`, cwd: "/srv/demo" });
  expect(scrub("Error at http://127.0.0.1:4711/claude-1/v1 in /lab/home-claude-1/.claude", places)).toBe(
    "Error at http://127.0.0.1:5790/model/v1 in /home/ada/.claude",
  );
});
