/**
 * Where decisions, track states and contracts are written as files. There is no switch to turn this on: nothing is
 * written unless the App has permission to write contents.
 */
import { z } from "zod";

/** A path relative to the repository's root, in plain characters. */
const path = (otherwise: string, description: string) =>
  z
    .string()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/, "write a path such as `docs/adr`")
    .max(200)
    .default(otherwise)
    .describe(description);

export const recordsSchema = z
  .strictObject({
    by: z
      .enum(["commit", "pull-request", "none"])
      .default("commit")
      .describe(
        "How decisions and tracks are recorded if the App may write contents: directly, by pull request, or not at all",
      ),
    decisions: path("context/decisions.md", "The page with a row for each decision"),
    pages: path("docs/adr", "The folder with a page for each decision"),
    tracks: path("context/tracks", "The folder with a page for each track"),
    contracts: path("context/contracts", "The folder with a page for each interface that was agreed to"),
  })
  .prefault({})
  .describe("Files that signalbox keeps up to date");
