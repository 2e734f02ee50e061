/** The settings about locks. */
import { z } from "zod";
import { parseFileGlob } from "../../base/glob/file-glob.ts";

const fileGlob = z
  .string()
  .refine((text) => typeof parseFileGlob(text) !== "string", "must be a path of the repository, or a glob");

export const locksSchema = z
  .strictObject({
    check: z
      .enum(["when-held", "always", "never"])
      .default("when-held")
      .describe(
        "When pull requests get the check `signalbox/locks`: while anything is locked, always, or never",
      ),
    open: z
      .array(fileGlob)
      .max(50)
      .default([])
      .describe("Files that nobody can lock, such as `package-lock.json`"),
    enforce: z
      .boolean()
      .default(false)
      .describe("Whether the check fails where a pull request touches what someone else locked"),
  })
  .prefault({})
  .describe("Locks on files");
