/** The operations as tests call them: every result is held to the schema that the operation declares. */
import { expect } from "vitest";
import { catalogue } from "../../src/operations/catalogue.ts";
import type { Operation, OperationResult } from "../../src/operations/operation.ts";
import { misfitsOf } from "../support/outputs.ts";

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
export const ask = held("ask");
export const block = held("block");
export const board = held("board");
export const beat = held("beat");
export const brief = held("brief");
export const claim = held("claim");
export const contracts = held("contracts");
export const decide = held("decide");
export const discover = held("discover");
export const escalations = held("escalations");
export const explain = held("explain");
export const graph = held("graph");
export const inbox = held("inbox");
export const list = held("list");
export const metrics = held("metrics");
export const questions = held("questions");
export const ready = held("ready");
export const release = held("release");
export const show = held("show");
export const timeline = held("timeline");
export const wait = held("wait");
export const votes = held("votes");
