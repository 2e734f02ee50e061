/** Compares forms and hand-written templates with the table of kinds: the three must never drift apart. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { allKinds } from "../../../src/protocol/kinds/kinds.ts";
import { defaultLabels } from "../../../src/protocol/label.ts";
import { readMessage } from "../../../src/protocol/message.ts";

const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  title: z.string().optional(),
  labels: z.array(z.string()),
  body: z.array(
    z.strictObject({
      type: z.enum(["input", "textarea", "dropdown"]),
      id: z.string().regex(/^[a-z-]+$/),
      attributes: z.strictObject({
        label: z.string(),
        description: z.string(),
        options: z.array(z.string()).optional(),
      }),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    }),
  ),
});
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const filledIn: Readonly<Record<string, string>> = {
  Goal: "Users log in.\nWith a password.",
  Acceptance: "- [ ] It works\n- [x] It is tested",
  "Blocked by": "#3",
  Files: "src/**",
  "Blocking task": "#12",
  Category: "tooling",
  Urgency: "important",
  Context: "What we know:\n\n- a\n- b",
  Answers: "#40",
  Decision: "Use SQLite.",
  Rationale: "It is there.",
  Completes: "#12",
  Status: "partial",
  Changes: "- `src/login.ts`: asks for the password",
  Verified: "- npm test: passed",
  Blockers: "#40, #41",
  "Next steps": "1. Log out.",
  "Found by": "alice",
  "Relevant to": "#12, backend",
  Finding: "It leaks.",
  "Action needed": "fix",
  Regarding: "#40",
  Question: "Which store?",
  Options: "1. SQLite\n2. Files",
  "Impact of delay": "Nobody can log in.",
  Deadline: "4h",
  Default: "2",
  "Part of": "#5",
  Purpose: "Everyone can log in.",
  Agents: "ada",
  "Pinned files": "docs/api.md",
  Voters: "ada, @maria",
  Needs: "majority",
  Interface: "orders-api",
  Version: "1.2.0",
  Provider: "#12",
  Consumers: "#13, #14",
  Format: "types",
  Definition: "interface Order {}",
  Replaces: "#20",
  Change: "compatible",
  Skill: "release-notes",
};

describe.each(allKinds)("the form of kind $name", (kind) => {
  const form = formSchema.parse(parse(read(`.github/ISSUE_TEMPLATE/${kind.name}.yml`)));

  test("S3.14 S3.16 a form has the sections of its kind, in the same order", () => {
    const fields = form.body.map(({ type, attributes }) => ({ type, ...attributes }));
    expect(fields).toEqual(
      kind.sections.map(({ label, hint, control }) => ({ label, description: hint, ...control })),
    );
  });

  test("a template explains each section with the hint of the form", () => {
    const template = read(`templates/${kind.name}.md`);
    const explained = [...template.matchAll(/^### (.*)\n\n<!-- (.*) -->$/gm)];
    expect(explained.map(([, label]) => label)).toEqual(kind.sections.map(({ label }) => label));
    for (const [index, { hint }] of kind.sections.entries()) expect(explained[index]?.[2]).toContain(hint);
  });

  test("a form sets a label that exists and a title prefix that is recognised", () => {
    expect(form.labels).toEqual([`kind:${kind.name}`]);
    expect(defaultLabels.map(({ name }) => name)).toContain(form.labels[0]);
    if (form.title !== undefined) expect(form.title.trim()).toBe(kind.prefix);
  });

  test("F01 a form and its template produce the same message when both are filled in", () => {
    const submitted = form.body
      .map(({ attributes: { label } }) => `### ${label}\n\n${filledIn[label] ?? "_No response_"}`)
      .join("\n\n")
      .replaceAll("\n", "\r\n");
    const template = read(`templates/${kind.name}.md`).replace(
      /### (.*)\n\n<!-- .* -->/g,
      (whole, label: string) => (label in filledIn ? `### ${label}\n\n${filledIn[label]}` : whole),
    );
    const readings = [submitted, template].map((body) =>
      readMessage({ title: "t", body, labels: form.labels }),
    );
    expect(readings[0]).toMatchObject({ kind: kind.name, message: { kind: kind.name }, problems: [] });
    expect(readings[1]).toEqual(readings[0]);
  });

  test("F02 a template that is not filled in lacks its required sections", () => {
    const reading = readMessage({ title: "t", body: read(`templates/${kind.name}.md`), labels: [] });
    const required = kind.sections.filter((section) => section.required).map(({ label }) => label);
    expect(reading).toMatchObject({ kind: kind.name });
    const missing = reading.kind === undefined ? [] : reading.problems.map(({ section }) => section);
    expect(missing.toSorted()).toEqual(required.toSorted());
  });
});
