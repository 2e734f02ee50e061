/**
 * opencode: `opencode run --format json`, which adds what it reads from standard input to its message, and prints
 * one event a line. Texts and steps come one by one; some releases print `done` at the end.
 */
import { z } from "zod";
import type { Harness, HarnessResult, Usage } from "./harness.ts";
import { hasFlag, jsonLine, lastPart, withFlag, withSubcommand } from "./json-line.ts";
import { readEvents } from "./line-splitter.ts";

const tokens = z.number().nonnegative().default(0);
const sessionID = z.string().max(200).optional();
const eventShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("step_start"), sessionID }),
  z.object({ type: z.literal("text"), sessionID, part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal("step_finish"),
    sessionID,
    part: z.object({
      cost: z.number().nonnegative().default(0),
      tokens: z
        .object({
          input: tokens,
          output: tokens,
          reasoning: tokens,
          cache: z.object({ read: tokens, write: tokens }).optional(),
        })
        .optional(),
    }),
  }),
  z.object({
    type: z.literal("error"),
    sessionID,
    error: z.object({
      name: z.string().default("an error"),
      data: z.object({ message: z.string() }).optional(),
    }),
  }),
]);
type Event = z.infer<typeof eventShape>;
type Step = Extract<Event, { type: "step_finish" }>["part"];

const ownChoice = ["--session", "-s", "--continue", "-c", "--fork"];

export const opencode: Harness = {
  name: "opencode",
  program: "opencode",
  variables: ["OPENCODE"],
  command: (given) =>
    withFlag(withSubcommand(given, "opencode", ["run"]), ["--format"], ["--format", "json"]),
  converse: (argv, { type, id }) =>
    type === "new" || hasFlag(argv, ownChoice) ? argv : [...argv, "--session", id],
  unknownConversation: /Session not found/,
  countsConversation: false,
  missingFlags: () => undefined,
  createReader: () =>
    readEvents((found, line) => {
      const event = jsonLine(line, eventShape);
      if (event === undefined) return found;
      return { ...found, resumeId: event.sessionID ?? found.resumeId, ...changeBy(event, found) };
    }),
};

function changeBy(event: Event, { ok, usage }: HarnessResult): Partial<HarnessResult> {
  switch (event.type) {
    case "step_start":
      return {};
    case "text":
      return { text: lastPart(event.part.text) };
    // An error fails the run, whatever its steps report.
    case "step_finish":
      return { ok: ok ?? true, usage: sum(usage, event.part) };
    case "error":
      return { ok: false, text: lastPart(event.error.data?.message ?? event.error.name) };
  }
}

function sum(earlier: Usage | undefined, { cost, tokens: step }: Step): Usage {
  const cached = step?.cache?.read ?? 0;
  return {
    inputTokens: (earlier?.inputTokens ?? 0) + (step?.input ?? 0) + cached + (step?.cache?.write ?? 0),
    cachedInputTokens: (earlier?.cachedInputTokens ?? 0) + cached,
    outputTokens: (earlier?.outputTokens ?? 0) + (step?.output ?? 0) + (step?.reasoning ?? 0),
    costUsd: (earlier?.costUsd ?? 0) + cost,
  };
}
