/**
 * Collects everything that keeps a message from having an effect and that its author can fix: in its form,
 * and in what it names. A closed message needs no fix.
 */
import type { Named, Problem } from "../../protocol/kinds/kind.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { mayShow } from "../admission/privacy.ts";
import { refsBySection } from "../model/names.ts";
import { adviceOn, pullNamed } from "../model/pulls.ts";
import type { RuleInput } from "../model/rule.ts";
import { keyFrom, recordOf, repositoryNamed } from "../model/view.ts";
import { faultsOfPoll } from "../polls/faults.ts";
import { problemWithSpace } from "./space-problems.ts";

export function problemsOf(input: RuleInput): readonly Problem[] {
  const isClosed = input.record.seen.issueState.state === "closed";
  return isClosed ? [] : [...problemsInText(input), ...faultsOfPoll(input)];
}

type Place = Pick<RuleInput, "view" | "record">;

/** Those of any kind: in its form, and in the issues that it names. Empty once it is closed. */
export function problemsInText(place: Place): readonly Problem[] {
  const { reading, seen } = place.record;
  if (reading.kind === undefined || seen.issueState.state === "closed") return [];
  const named = refsBySection(reading).flatMap((each) => problemWith(place, each) ?? []);
  return [...reading.problems, ...named];
}

/** A Markdown sentence or two each: what is wrong, and how to fix it. */
export function fixesIn(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ message, fix }) => (fix === undefined ? message : `${message} ${fix}`));
}

/** On GitHub an issue can wait for issues only. */
const ifPull = "If it is a pull request, use the issue that it closes.";

function problemWith(input: Place, { ref, section, kind, edge }: Named): Problem | undefined {
  if (kind === "space") return problemWithSpace(input, ref, section);
  const { view, record } = input;
  const name = formatRef(ref);
  const repository = repositoryNamed(view, record, ref);
  if (repository === undefined) {
    return { message: `\`${name}\` is in a repository that signalbox does not serve.` };
  }
  const named = recordOf(view, record, ref);
  const isRight = named !== undefined && (kind === undefined || named.reading.kind === kind);
  if (!isRight && !mayShow(view, record, { repositoryId: repository.id }))
    return {
      section,
      message: `\`${name}\` cannot be used here. The reason is withheld because this page is public.`,
    };
  if (named === undefined && record.persisted.waived.includes(keyFrom(view, record, ref))) return undefined;
  const pull = pullNamed(record, repository, ref);
  if (pull !== undefined && (named === undefined || named.seen.id === record.seen.id))
    return { section, ...adviceOn(pull, record.seen.number) };
  if (named === undefined)
    return { section, message: `There is no issue \`${name}\`${elsewhere(input, ref)}.`, fix: ifPull };
  if (named.seen.id === record.seen.id) return { message: `\`${name}\` is this issue itself.` };
  if (edge === "waits" && named.reading.kind === "space")
    return {
      section,
      message: `\`${name}\` is a space, which blocks nothing.`,
      fix: "Name those of its tasks that must be completed first.",
    };
  if (kind === undefined || named.reading.kind === kind) return undefined;
  return { section, message: `\`${name}\` is not a ${kind}.` };
}

/** An author who files an issue in the wrong repository notices it by the missing number. */
function elsewhere({ view, record }: Place, { owner, number }: Ref): string {
  const home = view.repositories.get(record.seen.repositoryId);
  if (owner !== undefined || home === undefined) return "";
  return ` in \`${home.owner}/${home.name}\`; one in another repository is written as \`owner/repo#${number}\``;
}
