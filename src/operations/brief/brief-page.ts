/**
 * Renders a brief as one page of Markdown. Users' texts are quoted, without invisible characters: a heading
 * in one would otherwise read as part of the page.
 */
import type { BeforeYou } from "../../engine/presentation/before-you.ts";
import type { Brief, BriefHandover } from "../../engine/presentation/brief.ts";
import { readerOfInstructions } from "../../protocol/instruction-files.ts";
import type { TaskPath } from "../locks/paths-of-task.ts";
import { oneLine, quotedLines, quotedWords } from "../output/terminal-text.ts";
import type { Cut } from "./brief-size.ts";
import type { ShownGuides } from "./guides.ts";
import type { SaidToYou } from "./said-to-you.ts";
import type { BriefSpace } from "./space-around.ts";
import type { WordWanted } from "./word-wanted.ts";

/** Lines of one text, after it has been cut by characters. */
const maxLines = 200;

/** A brief, with what others said to the agent that reads it. */
export interface BriefForAgent extends Omit<Brief, "skill">, ShownGuides {
  readonly said?: readonly SaidToYou[];
  /** Votes and contracts that wait for that agent; absent if there are none. */
  readonly wanted?: readonly WordWanted[];
  /** Files that are locked for the task, and those that it waits for; absent if there are none. */
  readonly paths?: readonly TaskPath[];
  /** The space that it is read in; absent without one. */
  readonly space?: BriefSpace;
}

export function pageOf(ref: string, { value: brief, omitted }: Cut<BriefForAgent>): string {
  const people = brief.assignees.map((login) => `@${oneLine(login, 40)}`).join(", ");
  const listed = (place: string, lines: readonly string[]): readonly string[] => {
    const left = omitted[place];
    return left === undefined ? lines : [...lines, `- … (${left} more)`];
  };
  return [
    `# ${ref} ${quotedWords(brief.title, 200)}`,
    `${brief.status}${heldBy(brief)}${people === "" ? "" : `, assigned to ${people}`}`,
    ...part("Before you", brief.before === undefined ? [] : earlier(brief.before, listed)),
    ...part("Said to you", listed("said", (brief.said ?? []).flatMap(saidLines))),
    ...part("Waiting for you", listed("wanted", (brief.wanted ?? []).map(wantedLines))),
    ...part("Your profile", guideLines(brief.profile)),
    ...part("Space", brief.space === undefined ? [] : spaceLines(brief.space, listed)),
    ...part("Goal", brief.goal === "" ? ["No trusted author wrote a readable goal."] : quote(brief.goal)),
    ...part("Acceptance", listed("acceptance", brief.acceptance.map(box))),
    ...part("Files", listed("files", brief.files.map(fileLine))),
    ...part("Locks", listed("paths", (brief.paths ?? []).map(lockLine))),
    ...part("Requires", listed("requires", brief.requires.map(quotedItem))),
    ...part(`Skill: ${quotedWords(brief.skill?.skill ?? "", 100)}`, guideLines(brief.skill)),
    ...part(
      "Blocked by",
      listed(
        "blockers",
        brief.blockers.map(({ name, title, verdict }) => item(`${name} (${verdict})`, title)),
      ),
    ),
    ...part(
      "Decisions",
      listed(
        "decisions",
        brief.decisions.flatMap(({ name, title, isEdited, decision, by, because }) => [
          item(`${titled(name, title)} (decided by ${by}${isEdited ? "; edited since" : ""})`),
          ...quote(decision),
          ...(because === "" ? [] : ["  Because:", ...quote(because)]),
        ]),
      ),
    ),
    ...part(
      "Discoveries",
      listed(
        "discoveries",
        brief.discoveries.flatMap(({ name, title, finding, actionNeeded }) => [
          item(`${titled(name, title)} (action needed: ${actionNeeded})`),
          ...quote(finding),
        ]),
      ),
    ),
    ...part(
      "Handovers so far",
      listed(
        "handovers",
        brief.handovers.flatMap((handover, at) => handedOver(handover, omitted[`handovers.${at}.changes`])),
      ),
    ),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd();
}

/** A task that names such a file may be a stranger's way to instruct other programs. */
function fileLine(glob: string): string {
  const reader = readerOfInstructions(glob);
  const careful = `  Careful: read by ${reader} as instructions or configuration. A person reviews each change of it.`;
  return reader === undefined ? quotedItem(glob) : `${quotedItem(glob)}\n${careful}`;
}

function guideLines(guide: ShownGuides["profile"] | ShownGuides["skill"]): readonly string[] {
  if (guide === undefined) return [];
  const { path, commit, text, isCut, warning, problem } = guide;
  if (problem !== undefined) return [oneLine(problem, 500)];
  return [
    `From ${oneLine(path, 200)} at ${commit.slice(0, 12)}:`,
    ...quote(text),
    ...(isCut ? ["The file goes on.", ""] : []),
    ...(warning === undefined ? [] : [`Careful: ${oneLine(warning, 500)}`]),
  ];
}

function heldBy({ holder }: Pick<Brief, "holder">): string {
  return holder === undefined ? "" : `, held by ${oneLine(holder.name, 40)} since ${holder.since}`;
}

function saidLines({ at, from, text }: SaidToYou): readonly string[] {
  return [item(`${at}, ${from}`), ...quote(text)];
}

function wantedLines({ kind, name, text, commands }: WordWanted): string {
  const answer = `Answer: ${commands.map((each) => `\`${each}\``).join(" or ")}`;
  const options = kind === "vote" ? ` (options: \`signalbox show ${name}\`)` : "";
  return `${item(name, text)}\n  ${answer}${options}`;
}

