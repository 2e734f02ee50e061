/** Tells tasks and tracks what was found. */
import { z } from "zod";
import { type Discovery, discovery, discoveryActions } from "../../protocol/kinds/discovery.ts";
import { parseRefs } from "../../protocol/references/ref.ts";
import { itemsOf } from "../../protocol/sections/section-types.ts";
import { bareTitle } from "../../protocol/title.ts";
import { defaultRepository, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { textInput } from "./text-input.ts";
import { writeInput } from "./write-input.ts";

export const discover = operation({
  name: "discover",
  summary: "Tell tasks and tracks what you found",
  audience: "agents",
  effect: "writes",
  tool: "core",
  output: z.object({ to: z.string().describe("as given"), ...openedFields }),
  input: z.object({
    to: z
      .string()
      .min(1)
      .max(500)
      .describe("whom it concerns: tasks, tracks or everyone, separated by commas: 12,backend"),
    title: z
      .string()
      .max(250)
      .refine((text) => bareTitle(text) !== "", "must not be empty")
      .describe("what was found, in one line"),
    finding: textInput("what was found, and where to see it"),
    action: z.enum(discoveryActions).default("none").describe("what they should do about it"),
    ...writeInput,
  }),
  positional: ["to", "title"],
  examples: ['discover 12,backend "Tokens never end" --finding @tokens.md --action fix'],
  run: async (ports, { to, title, finding, action, agent, key, dryRun }) => {
    const { owner, repo } = await defaultRepository(ports, "The discovery");
    if (ports.source !== "github") await requireServed(ports, { owner, repo });
    const message = (login: string): Discovery => ({
      kind: "discovery",
      foundBy: agent ?? ports.agent ?? login,
      finding,
      actionNeeded: action,
      relevantTo: audienceIn(to),
    });
    const opened = await openMessage(ports, {
      operation: "discover",
      place: { owner, repo },
      agent,
      key,
      dryRun,
      message,
      title: `${discovery.prefix} ${bareTitle(title)}`,
    });
    return { to, ...opened };
  },
  text: (output) => openedLines(output).join("\n"),
});

/** Numbers need no `#` here. */
function audienceIn(to: string): Discovery["relevantTo"] {
  const items = itemsOf(to).map((item) => item.replace(/^(?=\d+$)/, "#"));
  const words = items.filter((item) => item !== "" && parseRefs(item).length === 0);
  const tracks = words.map((word) => word.replace(/^track:/, "")).filter((word) => word !== "everyone");
  const all = words.includes("everyone") ? ({ isForEveryone: true } as const) : {};
  return { refs: items.flatMap((item) => parseRefs(item)), tracks, ...all };
}
