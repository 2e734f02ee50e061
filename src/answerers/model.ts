/**
 * Uses a language model as an answerer, from any provider or local. Import the libraries lazily, on
 * the first question, never at module level: a server without a model must not load them.
 */
import { randomUUID } from "node:crypto";
import type { LanguageModel } from "ai";
import type { Clock } from "../base/clock.ts";
import type { AnswererResult, AnswerTask, ConfiguredAnswerer } from "../coordinator/answers/answerer.ts";
import { cappedFetch } from "./capped-fetch.ts";
import { instructions, promptFor, replyIn } from "./prompt.ts";

export interface ModelSettings {
  readonly provider: "openai-compatible" | "anthropic";
  /** The provider's model ID. */
  readonly model: string;
  /** The API's base URL; required for `openai-compatible`. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  /** Limits the cost, of all processes together. */
  readonly callsPerHour: number;
}

const maxOutputTokens = 1_500;

export function modelAnswerer(settings: ModelSettings, clock: Pick<Clock, "now">): ConfiguredAnswerer {
  let loading: Promise<AskModel> | undefined;
  return {
    name: `model ${settings.model}`,
    secrets: settings.apiKey === undefined ? [] : [settings.apiKey],
    answer: async (task, signal, calls) => {
      const { callsPerHour } = settings;
      const mayCall = await calls.count(callsPerHour, clock.now()).catch(() => "unknown" as const);
      if (mayCall === "unknown") return failure("its calls could not be counted in the database");
      if (!mayCall) return failure(`the hourly limit of ${callsPerHour} calls is reached`);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
      try {
        loading ??= load(settings);
        const reply = replyIn(await (await loading)(task, limit));
        return reply === undefined
          ? failure("its reply does not match the schema")
          : { type: "replied", reply };
      } catch (thrown) {
        return failure(whatHappened(thrown, limit, settings.timeoutMs));
      }
    },
  };
}

type AskModel = (task: AnswerTask, signal: AbortSignal) => Promise<string>;

async function load(settings: ModelSettings): Promise<AskModel> {
  const [{ generateText }, model] = await Promise.all([import("ai"), modelOf(settings)]);
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return async (task, abortSignal) => {
    const prompt = promptFor(task, `data-${randomUUID()}`);
    const { text } = await generateText({
      model,
      instructions,
      prompt,
      maxOutputTokens,
      abortSignal,
      temperature: 0,
      maxRetries: 0,
    });
    return text;
  };
}

async function modelOf({ provider, model, url, apiKey }: ModelSettings): Promise<LanguageModel> {
  const common = { ...(apiKey === undefined ? {} : { apiKey }), fetch: cappedFetch };
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ ...common, ...(url === undefined ? {} : { baseURL: url }) })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ ...common, name: "configured", baseURL: url ?? "" })(model);
}

/** Our own message: a provider's error may contain anything. */
function whatHappened(thrown: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `it did not reply within ${timeoutMs / 1000} s`;
  const status =
    typeof thrown === "object" && thrown !== null && "statusCode" in thrown ? thrown.statusCode : undefined;
  return typeof status === "number" && status >= 300
    ? `it was refused with status ${status}`
    : "it could not be reached, or its reply could not be read";
}

function failure(because: string): AnswererResult {
  return { type: "failed", because };
}
