/**
 * Other words for what a question says: who asks how to kill a task is answered under "Cancelling tasks". A newcomer
 * would let them count as much as the asker's own; at a fifth of the weight they only find what the words alone miss.
 */
import type { Index } from "./index.ts";
import type { QuestionTerms } from "./question-terms.ts";
import { termsOf } from "./tokens.ts";

/** What a word of the same group counts, of the asker's own word; 0.15 and 0.3 found about as many pages. */
const groupShare = 0.2;
/** What who or what does it counts (train, trainer); 0.2 and 0.7 found fewer pages. */
const doerShare = 0.4;

/** Words that documents of software use for one another. */
const groups = [
  "delete remove drop erase destroy",
  "create add new make generate",
  "change modify update edit alter",
  "set configure specify define setting option",
  "start launch run begin initialize",
  "stop kill terminate cancel shutdown abort",
  "increase raise increment grow",
  "decrease reduce lower shrink",
  "limit restrict cap maximum max",
  "show display view render print list",
  "hide disable",
  "enable activate",
  "get fetch retrieve read obtain load",
  "save store persist write",
  "folder directory",
  "error exception failure fail traceback crash",
  "debug troubleshoot diagnose investigate",
  "log logging logger",
  "monitor observe track metrics",
  "image picture photo media icon",
  "test mock",
  "deploy production host hosting publish",
  "install installation setup",
  "machine node server",
  "parallel concurrent simultaneous",
  "speed fast slow performance latency throughput",
  "memory ram oom",
  "disk storage",
  "secret credential password token",
  "login signin authentication session",
  "permission access authorization",
  "required mandatory",
  "multiple several many",
  "example sample tutorial demo template",
  "compare difference",
  "migrate upgrade move",
  "schedule cron periodic",
  "timeout deadline expire",
  "validate check verify",
  "convert transform cast map",
  "filter query search find where",
  "sort order",
  "count number total",
  "custom own override customize",
  "extend plugin extension addon",
  "package dependency library module",
  "container docker",
  "url link address endpoint route",
  "field column attribute property",
  "relation relationship reference",
  "duplicate copy clone",
  "translate localization language",
  "email mail",
  "callback hook event listener trigger webhook",
  "connect connection attach join",
  "share pass communicate",
  "batch chunk block",
].map((words) => new Set(termsOf(words)));

const groupsOf: ReadonlyMap<string, readonly ReadonlySet<string>[]> = new Map(
  [...new Set(groups.flatMap((group) => [...group]))].map((term) => [
    term,
    groups.filter((group) => group.has(term)),
  ]),
);

/** The question's terms with their kin in this index, which weigh less; the asker's own keep their weight. */
export function withKindred(terms: QuestionTerms, { postings }: Index): QuestionTerms {
  const all = new Map(terms);
  const add = (term: string, weight: number): void => {
    if (!terms.has(term) && postings.has(term)) all.set(term, Math.max(all.get(term) ?? 0, weight));
  };
  for (const [term, weight] of terms) {
    for (const group of groupsOf.get(term) ?? []) for (const other of group) add(other, weight * groupShare);
    for (const other of doersOf(term)) add(other, weight * doerShare);
  }
  return all;
}

function doersOf(term: string): readonly string[] {
  const doer = /^(.{3,})[eo]r$/.exec(term)?.[1];
  return [`${term}er`, `${term}or`, ...(doer === undefined ? [] : [doer])];
}
