/**
 * Records the commit at which the fork of a user without write access was when the handover's current text
 * was admitted. A commit that the text names takes precedence, and so does the one that an earlier version
 * accepted for the same text.
 */
import { isOfStranger } from "../../handover/evidence.ts";
import { shownText } from "../../protocol/markdown/readable.ts";
import { isAdmitted } from "../admission/trust.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { handoverIn } from "./handovers.ts";

export const holdFork: StateRule = { name: "hold-fork", updateState };

function updateState({ record }: RuleInput) {
  const { persisted, seen, evidence } = record;
  const pull = evidence?.pullRequest;
  if (handoverIn(record) === undefined || !isAdmitted(record)) return nothing;
  if (pull?.state !== "open" || !isOfStranger(pull)) return nothing;
  const { number, headSha } = pull;
  const body = seen.bodyHash;
  if (persisted.fork?.body === body && persisted.fork.number === number) return nothing;
  const accepted = persisted.settled?.version.hash === seen.textHash ? persisted.settled.commit : undefined;
  const commit = commitNamed(seen.body, headSha) ?? accepted ?? headSha;
  return { persisted: { ...persisted, fork: { body, number, commit } } };
}

/** The head commit if the text plainly names it, otherwise the first commit that it names. */
function commitNamed(text: string, headSha: string): string | undefined {
  const named = (
    shownText(text)
      .toLowerCase()
      .match(/\b[0-9a-f]{40}\b/g) ?? []
  ).slice(0, 100);
  return named.includes(headSha) ? headSha : named[0];
}
