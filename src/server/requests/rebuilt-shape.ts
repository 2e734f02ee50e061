/** The schema of a rebuild's result, as the server sends it to commands and one process to another. */
import { z } from "zod";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";

export const rebuiltShape = z.object({
  repositories: z.number(),
  issues: z.number(),
  differences: z.array(
    z.object({
      ref: z.string(),
      what: z.enum(["missing", "left over", "differs", "remembers differently"]),
    }),
  ),
}) satisfies z.ZodType<Rebuilt>;
