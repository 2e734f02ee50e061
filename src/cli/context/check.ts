/** Compares the pages of a checkout with the files that they are about, and renews their generated parts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../base/errors.ts";
import { globOf, type MatchBudget, pathOf } from "../../base/glob/glob.ts";
import { type BlockState, blockState, withBlock } from "../../coordinator/staleness/generated-block.ts";
import { type PageScope, pageScopeOf } from "../../coordinator/staleness/page-scope.ts";
import { type FilesAt, type PageState, pageState } from "../../coordinator/staleness/page-state.ts";
import { defaultSettings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import type { Checkout } from "./checkout-files.ts";
import { type RepositoryFacts, repositoryFacts } from "./repository-facts.ts";

export interface CheckedPage {
  readonly path: string;
  /** Undefined if it does not say what it is about. */
  readonly state: PageState | undefined;
  /** Its generated part. */
  readonly generated: BlockState | "written";
  readonly problems: readonly string[];
}

export interface PagesCheck {
  readonly head: Checkout["head"];
  /** Those that say what they are about, or have a generated part. */
  readonly pages: readonly CheckedPage[];
  /** How many others were looked at. */
  readonly others: number;
  /** What kept the settings from being read; the default paths were used then. */
  readonly settingsProblem: string | undefined;
}

/** Where programs of agents keep their profiles and skills. */
const harnessPages = [
  ".claude/agents/**/*.md",
  ".claude/skills/**/*.md",
  ".github/agents/**/*.md",
  ".agents/**/*.md",
  "AGENTS.md",
  "CLAUDE.md",
];

/** For one path against all patterns. */
const matchWork = 1_000_000;

export interface CheckOptions {
  /** Only these pages; all if empty. */
  readonly pages: readonly string[];
  /** Whether generated parts are renewed. */
  readonly writes: boolean;
}

/** @throws UserError for a named page that is not there */
export async function checkPages(checkout: Checkout, { pages, writes }: CheckOptions): Promise<PagesCheck> {
  const all = await checkout.paths();
  const { patterns, settingsProblem } = patternsOf(checkout);
  const isPage = matcher(patterns);
  const named = pages.map((path) => path.replace(/^(?:\.\/)+/, ""));
  const missing = named.find((path) => !all.includes(path));
  if (missing !== undefined)
    throw new UserError(
      `${missing} is not a file of this repository. Write its path from the root, as git does.`,
      { code: "not-found" },
    );
  const facts = repositoryFacts(checkout, all);
  const compare = comparer(checkout);
  const looked = named.length > 0 ? named : all.filter(isPage);
  const checked: CheckedPage[] = [];
  for (const path of looked) {
    const page = await checkPage({ checkout, path, facts, compare, writes });
    if (page !== undefined) checked.push(page);
  }
  return { head: checkout.head, pages: checked, others: looked.length - checked.length, settingsProblem };
}

/** Whether somebody has to do something about it. */
export function isDue({ state, generated, problems }: CheckedPage): boolean {
  const isCurrent = state === undefined || state.type === "current" || state.type === "nothing to compare";
  return !isCurrent || generated === "stale" || generated === "without end" || problems.length > 0;
}

function patternsOf(
  checkout: Checkout,
): Pick<PagesCheck, "settingsProblem"> & { readonly patterns: readonly string[] } {
  const reading = readSettings(checkout.text(settingsPath) ?? "");
  const { context } = reading.ok ? reading.settings : defaultSettings;
  const settingsProblem = reading.ok
    ? undefined
    : `${settingsPath} cannot be read, so the default paths were used.`;
  return { patterns: [...context.paths, ...harnessPages], settingsProblem };
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map((pattern) => globOf(pattern, { hasBraces: false }));
  return (path) => {
    const work: MatchBudget = { left: matchWork };
    const names = pathOf(path, work);
    return globs.some((glob) => glob.match(names, work) === "yes");
  };
}

interface PageRequest {
  readonly checkout: Checkout;
  readonly path: string;
  readonly facts: RepositoryFacts;
  readonly compare: (scope: PageScope) => Promise<PageState>;
  readonly writes: boolean;
}

async function checkPage({
  checkout,
  path,
  facts,
  compare,
  writes,
}: PageRequest): Promise<CheckedPage | undefined> {
  const text = checkout.text(path);
  if (text === undefined)
    return {
      path,
      state: undefined,
      generated: "absent",
      problems: ["It is not a regular text file of at most 1 MiB, so it was not read."],
    };
  const scope = pageScopeOf(text);
  const block = blockState(text, facts.lines);
  if (scope === undefined && block === "absent") return undefined;
  const state = scope && (await compare(scope));
  const isWritten = block === "stale" && writes;
  if (isWritten) writeFileSync(join(checkout.root, path), withBlock(text, facts.lines, facts.lastLine));
  const endless = block === "without end" ? ["Its generated part has no `<!-- signalbox:auto end -->`."] : [];
  return {
    path,
    state,
    generated: isWritten ? "written" : block,
    problems: [...(scope?.problems ?? []), ...endless],
  };
}

/** Each commit is listed once, however many pages name it. */
function comparer({ head, filesAt }: Checkout): (scope: PageScope) => Promise<PageState> {
  const known = new Map<string, Promise<FilesAt | undefined>>();
  const listed = (commit: string): Promise<FilesAt | undefined> => {
    const found = known.get(commit) ?? filesAt(commit);
    known.set(commit, found);
    return found;
  };
  return async (scope) => {
    const before = scope.verified === undefined ? undefined : await listed(scope.verified);
    return pageState(scope, before, (await listed(head.commit)) ?? new Map());
  };
}
