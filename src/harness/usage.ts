/** What a run used, where a program reports what its whole conversation did. */
import type { Usage } from "./harness.ts";

/**
 * @param total of the conversation, as the program reports it
 * @param earlier what its earlier runs used, together
 * @returns the difference; the total itself if it is less than what came before, as the program then began to count from nothing again
 */
export function usageSince(total: Usage, earlier: Usage): Usage {
  const { inputTokens, cachedInputTokens, outputTokens } = total;
  const rest = {
    inputTokens: inputTokens - earlier.inputTokens,
    cachedInputTokens: cachedInputTokens - earlier.cachedInputTokens,
    outputTokens: outputTokens - earlier.outputTokens,
    costUsd: total.costUsd,
  };
  return Object.values(rest).every((tokens) => tokens === undefined || tokens >= 0) ? rest : total;
}

export function usageTogether(all: readonly Usage[]): Usage {
  const sum = (of: (usage: Usage) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    inputTokens: sum((each) => each.inputTokens),
    cachedInputTokens: sum((each) => each.cachedInputTokens),
    outputTokens: sum((each) => each.outputTokens),
    costUsd: undefined,
  };
}
