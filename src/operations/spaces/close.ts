/** Closes a space as completed once all of its tasks are closed, and opens it again. As the caller. */
import { z } from "zod";
import { type FullRef, formatRef, type Ref } from "../../protocol/references/ref.ts";
import { issueInput } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { CardDetail } from "../ports.ts";
import { callerOf } from "../writes/caller.ts";
import { isTakenUp } from "../writes/taken-up.ts";
import { subjectCard } from "../writes/write-input.ts";

const space = issueInput.describe("the space: 5, acme/demo#5 or its URL");
const dryRun = z
  .boolean()
  .default(false)
  .describe("write nothing, and print the gh command that does the same");

interface Changed {
  readonly space: string;
  readonly wrote: "closed" | "reopened" | "nothing new" | "nothing";
  /** Tasks that keep it open. */
  readonly open: readonly OpenTask[];
  readonly seen?: boolean;
  readonly command?: string;
}

interface OpenTask {
  readonly task: string;
  readonly title: string;
  readonly status: string;
}

const output = z.object({
  space: issueName,
  wrote: z
    .enum(["closed", "reopened", "nothing new", "nothing"])
    .describe("`nothing new`: it was so already"),
  open: z
    .array(
      z.object({ task: z.string(), title: z.string().describe("the author's words"), status: z.string() }),
    )
    .describe("the tasks that keep it from being closed"),
  seen: z.boolean().optional().describe("whether the server has taken it up"),
  command: z.string().optional().describe("after a dry run: the gh command that does the same"),
});

async function spaceCard(ports: OperationPorts, given: Ref): Promise<CardDetail> {
  const subject = { kinds: ["space"], rule: "only a space is closed or resumed so." } as const;
  const card = await subjectCard(ports, given, subject);
  if (ports.source === "github") return card;
  // A task may have been closed a moment ago.
  await ports.freshen(card);
  return (await ports.board.card(card.owner, card.repo, card.number)) ?? card;
}

/** A task that is about to become a sub-issue keeps the space open, too: it would come into a closed one. */
function openTasks({ space: found }: CardDetail): readonly OpenTask[] {
  return [...(found?.tasks ?? []), ...(found?.coming ?? [])]
    .filter(({ state }) => state === "open")
    .map(({ ref, title, status, holder }) => {
      const word = status ?? "open";
      return { task: ref, title, status: holder === undefined ? word : `${word}, held by ${holder}` };
    });
}

interface Change {
  readonly card: CardDetail;
  readonly to: "open" | "closed";
  readonly dryRun: boolean;
}

async function changed(ports: OperationPorts, { card, to, dryRun: isDry }: Change): Promise<Changed> {
  const name = formatRef(card);
  if (card.state === to) return { space: name, wrote: "nothing new", open: [] };
  const { owner, repo, number } = card;
  const ref: FullRef = { owner, repo, number };
  const caller = await callerOf(ports);
  const words =
    to === "closed"
      ? ["issue", "close", String(number), "--reason", "completed"]
      : ["issue", "reopen", String(number)];
  if (isDry)
    return { space: name, wrote: "nothing", open: [], command: caller.ghLine(words, { owner, repo }) };
  const { writer } = await caller.login();
  await (to === "closed" ? writer.close(ref, "completed") : writer.reopen(ref));
  const isSeen = async (): Promise<boolean> => (await ports.board.card(owner, repo, number))?.state === to;
  const seen = await isTakenUp(ports, ref, isSeen);
  return { space: name, wrote: to === "closed" ? "closed" : "reopened", open: [], seen };
}

function textOf({ space: name, wrote, open, seen, command = "" }: Changed, already: string): string {
  if (open.length > 0) {
    const lines = open.map(
      ({ task, title, status }) => `  ${task} (${oneLine(status, 60)}) ${oneLine(title, 80)}`,
    );
    return [
      `${name} is not closed: ${open.length} of its tasks ${open.length === 1 ? "is" : "are"} open.`,
      ...lines,
    ].join("\n");
  }
  if (wrote === "nothing") return command;
  if (wrote === "nothing new") return `${name} is ${already} already.`;
  const done = wrote === "closed" ? `Closed ${name} as completed.` : `${name} is open again.`;
  return seen === false ? `${done}\nThe server has not taken it up yet.` : done;
}

export const spaceClose = operation({
  name: "space-close",
  group: "space",
  summary: "Close a space as completed, unless one of its tasks is open",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  input: z.object({ space, dryRun }),
  output,
  positional: ["space"],
  examples: ["space close 5", "space close acme/demo#5 --dry-run"],
  run: async (ports, { space: given, dryRun: isDry }): Promise<Changed> => {
    const card = await spaceCard(ports, given);
    const open = card.state === "open" ? openTasks(card) : [];
    if (open.length > 0) return { space: formatRef(card), wrote: "nothing", open };
    return changed(ports, { card, to: "closed", dryRun: isDry });
  },
  isMet: ({ open }) => open.length === 0,
  unmet: "some of its tasks are open, and the output names them",
  text: (result) => textOf(result, "closed"),
});

export const spaceResume = operation({
  name: "space-resume",
  group: "space",
  summary: "Open a closed space again",
  audience: "people",
  effect: "writes",
  tool: "dispatched",
  input: z.object({ space, dryRun }),
  output,
  positional: ["space"],
  examples: ["space resume 5"],
  run: async (ports, { space: given, dryRun: isDry }): Promise<Changed> =>
    changed(ports, { card: await spaceCard(ports, given), to: "open", dryRun: isDry }),
  text: (result) => textOf(result, "open"),
});
