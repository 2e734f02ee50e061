/**
 * Records replies in a folder, and replays them from there. A reply is found by its question and passages, so
 * a run in a different order, or a partial run, replays the same.
 */
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type {
  Answerer,
  AnswererResult,
  AnswerTask,
  ConfiguredAnswerer,
} from "../coordinator/answers/answerer.ts";
import { replySchema } from "./prompt.ts";

const resultSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("replied"), reply: replySchema }),
  z.object({ type: z.literal("failed"), because: z.string() }),
]) satisfies z.ZodType<AnswererResult>;
const recordSchema = z.object({ name: z.string(), result: resultSchema });

/** The same answerer, with its replies recorded. */
export function recording(answerer: ConfiguredAnswerer, folder: string): ConfiguredAnswerer {
  return {
    ...answerer,
    answer: async (task, signal, calls) => {
      const result = await answerer.answer(task, signal, calls);
      mkdirSync(folder, { recursive: true });
      const record = { name: answerer.name, title: task.title, result };
      writeFileSync(fileOf(folder, task), `${JSON.stringify(record, undefined, 2)}\n`);
      return result;
    },
  };
}

/** Replays recorded replies and never asks an answerer. */
export function replaying(folder: string, name: string): Answerer {
  return {
    name,
    answer: async (task) => {
      const file = fileOf(folder, task);
      if (!existsSync(file)) return { type: "failed", because: "no reply was recorded for it" };
      return readRecord(readFileSync(file, "utf8"));
    },
  };
}

function readRecord(text: string): AnswererResult {
  try {
    return recordSchema.parse(JSON.parse(text)).result;
  } catch {
    return { type: "failed", because: "the recorded reply cannot be read" };
  }
}

function fileOf(folder: string, task: AnswerTask): string {
  return join(folder, `${hash("sha256", JSON.stringify(task)).slice(0, 32)}.json`);
}
