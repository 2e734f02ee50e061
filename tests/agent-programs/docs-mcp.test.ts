import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { documentedMcp, setUpIn } from "./docs-mcp.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("docs/mcp.md sets up Claude Code and Codex over both transports", () => {
  expect(documentedMcp(root, "claude", "stdio")).toMatchObject({ type: "line" });
  expect(documentedMcp(root, "claude", "http")).toMatchObject({
    line: expect.stringContaining("--transport http"),
  });
  expect(documentedMcp(root, "codex", "stdio")).toMatchObject({ type: "line" });
  expect(documentedMcp(root, "codex", "http")).toMatchObject({ type: "toml" });
});

test("a file of JSON is opencode's if it has its key, and over HTTP if it has an address", () => {
  const page = [
    "```json",
    '{\n  "mcpServers": { "signalbox": { "url": "https://box.example.com/mcp" } }\n}',
    "```",
    "```json",
    '{\n  "mcp": {\n    "signalbox": { "type": "local" }\n  }\n}',
    "```",
  ].join("\n");
  expect(setUpIn(page, "opencode", "stdio")).toMatchObject({ type: "json" });
  expect(setUpIn(page, "opencode", "http")).toBeUndefined();
});
