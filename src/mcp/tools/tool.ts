/** The shape of a tool, and the check of its arguments. */
import { z } from "zod";
import type { Calling } from "../calls.ts";
import type { Reply } from "../reply.ts";
import { argumentsOf, type JsonSchema, misfit, schemaOf, withTexts } from "./arguments.ts";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether it changes nothing that others see. */
  readonly isReadOnly: boolean;
  /** Whether it decides what is left to people. */
  readonly decides?: boolean;
  /** @throws UserError for arguments that do not fit, and for what the operation refuses */
  readonly call: (calling: Calling, raw: unknown) => Promise<Reply>;
}

interface Definition<Input extends z.ZodObject>
  extends Pick<Tool, "name" | "description" | "isReadOnly" | "decides"> {
  readonly input: Input;
  readonly call: (calling: Calling, input: z.output<Input>) => Promise<Reply>;
}

export function tool<Input extends z.ZodObject>({ input, call, ...rest }: Definition<Input>): Tool {
  const inputSchema = schemaOf(input);
  const strict = z.strictObject(input.shape);
  return {
    ...rest,
    inputSchema,
    call: async (calling, raw) => {
      const given = withTexts(inputSchema, withoutName(givenShape.parse(raw ?? {})));
      const unknown = strict.safeParse(given);
      if (!unknown.success) throw misfit(rest.name, unknown.error, argumentsOf(inputSchema));
      return call(calling, input.parse(given));
    },
  };
}

const givenShape = z.record(z.string(), z.unknown());

/** No tool takes the name of who calls: it is known, so a name in a call is ignored. */
function withoutName({
  agent: _,
  ...given
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return given;
}
