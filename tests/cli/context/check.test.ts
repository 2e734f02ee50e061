/** Checks the pages of real checkouts: what is stale, what is generated, and what cannot be read. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { signalbox } from "../terminal.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-context-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, "repo-"));
  git("init", "-q", "-b", "main");
  write("src/api/routes.ts", "export const routes = 1;\n");
  write("package.json", '{"name": "demo", "dependencies": {"zod": "^4"}}\n');
  commit("Begin");
});

const identity = ["-c", "user.name=maria", "-c", "user.email=maria@example.org"];
const git = (...words: readonly string[]): string =>
  execFileSync("git", [...identity, ...words], { cwd: folder, encoding: "utf8" }).trim();
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string): string => readFileSync(join(folder, path), "utf8");
function commit(message: string): string {
  git("add", "--all");
  git("commit", "-q", "-m", message);
  return git("rev-parse", "HEAD");
}
const check = (...words: readonly string[]) => signalbox(["context", "check", "--dir", folder, ...words]);
const page = (about: string, verified: string, rest = "") =>
  `---\nabout: ${about}\nverified: ${verified}\n---\n# API\n\nCalls are idempotent.\n${rest}`;

test("AG82 a page whose files changed since it was verified is stale, and says which did", async () => {
  write("context/architecture.md", page("[src/api/**]", git("rev-parse", "--short", "HEAD")));
  write(".claude/agents/ada.md", page("[src/api/**]", git("rev-parse", "HEAD")));
  commit("Describe it");
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringContaining("All is up to date: 2 pages"),
  });
  write("src/api/routes.ts", "export const routes = 2;\n");
  const head = commit("Change it");
  const { code, out } = await check();
  expect(code).toBe(2);
  expect(out).toMatch(
    /stale {4}context\/architecture\.md: verified at [0-9a-f]{7,12}; since then src\/api\/routes\.ts changed/,
  );
  expect(out).toContain(".claude/agents/ada.md");
  expect(out).toContain(`write \`verified: ${head.slice(0, 12)}\``);
  write("context/architecture.md", page("[src/api/**]", head));
  expect(await check("context/architecture.md", "--json")).toMatchObject({ code: 0 });
});

test("AG82 a squashed commit still counts while Git has it, and an unknown one claims nothing", async () => {
  git("switch", "-q", "-c", "work");
  write("src/api/routes.ts", "export const routes = 2;\n");
  const verified = commit("Change it");
  git("switch", "-q", "main");
  write("src/api/routes.ts", "export const routes = 2;\n");
  write("context/architecture.md", page("[src/api/**]", verified));
  write("docs/store.md", page("[src/store/**]", "1234567"));
  commit("Squashed");
  const { code, out } = await check();
  expect(code).toBe(2);
  expect(out).toMatch(/ok {7}context\/architecture\.md/);
  expect(out).toContain("docs/store.md: verified at 1234567, a commit that is not in this clone");
});

test("AG82 broken front matter, settings and links are reported, and the others are checked", async () => {
  write(".github/signalbox.yml", "context: [oops\n");
  write("context/architecture.md", page("[src/api/**]", git("rev-parse", "HEAD")));
  write("context/decisions.md", page("[../x]", "yesterday"));
  symlinkSync("/etc/passwd", join(folder, "context/constraints.md"));
  commit("Describe it");
  const { code, out, err } = await check();
  expect([code, err]).toEqual([2, ""]);
  expect(out).toContain(".github/signalbox.yml cannot be read, so the default paths were used.");
  expect(out).toContain('found "yesterday"');
  expect(out).toContain("It is not a regular text file");
  expect(out).toContain("ok       context/architecture.md");
});

test("the generated part is renewed by --write, which leaves every other byte alone", async () => {
  const before = "# Demo\r\n\nMixed line ends.\r\n";
  const after = "\n\nPeople's words.\r\n";
  write("docs/demo.md", `${before}<!-- signalbox:auto -->\n<!-- signalbox:auto end -->${after}`);
  commit("Describe it");
  expect(await check()).toMatchObject({
    code: 2,
    out: expect.stringContaining("generated part out of date"),
  });
  expect(await check("--write")).toMatchObject({ code: 0, out: expect.stringContaining("renewed") });
  const written = read("docs/demo.md");
  expect([written.startsWith(before), written.endsWith(after)]).toEqual([true, true]);
  expect(written).toContain("- **Stack:** Node.js");
  expect(written).toContain("- **Dependencies:** `zod`\r\n");
  expect(written).toContain(`- **Last commit:** \`${git("rev-parse", "HEAD").slice(0, 12)}\``);
  commit("Renew it");
  expect(await check()).toMatchObject({ code: 0 });
  write("go.mod", "module demo\n");
  commit("Add Go");
  expect(await check()).toMatchObject({ code: 2 });
});

test("markers that a page shows as an example are not taken for a part", async () => {
  const example = "# Pages\r\n\r\n```markdown\n<!-- signalbox:auto -->\n<!-- signalbox:auto end -->\n```\n";
  write("docs/demo.md", example);
  commit("Show how it is written");
  expect(await check("--write")).toMatchObject({ code: 0 });
  expect(read("docs/demo.md")).toBe(example);
  write("docs/demo.md", `${example}\n<!-- signalbox:auto -->\n<!-- signalbox:auto end -->\n`);
  commit("And have one");
  expect(await check("--write")).toMatchObject({ code: 0, out: expect.stringContaining("renewed") });
  expect(read("docs/demo.md")).toContain(`${example}\n<!-- signalbox:auto `);
});

test("a part without its end is named and left alone", async () => {
  write("docs/demo.md", "<!-- signalbox:auto -->\nPeople's words.\n");
  commit("Describe it");
  expect(await check("--write")).toMatchObject({ code: 2, out: expect.stringContaining("has no `<!--") });
  expect(read("docs/demo.md")).toBe("<!-- signalbox:auto -->\nPeople's words.\n");
});

test("mistakes are answered in a sentence", async () => {
  expect(await check("context/nothing.md")).toMatchObject({
    code: 1,
    err: expect.stringContaining("context/nothing.md is not a file of this repository"),
  });
  expect(await signalbox(["context", "check", "--dir", root])).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not a checkout"),
  });
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining("No page says") });
  write("docs/other.md", "# Other\n");
  commit("Describe nothing");
  expect((await check()).out).toContain("None of 1 page says what it is about.");
  write(
    "docs/other.md",
    page("[src/api/**]", git("rev-parse", "HEAD"), "<!-- signalbox:auto -->\n<!-- signalbox:auto end -->\n"),
  );
  commit("Describe it");
  write("src/api/routes.ts", "export const routes = 2;\n");
  commit("Change it");
  expect((await check()).out).toContain("src/api/routes.ts changed; generated part out of date\n");
  write("docs/other.md", page("[src/api/**]", git("rev-parse", "HEAD")));
  commit("Verify it");
  expect((await check()).out).toContain("All is up to date: 1 page says what it is about.");
});
