/** Opens a space as the caller, and makes tasks its sub-issues. Everything is checked before anything is written. */
import { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";
import { maxParts } from "../../engine/messages/membership.ts";
import { sameTrack } from "../../engine/model/track.ts";
import { type FullRef, formatRef, parseRefs, type RepositoryName } from "../../protocol/references/ref.ts";
import { bareTitle } from "../../protocol/title.ts";
import { defaultRepository, requireServed } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import { callerOf } from "../writes/caller.ts";
import { issuesInput, namesInput } from "../writes/list-input.ts";
import { type Opened, openedFields, openedLines, openMessage } from "../writes/open-message.ts";
import { oneLineInput, textInput } from "../writes/text-input.ts";
import { subjectCard, writeInput } from "../writes/write-input.ts";

const input = z.object({
  title: oneLineInput(250)
    .refine((text) => bareTitle(text) !== "", "must not be empty")
    .describe("the space, in one line"),
  purpose: textInput("what its tasks achieve together (default: the title)").optional(),
  track: oneLineInput(100).describe("the stream of work that its tasks belong to").optional(),
  newTrack: z.boolean().default(false).describe("the track is a new one"),
  task: issuesInput(maxParts).default([]).describe("tasks that are to belong to it: 12, acme/demo#13"),
  agents: namesInput(100, 50).default([]).describe("the agents that work in it"),
  pin: namesInput(500, 50).default([]).describe("files to read before starting on a task"),
  context: textInput("what everyone who works in it needs to know").optional(),
  ...writeInput,
});

type Started = Opened & { readonly tasks: readonly Part[] };

interface Part {
  readonly task: string;
  readonly isAdded: boolean;
  /** Why GitHub did not add it. */
  readonly reason?: string;
}

/** A task that is to belong to the space. */
interface Wanted extends FullRef {
  /** What it is a sub-issue of: `acme/demo#5`. */
  readonly parent: string | undefined;
}

const maxTracks = 200;

async function requireTrack(
  ports: OperationPorts,
  repository: RepositoryName,
  track: string | undefined,
): Promise<void> {
  if (track === undefined || ports.source === "github") return;
  const known = await ports.board.tracks({ repository, limit: maxTracks });
  if (known.length === 0 || known.some((each) => sameTrack(each, track))) return;
  throw new UserError(
    `No open task is on the track ${oneLine(track, 60)}. In use: ${known.slice(0, 20).join(", ")}. If it is a new one, add --new-track.`,
    { code: "invalid-input" },
  );
}

/** @throws UserError for a task that cannot belong to a space of the repository */
async function requireParts(
  ports: OperationPorts,
  home: RepositoryName,
  { task: given, key }: Pick<z.output<typeof input>, "task" | "key">,
): Promise<readonly Wanted[]> {
  const parts: Wanted[] = [];
  for (const each of given) {
    const card = await subjectCard(
      ports,
      { ...home, ...each },
      { kinds: ["task"], rule: "only tasks belong to a space." },
    );
    const { owner, repo, number, parent } = card;
    if (`${owner}/${repo}`.toLowerCase() !== `${home.owner}/${home.repo}`.toLowerCase())
      throw new UserError(
        `${formatRef(card)} is in another repository, and a space has tasks of its own only (${home.owner}/${home.repo}).`,
        { code: "invalid-input" },
      );
    // Asked again with its key, it may be the space that was opened before.
    if (parent !== undefined && key === undefined)
      throw new UserError(
        `${formatRef(card)} is a sub-issue of ${oneLine(parent.ref, 100)} already, and GitHub allows one parent.`,
        { code: "invalid-input" },
      );
    if (!parts.some((part) => part.number === number))
      parts.push({ owner, repo, number, parent: parent?.ref });
  }
  return parts;
}

/** One that GitHub refuses does not keep the others out. */
async function adopt(
  ports: OperationPorts,
  space: string,
  parts: readonly Wanted[],
): Promise<readonly Part[]> {
  const [parent] = parseRefs(space);
  if (parent?.owner === undefined || parent.repo === undefined || parts.length === 0) return [];
  const { writer } = await (await callerOf(ports)).login();
  const ref: FullRef = { owner: parent.owner, repo: parent.repo, number: parent.number };
  const found: Part[] = [];
  for (const part of parts) {
    const task = formatRef(part);
    if (part.parent === space) {
      found.push({ task, isAdded: true });
      continue;
    }
    try {
      await writer.adopt(ref, part);
      found.push({ task, isAdded: true });
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      found.push({ task, isAdded: false, reason: messageOf(thrown) });
    }
  }
  return found;
}

function textOf(started: Started): string {
  const tasks = started.tasks.map(({ task, isAdded, reason = "" }) =>
    isAdded ? `  ${task} belongs to it` : `  ${task} does not: ${oneLine(reason, 400)}`,
  );
  return [...openedLines(started), ...tasks].join("\n");
}

export const spaceStart = operation({
  name: "space-start",
  group: "space",
  summary: "Open a space, which brings tasks together under one purpose",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  input,
  output: z.object({
    ...openedFields,
    tasks: z
      .array(z.object({ task: z.string(), isAdded: z.boolean(), reason: z.string().optional() }))
      .describe("what became of each task; after a dry run, those that would be added"),
  }),
  positional: ["title"],
  examples: [
    'space start "Log in with a passkey" --track auth --task 12 --task 13',
    "space start 'Store deliveries' --purpose @purpose.md --pin docs/store.md --dry-run",
  ],
  run: async (ports, { title, task, pin, newTrack, agent, key, dryRun, ...given }): Promise<Started> => {
    const { owner, repo } = await defaultRepository(ports, "The space");
    const place = { owner, repo };
    if (ports.source !== "github") await requireServed(ports, place);
    if (!newTrack) await requireTrack(ports, place, given.track);
    const parts = await requireParts(ports, place, { task, key });
    const name = bareTitle(title);
    const opened = await openMessage(ports, {
      operation: "space-start",
      place,
      title: `Space: ${name}`,
      agent,
      key,
      dryRun,
      message: { kind: "space", pinnedFiles: pin, ...given, purpose: given.purpose ?? name },
    });
    if (opened.wrote === "nothing")
      return { ...opened, tasks: parts.map((part) => ({ task: formatRef(part), isAdded: false })) };
    return { ...opened, tasks: await adopt(ports, opened.issue, parts) };
  },
  isMet: ({ wrote, tasks }) => wrote === "nothing" || tasks.every(({ isAdded }) => isAdded),
  unmet: "the space is open, and GitHub did not add some of the tasks",
  text: textOf,
});
