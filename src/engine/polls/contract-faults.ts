/** Finds what is wrong with a contract's text that its author can fix: a version that does not follow, another name. */
import type { Contract } from "../../protocol/kinds/contract.ts";
import type { Problem } from "../../protocol/kinds/kind.ts";
import { compareVersions, formatVersion } from "../../protocol/section-values/version.ts";
import { contractIn, restingOn } from "../messages/contract-text.ts";
import { namedVersion, versionBefore, versionsBefore, wasAgreed } from "../messages/contract-versions.ts";
import { keptOutcome } from "../messages/outcome.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { isInForce, successorOf } from "./in-force.ts";

type Named = Pick<Contract, "interface">;
type Place = Pick<RuleInput, "view" | "record">;

export function faultsOfContract(input: Place): readonly Problem[] {
  const { view, record } = input;
  const contract = contractIn(record);
  if (contract === undefined || keptOutcome(record) !== undefined) return [];
  if (contract.replaces === undefined) return unnamedEarlier(input);
  const issue = versionBefore(view, record);
  const earlier = issue && namedVersion(issue);
  // What the reference leads to is a fault of its own.
  if (issue === undefined || earlier === undefined) return [];
  const name = nameOf(issue);
  if (!isSameName(contract, earlier))
    return [fault("Interface", `${name} is about another interface.`, "Write the same name.")];
  if (!wasAgreed(issue))
    return [fault("Replaces", `${name} was not agreed to, so there is nothing to replace.`)];
  const successor = successorOf(view, issue);
  if (successor !== undefined)
    return [fault("Replaces", `${name} has been replaced.`, `Replace \`#${successor.seen.number}\`.`)];
  if (compareVersions(contract.version, earlier.version) <= 0) {
    const version = formatVersion(earlier.version);
    return [fault("Version", `The version that it replaces is ${version}.`, "Write a later one.")];
  }
  return versionsBefore(view, record).flatMap(forgottenIn);
}

/** Whose work rests on an earlier version is asked, and an edit of its text must not leave them out. */
function forgottenIn(version: IssueRecord): readonly Problem[] {
  const contract = contractIn(version);
  const named = contract === undefined ? [] : restingOn(contract);
  const missing = (keptOutcome(version)?.agreed?.names ?? []).filter((name) => !named.includes(name));
  if (missing.length === 0) return [];
  const names = missing.map((name) => `\`${name}\``).join(", ");
  return [
    fault(
      "Replaces",
      `The text of ${nameOf(version)} was edited after it was agreed to and no longer names ${names}, whose work rests on it.`,
      "Name them there again: GitHub's list of edits shows the text that was agreed to.",
    ),
  ];
}

/** A new version that does not say what it replaces would look like the first, and warn no one. */
function unnamedEarlier({ view, record }: Place): readonly Problem[] {
  const earlier = sameInterface(view, record).find(
    (other) => wasAgreed(other) && successorOf(view, other) === undefined,
  );
  if (earlier === undefined) return [];
  const name = nameOf(earlier);
  const standing = isInForce(view, earlier) ? "is in force" : "was agreed to last";
  return [fault("Replaces", `${name} ${standing} for this interface.`, `Name it under Replaces: ${name}.`)];
}

/** The other contracts of its repository about the same interface, whether or not they share a task. */
export function sameInterface(view: View, record: IssueRecord): readonly IssueRecord[] {
  const contract = contractIn(record);
  return [...view.records.values()].filter((other) => {
    const its = other.seen.id === record.seen.id ? undefined : namedVersion(other);
    if (contract === undefined || its === undefined || !isSameName(its, contract)) return false;
    return other.seen.repositoryId === record.seen.repositoryId;
  });
}

function nameOf({ seen }: IssueRecord): string {
  return `\`#${seen.number}\``;
}

function isSameName(a: Named, b: Named): boolean {
  return a.interface.toLowerCase() === b.interface.toLowerCase();
}

function fault(section: string, message: string, fix?: string): Problem {
  return { section, message, ...(fix === undefined ? {} : { fix }) };
}
