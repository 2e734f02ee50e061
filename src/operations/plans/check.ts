/**
 * Reads and checks a plan whole, and compares it with GitHub. Writes nothing, so that a mistake in the last line
 * leaves nothing half done.
 */
import { UserError } from "../../base/errors.ts";
import { faultsIn, unfitIn } from "../../protocol/plans/check-plan.ts";
import type { PlanEntry } from "../../protocol/plans/plan.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import { orderOf } from "../../protocol/plans/plan-order.ts";
import { type ReadPlan, readPlan } from "../../protocol/plans/read-plan.ts";
import { type SharedFiles, sharedFiles } from "../../protocol/plans/shared-files.ts";
import { type RepositoryName, refKey } from "../../protocol/references/ref.ts";
import { rosterOf } from "../../protocol/settings/agents/roster.ts";
import { type Comparison, compare, type PlacedEntry } from "./compare.ts";
import { issuesOfPlans } from "./found.ts";
import type { PlanIssues, PlanRepository } from "./ports.ts";

export interface PlanReader {
  readonly issues: PlanIssues;
  readonly digest: Digest;
}

export interface CheckedPlan extends Comparison {
  readonly name: string;
  /** What may be meant and is worth a second look. */
  readonly warnings: readonly string[];
  /** The repository of each step. */
  readonly homeOf: (place: RepositoryName) => PlanRepository;
}

/**
 * @param text of the file
 * @param fallback where an entry goes for which neither it nor the plan names a repository
 * @throws UserError with everything that is wrong
 */
export async function checkPlan(
  reader: PlanReader,
  text: string,
  fallback: RepositoryName | undefined,
): Promise<CheckedPlan> {
  const reading = readPlan(text);
  if (!reading.ok) throw unusable(reading.faults);
  return checkReadPlan(reader, reading, fallback);
}

/** As `checkPlan`, for a plan that was read from somewhere else. */
export async function checkReadPlan(
  { issues, digest }: PlanReader,
  reading: ReadPlan,
  fallback: RepositoryName | undefined,
): Promise<CheckedPlan> {
  const { plan } = reading;
  const named = (entry: PlanEntry): RepositoryName | undefined => entry.repo ?? plan.repo ?? fallback;
  const faults = faultsIn(reading, named);
  if (faults.length > 0) throw unusable(faults);
  const homes = new Map<string, PlanRepository>();
  for (const entry of plan.entries) {
    const name = named(entry);
    if (name !== undefined && !homes.has(keyOf(name))) homes.set(keyOf(name), await issues.read(name));
  }
  const home = (name: RepositoryName | undefined): PlanRepository | undefined =>
    name && homes.get(keyOf(name));
  const unfit = unfitIn(reading, (entry) => capabilitiesIn(home(named(entry))));
  if (unfit.length > 0) throw unusable(unfit);
  const order = orderOf(plan.entries);
  const placed = (order.ok ? order.entries : []).flatMap((entry): readonly PlacedEntry[] => {
    const place = home(named(entry))?.name;
    return place === undefined ? [] : [{ entry, place }];
  });
  const found = await Promise.all([...homes.values()].map((each) => issuesOfPlans(digest, issues, each)));
  return {
    name: plan.name,
    warnings: sharedFiles(
      placed.map(({ entry }) => entry),
      (entry) => keyOf(home(named(entry))?.name ?? { owner: "", repo: "" }),
    ).map(saySharedFiles),
    ...compare(plan.name, placed, found.flat()),
    homeOf: (place) => {
      const known = home(place);
      if (known === undefined) throw new Error(`The plan does not write to ${place.owner}/${place.repo}.`);
      return known;
    },
  };
}

function saySharedFiles({ keys: [one, other], globs: [first, second] }: SharedFiles): string {
  const files = first === second ? first : `${first} and ${second}`;
  return `${one} and ${other} may be worked on simultaneously and touch the same files (${files}): one of them would wait`;
}

function keyOf({ owner, repo }: RepositoryName): string {
  return refKey({ owner, repo, number: 0 });
}

/** Undefined without a roster. */
function capabilitiesIn(home: PlanRepository | undefined): ReadonlySet<string> | undefined {
  const agents = home === undefined ? [] : rosterOf(home.settings);
  return agents.length === 0
    ? undefined
    : new Set(agents.flatMap(({ can = [] }) => can.map((word) => word.toLowerCase())));
}

/** @param faults phrases, each beginning with its line if it has one */
export function unusable(faults: readonly string[]): UserError {
  const lines = faults.map((fault) => `\n- ${fault}`).join("");
  return new UserError(`The plan cannot be applied, and nothing was written:${lines}`);
}
