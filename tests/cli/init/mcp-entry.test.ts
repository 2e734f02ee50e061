/** Tests our entry in a file that other programs write, too. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { whoAnswers } from "../../../src/cli/answering/who-answers.ts";
import { entryChange, entryRemoval } from "../../../src/cli/init/mcp-entry.ts";
import { wantedFiles } from "../../../src/cli/init/wanted.ts";

const text = readFileSync(new URL("../../../templates/init/mcp.json", import.meta.url), "utf8");
const others = '{\n\t"mcpServers": {\n\t\t"jira": {\n\t\t\t"command": "jira"\n\t\t}\n\t},\n\t"note": 1\n}\n';

test("it is installed only if that was asked for", () => {
  const paths = (options: Parameters<typeof wantedFiles>[0]) => wantedFiles(options).map(({ path }) => path);
  expect(paths({})).not.toContain(".mcp.json");
  expect(paths({ mcp: true })).toContain(".mcp.json");
});

test("it names who answers, on this machine and elsewhere, and is empty where nothing is set", () => {
  const { env } = JSON.parse(text).mcpServers.signalbox;
  for (const name of ["SIGNALBOX_HOME", "SIGNALBOX_SERVER", "SIGNALBOX_TOKEN", "SIGNALBOX_RUN"])
    expect(env[name]).toBe(`\${${name}:-}`);
  const unset = Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
  expect(whoAnswers({ env: unset }, undefined)).toEqual({ type: "folder" });
});

describe("the entry", () => {
  test("comes to the other servers, in the file's own indentation, and goes without a trace", () => {
    const added = entryChange(text, others, false);
    expect(added.action).toBe("update");
    expect(added.after).toMatch(/^\{\n\t"mcpServers": \{\n\t\t"jira"/);
    expect(JSON.parse(added.after ?? "")).toEqual({
      mcpServers: { jira: { command: "jira" }, ...JSON.parse(text).mcpServers },
      note: 1,
    });
    expect(entryChange(text, added.after, false).action).toBe("same");
    expect(entryRemoval(text, added.after ?? "", false)).toMatchObject({ action: "update", after: others });
  });

  test("makes a file where there is none, and takes it away if nothing else is in it", () => {
    expect(entryChange(text, undefined, false)).toMatchObject({ action: "create", after: text });
    expect(entryRemoval(text, text, false)).toMatchObject({ action: "remove", after: undefined });
    expect(entryRemoval(text, others, false)).toMatchObject({ action: "same" });
  });

  test("that people edited is left alone, unless they say otherwise", () => {
    const edited = text.replace('["mcp"]', '["mcp", "--repo", "acme/web"]');
    expect(entryChange(text, edited, false)).toMatchObject({ action: "keep", why: expect.any(String) });
    expect(entryRemoval(text, edited, false)).toMatchObject({ action: "keep" });
    expect(entryChange(text, edited, true)).toMatchObject({ action: "update" });
    expect(entryRemoval(text, edited, true)).toMatchObject({ action: "remove" });
  });

  test.each(["", "[1]", '{"mcpServers": []}', "// a comment\n{}"])("is not put into %j", (before) => {
    expect(entryChange(text, before, true)).toMatchObject({ action: "keep", after: before });
    expect(entryRemoval(text, before, true)).toMatchObject({ action: "keep" });
  });
});
