/**
 * The operations as tests call them: every result is held to the schema that the operation declares, as JSON and
 * without fields that the schema does not have.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { z } from "zod";
import { catalogue } from "../../src/operations/catalogue.ts";
import type { Operation, OperationResult } from "../../src/operations/operation.ts";

const ajv = new Ajv2020({ allErrors: true });
const validators = new Map(
  catalogue.map(({ name, output }) => [name, ajv.compile(z.toJSONSchema(output, { io: "output" }))]),
);

/** What is wrong with an output, one line each. */
export function misfitsOf(name: string, output: unknown): readonly string[] {
  const fits = validators.get(name);
  if (fits === undefined) return [`there is no operation ${name}`];
  if (fits(JSON.parse(JSON.stringify(output)))) return [];
  return (fits.errors ?? []).map(
    ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function held(name: string): Operation {
  const operation = catalogue.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  const run = async (...given: Parameters<Operation["run"]>): Promise<OperationResult> => {
    const result = await operation.run(...given);
    expect(misfitsOf(name, result.output)).toEqual([]);
    return result;
  };
  return { ...operation, run };
}

export const agents = held("agents");
export const answer = held("answer");
export const ask = held("ask");
export const brief = held("brief");
export const claim = held("claim");
export const discover = held("discover");
export const escalate = held("escalate");
export const escalations = held("escalations");
export const explain = held("explain");
export const inbox = held("inbox");
export const lock = held("lock");
export const locks = held("locks");
export const questions = held("questions");
export const ready = held("ready");
export const release = held("release");
export const show = held("show");
export const unlock = held("unlock");
export const wait = held("wait");
