import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { tell } from "../../operations/commands/tell.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { answer } from "../../operations/writes/answer.ts";
import { discover } from "../../operations/writes/discover.ts";
import { escalate } from "../../operations/writes/escalate.ts";
import { discoveryActions } from "../../protocol/kinds/discovery.ts";
import { pressures } from "../../protocol/kinds/escalation.ts";
import type { Calling } from "../calls.ts";
import type { Reply } from "../reply.ts";
import { key, openedReply, options } from "./opened.ts";
import { tool } from "./tool.ts";

const input = z.object({
  kind: z.enum(["answer", "discovery", "escalation", "tell"]),
  to: z.array(z.string().max(500)).min(1).max(20).describe("issues; of a discovery also tracks, or everyone"),
  who: z.array(z.string().max(70)).max(20).describe("of tell: agents, role:…, track:…").optional(),
  text: z.string(),
  why: z.string().optional(),
  context: z.string().optional(),
  action: z.enum(discoveryActions).optional(),
  urgency: z.enum(pressures).optional(),
  options,
  key,
});
type Input = z.output<typeof input>;

export const sendTool = tool({
  name: "send",
  description:
    "answer: settles a question that you may settle (text: the decision; why: the reasons). discovery: tells tasks or tracks what you found (text, its first line as the title; action: what they should do). escalation: puts one decision before a person (text: the question; context: what leads to it; why: what a delay costs; options, urgency). tell: says text to who, about one issue; it is in their inbox.",
  isReadOnly: false,
  input,
  call: (calling, given) => senders[given.kind](calling, given),
});

const senders: Readonly<Record<Input["kind"], (calling: Calling, given: Input) => Promise<Reply>>> = {
  answer: async (calling, given) => {
    refuse(given, "answer", ["context", "action", "urgency", "options", "who"]);
    const { text: decision, key: keyed } = given;
    const question = only(given, "answer");
    const why = required(given, "answer", "why");
    return openedReply(await calling.run(answer, { question, decision, why, key: keyed }));
  },
  discovery: async (calling, given) => {
    refuse(given, "discovery", ["why", "urgency", "options", "who"]);
    const { to, text, context, action, key: keyed } = given;
    const [first = ""] = text.trim().split("\n", 1);
    const finding = context === undefined ? text : `${text}\n\n${context}`;
    const told = { to: to.join(", "), title: oneLine(first, maxTitle), finding, action, key: keyed };
    return openedReply(await calling.run(discover, told));
  },
  escalation: async (calling, given) => {
    refuse(given, "escalation", ["action", "who"]);
    const { text: question, urgency, options: choices, key: keyed } = given;
    const issue = only(given, "escalation");
    const context = required(given, "escalation", "context");
    const put = { issue, question, context, delay: required(given, "escalation", "why") };
    return openedReply(await calling.run(escalate, { ...put, urgency, options: choices, key: keyed }));
  },
  tell: async (calling, given) => {
    refuse(given, "tell", ["why", "context", "action", "urgency", "options"]);
    const { who = [], text, key: keyed } = given;
    if (who.length === 0)
      throw new UserError("A tell needs who: agents, role:reviewer, track:api or everyone.");
    const said = await calling.run(tell, { issue: only(given, "tell"), to: who, text, key: keyed });
    return { own: ["Said."], shown: said.text };
  },
};

const maxTitle = 120;

/** What is about one issue, and says so before anything is written. */
function only({ to }: Input, kind: string): string {
  const [first, ...others] = to;
  if (first !== undefined && others.length === 0) return first;
  throw new UserError(
    `${kind === "tell" ? "A" : "An"} ${kind} is about one issue: give one reference in to.`,
  );
}

function required(given: Input, kind: string, name: "why" | "context"): string {
  const value = given[name];
  if (value !== undefined && value.trim() !== "") return value;
  throw new UserError(`An ${kind} needs ${name}.`);
}

/** An argument that would be dropped unread is a misunderstanding. */
function refuse(given: Input, kind: string, names: readonly (keyof Input)[]): void {
  const found = names.filter((name) => given[name] !== undefined);
  if (found.length > 0)
    throw new UserError(`${kind} takes no ${found.join(", ")}: put it into text, or leave it out.`);
}