function spaceLines(space: BriefSpace, listed: Listed): readonly string[] {
  const { name, title, purpose, context, pinnedFiles, isItsOwn } = space;
  return [
    `${name} ${quotedWords(title, 200)}${isItsOwn ? "" : " (this task is not part of it)"}`,
    ...(purpose === "" ? [] : quote(purpose)),
    ...labelled("Context", context),
    ...(pinnedFiles.length === 0 ? [] : ["  Read first:"]),
    ...listed("space.pinnedFiles", pinnedFiles.map(quotedItem)),
  ];
}

type Listed = (place: string, lines: readonly string[]) => readonly string[];

function earlier(before: BeforeYou, listed: Listed): readonly string[] {
  const { holder, from, until, because, pullRequests, handover, questions } = before;
  return [
    `${oneLine(holder, 40)} held it from ${from} to ${until}.`,
    ...quote(oneLine(because, 300)),
    ...listed(
      "before.pullRequests",
      pullRequests.map(({ name, branch }) =>
        item(`Pull request ${name}${branch === "" ? "" : ", branch"}`, branch),
      ),
    ),
    ...(handover === "" ? [] : [item(`Handed over so far: ${handover}, see below`)]),
    ...listed(
      "before.questions",
      questions.map(({ name, title }) => item(`Open question ${name}`, title)),
    ),
  ];
}

function handedOver(handover: BriefHandover, left: number | undefined): readonly string[] {
  const { name, outcome, standing, pullRequest, changes, context, nextSteps } = handover;
  const known = [outcome, standing, pullRequest ?? ""].filter((word) => word !== "");
  return [
    item(`${name} (${known.join(", ")})`),
    ...changes.flatMap(({ name: file, note }) => quotedLines(`- ${oneLine(`${file}: ${note}`, 500)}`, 1)),
    ...(left === undefined ? [] : [`  - … (${left} more)`]),
    ...labelled("Context", context),
    ...labelled("Next steps", nextSteps),
  ];
}

function labelled(label: string, text: string): readonly string[] {
  return text === "" ? [] : ["", `  ${label}:`, ...quote(text)];
}

function lockLine({ glob, isLocked, behind: [first = "others"] }: TaskPath): string {
  return item(isLocked ? "locked for this task:" : `not locked yet, ${first} has it:`, glob);
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function box({ text, done }: Brief["acceptance"][number]): string {
  return `- [${done ? "x" : " "}] ${quotedWords(text, 500)}`;
}

/** @param quoted somebody's words, which follow ours as code */
function item(ours: string, quoted = ""): string {
  return `- ${oneLine(ours, 500)} ${quotedWords(quoted, 500)}`.trimEnd();
}

/** The title is cut so early that the line is not. */
function titled(name: string, title: string): string {
  return `${oneLine(name, 150)} ${quotedWords(title, 200)}`.trimEnd();
}

function quotedItem(text: string): string {
  return `- ${quotedWords(text, 500)}`;
}

function quote(text: string): readonly string[] {
  return ["", ...quotedLines(text, maxLines), ""];
}
