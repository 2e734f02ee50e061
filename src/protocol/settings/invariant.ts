/**
 * What must hold of a repository at every commit, in a form that a machine can check. A command is a list of
 * arguments and is never passed to a shell.
 */
import { z } from "zod";

const name = z.string().trim().min(1).max(100).describe("Display name");
const argument = z.string().max(1_000);

const commandSchema = z.strictObject({
  name,
  command: z.array(argument).min(1).max(50).describe("The program and its arguments, one per item"),
  exit: z.number().int().min(0).max(255).default(0).describe("The expected exit code"),
});
const fileSchema = z.strictObject({
  name,
  file_exists: z
    .string()
    .min(1)
    .max(500)
    .refine(
      (path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."),
      "a path within the repository",
    )
    .describe("A file that must exist"),
});

export const invariantsSchema = z
  .array(z.union([commandSchema, fileSchema]))
  .max(50)
  .refine(
    (all) => new Set(all.map((each) => each.name)).size === all.length,
    "two invariants have the same name",
  )
  .default([])
  .describe("What must hold at every commit; only the default branch's list is ever run");

export type Invariant = z.output<typeof invariantsSchema>[number];
