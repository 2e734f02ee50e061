/**
 * The authority matrix: rows that say who may answer which questions. No row forbids anything: what no row
 * allows is allowed to no one, and a question whose class cannot be determined falls to the rows without
 * classes.
 */
import { z } from "zod";
import { labelKey } from "../characters.ts";
import { type Category, categories } from "../kinds/question.ts";
import { accountIdWanted } from "./agents/account-id.ts";

/** Roles as GitHub's permission API names them, weakest first. */
export const roleLadder = ["read", "triage", "write", "maintain", "admin"] as const;

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,49}$/, "lower-case letters, digits and hyphens, such as `new-dependency`");

/** What another agent of the asker's login may be allowed to answer: none of it is a decision about the product. */
const amongAgents: ReadonlySet<string> = new Set(["implementation", "clarification", "tooling"]);

const rowSchema = z.strictObject({
  name: slug.describe("Name of the row, cited with each decision that it allowed"),
  who: z
    .array(
      z.union([
        z
          .enum(["people", "agents", "coordinator", "vote"])
          .describe("people have a trusted role; agents are listed; vote: what a vote about it carried"),
        z.enum(roleLadder).describe("people with this role or a higher one"),
        z
          .string()
          .regex(/^[A-Za-z0-9_=-]{4,100}$/, accountIdWanted)
          .describe("a node id of a user or an App"),
      ]),
    )
    .min(1)
    .describe("Who may decide what the row covers"),
  categories: z.array(z.enum(categories)).min(1).optional().describe("Only questions of these categories"),
  decisions: z.array(slug).min(1).optional().describe("Only questions of these decision classes"),
  same_login: z
    .boolean()
    .optional()
    .describe(
      "Whether an agent may answer what another agent of its login asked, if both have keys; only for implementation, clarification and tooling",
    ),
});

export type PolicyRow = Readonly<z.output<typeof rowSchema>>;

/** Used if the settings have no policy. */
const shipped: readonly PolicyRow[] = [
  { name: "people", who: ["people"] },
  {
    name: "coordinator",
    who: ["coordinator"],
    decisions: [
      "interface-design",
      "implementation-approach",
      "bug-fix-approach",
      "test-coverage",
      "precedent",
    ],
  },
];

/** Whether some row may let an agent answer. */
export function letsAgentsAnswer(rows: readonly PolicyRow[]): boolean {
  const others: ReadonlySet<string> = new Set(["people", "coordinator", "vote", ...roleLadder]);
  return rows.some(({ who }) => who.some((each) => !others.has(each)));
}

/** Whether the row lets an agent answer what another agent of the same login asked about this. */
export function answersOfOneLogin(row: PolicyRow, category: Category): boolean {
  return row.same_login === true && amongAgents.has(category) && (row.categories ?? []).includes(category);
}

function checkSameLogin(rows: readonly PolicyRow[], { addIssue }: z.RefinementCtx): void {
  for (const [index, { same_login, categories: only = [] }] of rows.entries()) {
    const isNarrow = only.length > 0 && only.every((category) => amongAgents.has(category));
    if (same_login === true && !isNarrow)
      addIssue({
        code: "custom",
        path: [index, "same_login"],
        message: `\`categories\` of the row, each one of ${[...amongAgents].map((each) => `\`${each}\``).join(", ")}`,
      });
  }
}

export const policySchema = z
  .array(rowSchema)
  .max(100)
  .superRefine(checkSameLogin)
  .default([...shipped])
  .describe("Who may decide which questions; the first row that allows it counts");

/** `Breaking API change` → `breaking-api-change`; undefined if nothing is given. */
export function decisionClass(written: string | undefined): string | undefined {
  const name = labelKey(written?.slice(0, 200) ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? undefined : name;
}
