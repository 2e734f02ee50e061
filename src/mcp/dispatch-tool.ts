/** The tool that leads to every operation without a tool of its own, so that the list of tools stays short. */
import { z } from "zod";
import { UserError } from "../base/errors.ts";
import type { Operation } from "../operations/operation.ts";
import { oneLine } from "../operations/output/terminal-text.ts";
import type { Calling } from "./calls.ts";
import type { Given } from "./given.ts";
import type { Reply } from "./reply.ts";
import {
  argumentsOf,
  describedArguments,
  misfit,
  schemaOf,
  withoutSender,
  withTexts,
} from "./tools/arguments.ts";
import { type Tool, tool } from "./tools/tool.ts";
import { again } from "./tools/wait.ts";

const help = "help";

/** @param operations those that may be carried out here */
export function dispatchTool(operations: readonly Operation[]): Tool {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const dispatched = operations.filter(({ tool: how }) => how === "dispatched");
  const named = (name: string): Operation => {
    const found = byName.get(name);
    if (found === undefined) throw unknown(name, operations);
    return found;
  };
  return tool({
    name: "signalbox",
    description: `Runs any other operation. "help" lists them; "help" with {"operation": name} shows its arguments. Among them: ${dispatched.map(({ name }) => name).join(", ")}.`,
    isReadOnly: false,
    decides: operations.some(({ decides }) => decides === true),
    input: z.object({
      operation: z.string().max(100),
      arguments: z.record(z.string(), z.unknown()).default({}),
    }),
    call: async (calling, { operation, arguments: given }) => {
      if (operation !== help) return run(calling, named(operation), given);
      const about = given.operation;
      return { own: typeof about === "string" ? described(named(about)) : listed(operations) };
    },
  });
}

async function run(calling: Calling, operation: Operation, raw: Given): Promise<Reply> {
  const { text, isMet } = await calling.run(operation, checked(operation, raw));
  const unmet = [
    "Not done, or not yet: the lines below say why.",
    ...(isWait(operation, raw) ? [again(calling)] : []),
  ];
  const own = isMet ? [] : [unmet.join(" ")];
  return { own, shown: [...calling.reported(), text].join("\n") };
}

function isWait({ effect }: Operation, given: Given): boolean {
  return effect === "waits" || given.wait !== undefined;
}

/** @throws UserError for what the operation does not know or understand */
function checked({ input, name }: Operation, raw: Given): Given {
  const schema = schemaOf(input);
  const given = withTexts(schema, withoutSender(schema, raw));
  const parsed = input.strict().safeParse(given);
  if (!parsed.success) throw misfit(name, parsed.error, argumentsOf(schema));
  return given;
}

function unknown(name: string, operations: readonly Operation[]): UserError {
  const names = operations.map((each) => each.name).join(", ");
  return new UserError(`There is no operation ${JSON.stringify(oneLine(name, 60))}. There are: ${names}.`);
}

function listed(operations: readonly Operation[]): readonly string[] {
  return operations.map(({ name, summary }) => `${name}: ${summary}`);
}

function described({ name, summary, input }: Operation): readonly string[] {
  return [`${name}: ${summary}`, ...describedArguments(schemaOf(input))];
}
