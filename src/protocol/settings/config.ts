/**
 * The settings of a repository: one schema with defaults, so an empty file is valid and an unknown key is
 * not. Identify accounts by ID here, never by name, because a login can pass to another account.
 */

import { z } from "zod";
import { defaultLabels } from "../label.ts";
import { accountIdWanted } from "./agents/account-id.ts";
import { isSameAccount } from "./agents/account-key.ts";
import { agentsSchema } from "./agents/agents-settings.ts";
import { startsSchema } from "./agents/starts-settings.ts";
import { contextSchema, coordinatorSchema } from "./context-settings.ts";
import { length } from "./duration-setting.ts";
import { escalationSettings } from "./escalation-settings.ts";
import { handoverPolicySchema } from "./handover-policy.ts";
import { invariantsSchema } from "./invariant.ts";
import { locksSchema } from "./locks-settings.ts";
import { policySchema } from "./policy.ts";
import { recordsSchema } from "./records-settings.ts";

/** Path of the settings file on the repository's default branch. */
export const settingsPath = ".github/signalbox.yml";
/** Size in bytes of UTF-8. */
export const maxSettingsBytes = 64 * 1024;

const own = (description: string) => z.string().trim().min(1).max(50).describe(description).optional();

/**
 * Whether no two labels share a name, ignoring case as GitHub does. A label that is not renamed has its
 * default name.
 */
function areDistinct(labels: Readonly<Record<string, string | undefined>>): boolean {
  const names = defaultLabels.map(({ name }) => (labels[name] ?? name).toLowerCase());
  return new Set(names).size === names.length;
}

const plainSchema = z.strictObject({
  labels: z
    .strictObject(Object.fromEntries(defaultLabels.map(({ name, description }) => [name, own(description)])))
    .refine(areDistinct, "two labels have the same name")
    .prefault({})
    .describe("The repository's own names for the labels"),
  trust: z
    .strictObject({
      roles: z
        .array(z.string().min(1).max(100))
        .default(["write", "maintain", "admin"])
        .describe("Trusted roles, as named by GitHub's permission API"),
      agents: z
        .array(z.string().min(1).max(100))
        .default([])
        .describe(
          "Node ids of users and Apps that are agents: trusted whatever their role, and may decide what a row allows",
        ),
    })
    .prefault({})
    .describe("Who is trusted"),
  agents: agentsSchema,
  leases: z
    .strictObject({
      parallel: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe("How many tasks an agent may hold at once; `agents` may say otherwise for one of them"),
      unheard: length
        .default("4h")
        .describe("An agent that has not been heard from for this long loses the task that it holds"),
      ttl: length
        .default("30m")
        .describe("The same for an agent that has given a beat on the task, as hooks and `signalbox run` do"),
      lapses: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe("After so many lapses in a row without a handover a task is put before people"),
      return: length
        .default("30m")
        .describe("The least time that an agent has after its task is no longer blocked or in review"),
    })
    .prefault({})
    .describe("How agents hold tasks"),
  locks: locksSchema,
  starts: startsSchema,
  bots: z
    .strictObject({
      exchanges: z
        .int()
        .min(1)
        .max(1_000)
        .default(3)
        .describe("How many comments with commands one bot may post on an issue per hour"),
    })
    .prefault({})
    .describe("How much signalbox tolerates from other bots"),
  policy: policySchema,
  records: recordsSchema,
  handovers: handoverPolicySchema,
  invariants: invariantsSchema,
  coordinator: coordinatorSchema,
  context: contextSchema,
  deadlines: z
    .strictObject({
      look: length.default("5m").describe("How often an open question is reconsidered, even without news"),
      raise: length
        .optional()
        .describe(
          "From earlier versions, used only if `escalations.after` is not set: a question unanswered for this long becomes one step more urgent, and a blocking one is escalated",
        ),
      merge: length
        .default("30m")
        .describe("How long before a merge that only a person can unblock is escalated"),
      ack: length
        .default("4h")
        .describe("How long a contract waits for its tasks that no one holds, before their silence agrees"),
      vote: length
        .default("1d")
        .describe("How long a vote without a *Deadline* lasts before it is escalated"),
    })
    .prefault({})
    .describe("Durations: `15m`, `2h`, `1d`"),
  escalations: escalationSettings,
  discoveries: z
    .strictObject({
      open_tasks: z
        .array(z.enum(["fix", "investigate"]))
        .default([])
        .describe("The needed actions of a discovery for which signalbox opens a task"),
    })
    .prefault({})
    .describe("What discoveries lead to"),
  issue_types: z
    .boolean()
    .default(true)
    .describe("Whether a kind is mirrored to the organisation's issue type of that name, if there is one"),
  leader: z
    .string()
    .regex(/^[A-Za-z0-9_=-]{4,100}$/, accountIdWanted)
    .optional()
    .describe("If two installations serve the repository: the node id of the bot that writes"),
  paused: z
    .boolean()
    .default(false)
    .describe("True: the App keeps reading but writes nothing, until this is false or removed"),
});

/** An account of `trust.agents` is never a person's, so it cannot be one with whom agents share it. */
export const settingsSchema = plainSchema.superRefine(({ agents, trust }, { addIssue }) => {
  for (const [name, { account, with_person }] of Object.entries(agents))
    if (with_person !== false && trust.agents.some((each) => isSameAccount(each, account)))
      addIssue({
        code: "custom",
        path: ["agents", name, "with_person"],
        message: "`false`, or its account removed from `trust.agents`, which lists no person",
      });
});

export type Settings = Readonly<z.output<typeof settingsSchema>> & {
  /** Set while the file exists and none of its versions can take effect: then the defaults do not say who is an agent. */
  readonly unsettled?: UnsettledFile;
  /** The logins of the agents' accounts by id, as GitHub said when the file took effect: for messages, never to compare. */
  readonly logins?: Readonly<Record<string, string>>;
};

export interface UnsettledFile {
  /** What the newest version says; empty if it is no text. */
  readonly text: string;
}

/** The settings of a repository without a settings file. */
export const defaultSettings: Settings = settingsSchema.parse({});

/**
 * The JSON Schema for editors, derived from the zod schema so that a file's contents are described only once.
 */
export function settingsJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: "signalbox settings", ...z.toJSONSchema(settingsSchema, { io: "input" }) };
}
