/**
 * The settings of a repository. One schema with defaults: an empty file is valid, an unknown key is not. A newcomer
 * would name people here; agents are known by id, because names change hands.
 */
import { z } from "zod";

const settingsSchema = z.strictObject({
  /** Shipped label name → the repository's own. */
  labels: z.record(z.string().max(50), z.string().min(1).max(50)).prefault({}),
  trust: z
    .strictObject({
      /** Roles, as GitHub's permission API names them, whose word counts. */
      roles: z.array(z.string().min(1)).default(["write", "maintain", "admin"]),
      /** Node ids of users and Apps that count whatever their role. */
      agents: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
});

export type Settings = Readonly<z.output<typeof settingsSchema>>;

/** What holds where nothing is set. */
export const defaultSettings: Settings = settingsSchema.parse({});
