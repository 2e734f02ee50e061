/** Which statements of pages are constraints, and which questions and answers they are about. */
import { describe, expect, test } from "vitest";
import { ConstraintPages } from "../../../src/coordinator/gates/constraint-pages.ts";
import type { StoredContext } from "../../../src/coordinator/ports.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { demo } from "../../support/issues.ts";

const reading = readSettings("{}\n");
if (!reading.ok) throw new Error(reading.problem);
const { settings } = reading;
const api = { ...demo, id: "R_api", name: "api" };

const filler = "# Notes\n\nThe exporter writes CSV. The importer reads JSON. Builds run on Linux.\n";

function lookup(
  pages: Readonly<Record<string, string>>,
  { commit = "c1", elsewhere = {} }: { commit?: string; elsewhere?: Readonly<Record<string, string>> } = {},
) {
  const stored = (files: Readonly<Record<string, string>>): StoredContext => ({
    commit,
    paths: settings.context.paths,
    files: Object.entries({ ...files, "docs/notes.md": filler }).map(([path, text]) => ({
      path,
      oid: path,
      use: "quoted",
      text,
    })),
  });
  const contexts = new Map([
    [demo.id, stored(pages)],
    [api.id, stored(elsewhere)],
  ]);
  return new ConstraintPages({
    store: {
      contexts: async () => contexts,
      contextHeads: async () => contexts,
      repositories: () => [demo, api],
    },
    settingsOf: (id) => ({
      ...settings,
      context: { ...settings.context, also: id === demo.id ? ["acme/api"] : [], shareable: true },
    }),
    installed: ["# Constraints\n\nTokens are never written to a log file.\n"],
  });
}

const question = { title: "Q: Where do we keep session tokens?", body: "The login needs a place for them." };
const heads = { findHead: () => "c1" };
const ask = (pages: Parameters<typeof lookup>[0], answer = "In the keychain.", more = {}) =>
  lookup(pages, more).find({ repository: demo, question, answers: [answer] }, heads);

describe("a constraint", () => {
  test.each([
    [
      "on the page of constraints",
      "context/constraints.md",
      "# Constraints\n\nSession tokens never leave memory.\n",
      3,
    ],
    ["in a folder of constraints", "docs/constraints/security.md", "Session tokens never leave memory.\n", 1],
    [
      "below a heading of another page",
      "context/architecture.md",
      "# Architecture\n\n## Constraints\n\n- Session tokens never leave memory.\n",
      5,
    ],
  ])("%s is found for a question that it is about", async (_, path, text, line) => {
    expect(await ask({ [path]: text })).toEqual([
      [`\`${path}\` has a constraint about it, on line ${line}.`],
    ]);
  });

  test("is found for an answer that it is about, even if the question says nothing of it", async () => {
    const page = { "context/constraints.md": "# Constraints\n\nRedis is not allowed in production.\n" };
    expect(await ask(page, "Use Redis, in production too.")).toEqual([[expect.stringContaining("line 3")]]);
    expect(await ask(page)).toEqual([[]]);
  });

  test("of a repository whose pages are read too is found", async () => {
    const elsewhere = { "context/constraints.md": "# Constraints\n\nSession tokens never leave memory.\n" };
    expect(await ask({}, undefined, { elsewhere })).toEqual([[expect.stringContaining("acme/api:context/")]]);
  });

  test.each([
    ["about something else", "context/constraints.md", "# Constraints\n\nBuilds take at most ten minutes.\n"],
    [
      "that is no constraint",
      "context/architecture.md",
      "# Architecture\n\nSession tokens are kept in memory.\n",
    ],
    [
      "that was superseded",
      "docs/constraints/1.md",
      "# Tokens\n\nStatus: superseded by 2\n\nSession tokens never leave memory.\n",
    ],
    [
      "as init installs it",
      "context/constraints.md",
      "# Constraints\n\nTokens are never written to a log file.\n",
    ],
  ])("is not found %s", async (_, path, text) => {
    expect(await ask({ [path]: text })).toEqual([[]]);
  });
});

test("pages of another commit than the branch's head are not read", async () => {
  expect(await ask({}, undefined, { commit: "c0" })).toBe("unread");
});
