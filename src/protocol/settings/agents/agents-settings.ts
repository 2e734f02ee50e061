/**
 * The roster: which agents there are, and the account and keys that each speaks with. Agents and people write
 * the name, so it is plain; authority comes from the account's ID or a key.
 */
import { z } from "zod";
import { roleLadder } from "../policy.ts";
import { accountIdWanted } from "./account-id.ts";

const maxAgents = 200;

export const agentNamePattern = /^[a-z][a-z0-9-]{1,38}$/;
const nameWanted = "a name such as `ada`: 2 to 39 lower-case letters, digits and hyphens, a letter first";

/** Words that address a group, in the settings or in a message. */
const groups: ReadonlySet<string> = new Set([
  "add",
  "agents",
  "coordinator",
  "everyone",
  "holders",
  "next",
  "nobody",
  "people",
  "person",
  ...roleLadder,
]);

const agentName = z
  .string()
  .regex(agentNamePattern, nameWanted)
  .refine((name) => !groups.has(name), "a different name: this one already addresses a group");

/**
 * The base64 of a public Ed25519 key in OpenSSH's format: its type and length, then 32 bytes. It has no
 * padding, so equal keys are equal texts.
 */
const ed25519 = /^ssh-ed25519 +(AAAAC3NzaC1lZDI1NTE5AAAAI[A-P][A-Za-z0-9+/]{42})(?: .*)?$/;
const keyWanted =
  "an Ed25519 public key as `ssh-keygen -t ed25519` writes it to its `.pub` file: `ssh-ed25519 AAAA…`";

/** The key without its comment: `ssh-ed25519 AAAA…`. Undefined for anything but a public Ed25519 key. */
export function readPublicKey(line: string): string | undefined {
  const [, blob] = ed25519.exec(line.trim()) ?? [];
  return blob === undefined ? undefined : `ssh-ed25519 ${blob}`;
}

const publicKey = z
  .string()
  .max(500)
  .refine((line) => readPublicKey(line) !== undefined, keyWanted)
  .transform((line) => readPublicKey(line) ?? line);

const word = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,49}$/, "lower-case letters, digits and hyphens, such as `typescript`");

const agentSchema = z.strictObject({
  account: z
    .string()
    .regex(/^[A-Za-z0-9_=-]{4,100}$/, accountIdWanted)
    .describe("Node id of the user or App that it writes as; several agents may share one"),
  key: z
    .union([publicKey, z.array(publicKey).min(1).max(10)])
    .transform((written) => (typeof written === "string" ? [written] : written))
    .optional()
    .describe("Its public Ed25519 keys: one, or a list. An agent that has a key must sign what it writes"),
  with_person: z
    .union([z.boolean(), z.literal("comments")])
    .default(false)
    .describe(
      "Whether a person uses the account too: they decide on the pages. `comments` accepts the risk that an agent decides as the person: unsigned comments are then the person's word",
    ),
  role: word.optional().describe("What it does, shown to others and addressable; grants nothing"),
  can: z.array(word).max(50).optional().describe("Its capabilities, which tasks may require"),
  parallel: z.int().min(1).max(100).optional().describe("How many tasks it may hold at once"),
  start: z
    .literal("workflow")
    .optional()
    .describe("`workflow`: signalbox may start it on tasks, which costs money; see `starts`"),
  profile: z
    .string()
    .max(200)
    .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$)).+$/, "a path below the repository's root")
    .optional()
    .describe("The file that describes it for its harness"),
});

type Roster = Readonly<Record<string, z.output<typeof agentSchema>>>;

export const agentsSchema = z
  .record(agentName, agentSchema)
  .refine((agents) => Object.keys(agents).length <= maxAgents, `at most ${maxAgents} agents`)
  .superRefine((agents, { addIssue }) => {
    for (const { name, owner } of sharedKeys(agents))
      addIssue({
        code: "custom",
        path: [name, "key"],
        message: `a key of its own, because \`${owner}\` has this one`,
      });
  })
  .default({})
  .describe("The agents that work here, by name");

/** Keys that a second agent has too. */
function sharedKeys(agents: Roster): readonly { readonly name: string; readonly owner: string }[] {
  const owners = new Map<string, string>();
  return Object.entries(agents).flatMap(([name, { key: keys = [] }]) => {
    const taken = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined && owner !== name);
    for (const key of keys) owners.set(key, owners.get(key) ?? name);
    return taken === undefined ? [] : [{ name, owner: taken }];
  });
}
