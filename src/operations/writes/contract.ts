/** Opens a contract, which blocks provider and consumers until they agree on an interface. */
import { z } from "zod";
import { contractChanges, contractFormats, contract as kind } from "../../protocol/kinds/contract.ts";
import { fenceAround } from "../../protocol/render/fenced.ts";
import { consumers } from "../../protocol/section-values/consumers.ts";
import { formatVersion, version } from "../../protocol/section-values/version.ts";
import { defaultRepository, issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { sectionInput } from "./section-input.ts";
import { subjectsOf } from "./subjects.ts";
import { oneLineInput, textInput } from "./text-input.ts";
import { writeInput } from "./write-input.ts";

const max = 49;
const who = consumers({ label: "consumers", hint: "" }, { max, why: "GitHub lets one issue block no more" });

export const contract = operation({
  name: "contract",
  summary: "Open a contract that blocks provider and consumers until they agree on an interface",
  audience: "agents",
  effect: "writes",
  tool: "dispatched",
  output: z.object(openedFields),
  input: z.object({
    interface: oneLineInput(100).describe("its name, the same in every version: orders-api"),
    version: sectionInput(version({ label: "version", hint: "" }), "as semantic versioning counts: 1.2.0"),
    provider: issueInput.describe("the task that builds it: 12"),
    consumers: z
      // Numbers need no `#` here.
      .array(z.preprocess(named, sectionInput(who, "a task or a track, or several with commas")))
      .min(1)
      .max(max)
      .describe("the tasks and tracks that build on it: 13 track:web"),
    format: z.enum(contractFormats).describe("what the definition is written in"),
    definition: textInput("the definition, or where it is: path@commit"),
    replaces: issueInput.describe("the contract of the version before: 20").optional(),
    change: z
      .enum(contractChanges)
      .describe("whether what uses the version before goes on working; a person decides about a breaking one")
      .optional(),
    ...writeInput,
  }),
  positional: ["interface", "version"],
  examples: [
    "contract orders-api 1.2.0 --provider 12 --consumers 13 track:web --format openapi --definition @orders.yaml",
    "contract orders-api 2.0.0 --provider 12 --consumers 13 --format types --definition @orders.d.ts --replaces 20 --dry-run",
  ],
  run: async (ports, { interface: name, format, change, agent, key, dryRun, ...given }) => {
    const { owner, repo } = await defaultRepository(ports, "The contract");
    const place = { owner, repo };
    const one = async (ref: typeof given.provider, what: "task" | "contract", rule: string) =>
      (await subjectsOf(ports, place, [ref], { kinds: [what], rule }))[0] ?? ref;
    const provider = await one(given.provider, "task", "a task provides an interface.");
    const refs = given.consumers.flatMap((each) => each.refs);
    const uses = await subjectsOf(ports, place, refs, {
      kinds: ["task"],
      rule: "tasks and tracks build on an interface.",
    });
    const tracks = [...new Set(given.consumers.flatMap((each) => each.tracks))];
    const before =
      given.replaces && (await one(given.replaces, "contract", "a contract replaces a contract."));
    return openMessage(ports, {
      operation: "contract",
      place,
      agent,
      key,
      dryRun,
      title: `${kind.prefix} ${name} ${formatVersion(given.version)}`,
      message: {
        kind: "contract",
        interface: name,
        version: given.version,
        provider,
        consumers: uses,
        format,
        definition: inFence(given.definition, format),
        replaces: before,
        change,
        tracks,
      },
    });
  },
  text: (output) => openedLines(output).join("\n"),
});

const languages = { "json-schema": "json", openapi: "yaml", proto: "proto", types: "ts" } as const;

/** A definition that is not fenced would be shown as Markdown. Prose is, and so is a place, `path@commit`. */
function inFence(definition: string, format: (typeof contractFormats)[number]): string {
  const isPlace = /^\S{1,500}@\S{1,100}$/.test(definition);
  if (format === "text" || isPlace || /^(?:```|~~~)/m.test(definition)) return definition;
  return fenceAround(definition, languages[format]);
}

function named(given: unknown): unknown {
  return typeof given === "string" ? given.replace(/(^|,)\s{0,9}(?=\d+\s{0,9}(?:,|$))/g, "$1#") : given;
}
