/**
 * What a repository requires of a handover: how its text, diff and check runs are compared. Commands to run
 * belong in `invariants`, not here.
 */
import { z } from "zod";
import { roleLadder } from "./policy.ts";

const globs = (description: string, otherwise: readonly string[]) =>
  z
    .array(z.string().trim().min(1).max(200))
    .max(50)
    .default([...otherwise])
    .describe(description);
const checkName = z.string().trim().min(1).max(200);
const count = (description: string, otherwise: number) =>
  z.number().int().min(0).max(1_000_000).default(otherwise).describe(description);

/** Additional requirements for a large change. */
const asks = ["documentation", "invariants"] as const;

export const handoverPolicySchema = z
  .strictObject({
    claims: z
      .record(checkName, z.array(checkName).min(1).max(20))
      .refine((claims) => Object.keys(claims).length <= 100, "at most 100 claims")
      .default({})
      .describe(
        "Which check runs confirm a line of *Verified*, by the line's name; without an entry, a check run of the same name",
      ),
    checks: z
      .record(
        checkName,
        z.strictObject({
          app: z
            .union([z.literal("signalbox"), z.number().int().positive()])
            .describe("ID of the App whose check runs count; `signalbox` for those of `signalbox verify`"),
        }),
      )
      .refine((checks) => Object.keys(checks).length <= 100, "at most 100 checks")
      .default({})
      .describe("Whose check runs count, by the check's name; without an entry, any App's"),
    optional: globs("Check runs that may fail without blocking a handover or its merge", []),
    branches: globs("Branches other than the default one that handed-over pull requests may target", []),
    generated: globs("Files that need not be listed and do not count", [
      "**/package-lock.json",
      "**/pnpm-lock.yaml",
      "**/yarn.lock",
      "**/Cargo.lock",
      "**/go.sum",
      "**/poetry.lock",
      "**/uv.lock",
    ]),
    tests: globs("Files that are tests", [
      "**/{test,tests,__tests__,spec}/**",
      "**/*.{test,spec}.*",
      "**/*_test.*",
      "**/test_*.*",
    ]),
    documentation: globs("Files that are documentation", ["docs/**", "**/*.{md,mdx,rst,adoc,txt}"]),
    public: globs("Files whose changes affect others: interfaces, schemas", []),
    small: z
      .strictObject({
        files: count("Fewer files than this", 5),
        lines: count("Fewer lines added and removed than this", 80),
      })
      .prefault({})
      .describe("What is small, if no public file changes"),
    big: z
      .strictObject({
        files: count("More files than this", 10),
        lines: count("More lines added and removed than this", 300),
        asks: z
          .array(z.enum(asks))
          .default([...asks])
          .describe("What a big change has to include"),
      })
      .prefault({})
      .describe("What is big; a public file that changes makes any change big"),
    accept: z
      .enum(roleLadder)
      .default("maintain")
      .describe("The minimum role for accepting a handover despite the verdict"),
    merge: z
      .enum(["never", "when accepted"])
      .default("never")
      .describe(
        "Whether the pull request of an accepted handover is merged, if the App may do so and the rules allow it",
      ),
  })
  .prefault({})
  .describe("Requirements for handovers");

export type HandoverPolicy = Readonly<z.output<typeof handoverPolicySchema>>;
