/** Hands a task over, from its sections or from a file with the whole text. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { hollowParts } from "../../handover/checks/says-something.ts";
import type { EnvelopeReading } from "../../protocol/envelope/envelope.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { changes, type Handover, handover, outcomes, verified } from "../../protocol/kinds/handover.ts";
import { readMessage } from "../../protocol/message.ts";
import { formatRef, type Ref, refKey, resolveRef } from "../../protocol/references/ref.ts";
import { bareTitle } from "../../protocol/title.ts";
import { leaseInput, leaseToken } from "../holding/holding.ts";
import { type DoneTask, namesTask, TaskDone } from "../holding/task-done.ts";
import { inRepository, issueInput } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { verdictShape, verdictText } from "./await-verdict.ts";
import { describeAcceptance, findVerdict } from "./find-verdict.ts";
import { issuesInput } from "./list-input.ts";
import { notedInput } from "./noted-input.ts";
import { openedFields, openedLines, openMessage, requireReadable, type WrittenBody } from "./open-message.ts";
import { requireOwnBlock } from "./own-block.ts";
import { fileInput, textInput } from "./text-input.ts";
import { verdictLines, verdictSeenShape } from "./verdict-board.ts";
import { requireIndexToWait, waitFlags, waitsForNothing, waitsForSomething } from "./wait-flags.ts";
import { comparedLines, compareHere, readWorkAtHand, requireFit } from "./work-at-hand.ts";
import { subjectCard, writeInput } from "./write-input.ts";

const sections = {
  status: z.enum(outcomes).describe("how far the work got").optional(),
  changes: notedInput(
    changes,
    "src/login.ts: asks for the password",
    'each changed file with a note, such as "src/login.ts: asks for the password"; or none',
  ),
  verified: notedInput(
    verified,
    "npm test: passed, 41 tests",
    'what you ran, each with its result, such as "npm test: passed, 41 tests"; or none',
  ),
  context: textInput("decisions that you made and why, and what surprised you").optional(),
  nextSteps: textInput("what the next person or agent should do").optional(),
  blockers: issuesInput(50)
    .describe("the issues that keep it from being complete: open them first")
    .optional(),
  discoveries: issuesInput(50).describe("discoveries that you made on the way").optional(),
  pullRequest: issueInput
    .describe(
      "the pull request with the changes: 34 or its URL (default: the open one of the branch that is checked out)",
    )
    .optional(),
} as const;
const required = ["task", "status", "changes", "verified", "context", "nextSteps"] as const;

const input = z
  .object({
    task: issueInput
      .describe("the task: 12, '#12', acme/demo#12 or its URL; with --file, what its section Completes names")
      .optional(),
    asIs: z
      .boolean()
      .default(false)
      .describe("open it although it differs from what GitHub and the checkout show"),
    body: fileInput("file", "instead of the sections: the whole handover, as the form writes it").optional(),
    ...sections,
    lease: leaseInput,
    ...writeInput,
    ...waitFlags("it is accepted, or needs changes", "30m"),
  })
  .refine(waitsForSomething, waitsForNothing)
  .superRefine((given, context) => {
    const names = Object.keys(sections).filter((name): name is keyof typeof sections => name in sections);
    const absent = required.filter((name) => given[name] === undefined);
    const extra = names.filter((name) => given[name] !== undefined);
    const complain = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (given.body === undefined) for (const name of absent) complain(name, "is missing");
    else for (const name of extra) complain(name, "belongs into the file, as one is given");
  });

type Given = z.output<typeof input>;

export const handOver = operation({
  name: "hand-over",
  summary: "Hand over a task, finished or not",
  audience: "agents",
  effect: "writes",
  tool: "core",
  input,
  output: z.object({
    task: issueName,
    ...openedFields,
    pullRequest: z.string().optional().describe("the pull request that it was compared with: acme/demo#34"),
    headSha: z.string().optional().describe("the commit that the pull request proposes"),
    remarks: z.array(z.string()).describe("how it differs from what GitHub and the checkout show: sentences"),
    verdict: verdictShape.optional().describe("with --wait: what was found"),
    found: verdictSeenShape.optional().describe("without --wait: what was found at once"),
  }),
  positional: ["task"],
  examples: [
    "hand-over --file handover.md --wait",
    'hand-over 12 --status complete --changes "src/a.ts: asks" --verified "npm test: passed" --context @notes.md --next-steps "None."',
  ],
  run: async (ports, given) => {
    requireIndexToWait(ports, given);
    const whole = given.body === undefined ? undefined : readWhole(given.body);
    try {
      return await handTaskOver(ports, given, whole);
    } catch (thrown) {
      // In an earlier attempt, whose answer nobody read.
      if (!(thrown instanceof TaskDone) || given.dryRun) throw thrown;
      if (!namesTask(thrown.done, ports, [given.task, whole?.message.completes])) throw thrown;
      ports.progress("Nothing of this was written: your handover of the task had been accepted before.");
      return describeAccepted(thrown.done, given);
    }
  },
  unmet: "with `--wait`: the handover has not been accepted",
  isMet: ({ verdict }) => verdict === undefined || verdict.outcome === "accepted",
  text: ({ verdict, found, ...opened }) =>
    verdict === undefined || opened.wrote === "nothing"
      ? [...openedLines(opened), ...(found === undefined ? [] : verdictLines(found))].join("\n")
      : verdictText(opened.issue, verdict),
});

interface WholeText {
  readonly message: Handover;
  readonly written: WrittenBody;
  /** That ended the text, and is not part of `written`. */
  readonly block: EnvelopeReading | undefined;
}

async function handTaskOver(ports: OperationPorts, given: Given, whole: WholeText | undefined) {
  const card = await subjectCard(ports, await taskOf(ports, given.task, whole?.message.completes), {
    kinds: ["task"],
    rule: "only a task is handed over.",
  });
  const { owner, repo, number } = card;
  const task = { owner, repo, number };
  const title = `${handover.prefix} ${oneLine(bareTitle(card.title), 200)}`;
  const { agent, key, dryRun } = given;
  const lease = leaseToken(ports, task, given.lease);
  requireOwnBlock(whole?.block, { agent: agent ?? ports.agent, lease });
  const named = whole === undefined ? given.pullRequest : whole.message.pullRequest;
  const work = await readWorkAtHand(ports, task, named);
  const pull = work.seen?.evidence.pullRequest;
  const message = whole?.message ?? useful(messageOf(given, number, pull?.number));
  const compared = compareHere(message, work);
  const written = whole?.written ?? message;
  // With a key it may have been opened before: then nothing of what is said now counts.
  const fitting = (): typeof written => {
    const lines = comparedLines(compared);
    if (!given.asIs && !dryRun) requireFit(message, compared, lines);
    for (const line of lines) ports.progress(line);
    return written;
  };
  const opened = await openMessage(ports, {
    operation: "hand-over",
    about: formatRef(task),
    place: { owner, repo },
    title,
    agent,
    key,
    dryRun,
    lease,
    message: key === undefined ? fitting() : fitting,
  });
  return {
    task: formatRef(task),
    ...opened,
    ...(pull && { pullRequest: formatRef({ ...task, number: pull.number }), headSha: pull.headSha }),
    remarks: [...compared.contradictions, ...compared.remarks],
    ...(await findVerdict(ports, given, opened)),
  };
}

function describeAccepted({ task, handover: name }: DoneTask, given: Given) {
  const issue = formatRef(resolveRef(issueInput.parse(name), task));
  return {
    task: formatRef(task),
    ...({ wrote: "nothing new", issue, seen: true } as const),
    remarks: [],
    ...describeAcceptance(given),
  };
}

/** @throws UserError that names what is missing or wrong */
function readWhole(text: string): WholeText {
  const { words: body, envelope: block } = splitEnvelope(text);
  // The label stands for the command: whatever the text looks like, it is meant as a handover.
  const reading = readMessage({ title: "", body, labels: ["kind:handover"] });
  requireReadable(reading, "handover");
  const message = reading.kind === undefined ? undefined : reading.message;
  if (message?.kind !== "handover")
    throw new UserError("Nothing was written: this is no handover.", { code: "not-readable" });
  return { message: useful(message), written: { kind: "handover", body }, block };
}

/** @throws UserError if a section says nothing, which no evidence could make up for */
function useful(message: Handover): Handover {
  const hollow = hollowParts(message).map(({ sentence }) => `- ${sentence}`);
  if (hollow.length === 0) return message;
  throw new UserError(["Nothing was written: this would need changes.", ...hollow].join("\n"), {
    code: "not-readable",
  });
}

/** @throws UserError if the two do not name the same task */
async function taskOf(
  ports: OperationPorts,
  given: Ref | undefined,
  completes: Ref | undefined,
): Promise<Ref> {
  if (completes === undefined && given !== undefined) return given;
  if (completes === undefined)
    throw new UserError("Say which task is handed over.", { code: "invalid-input" });
  if (given === undefined) return completes;
  const task = await inRepository(ports, given);
  const named = await inRepository({ ...ports, repository: task }, completes);
  if (refKey(task) === refKey(named)) return task;
  throw new UserError(
    `The file says under Completes ${formatRef(completes)}, and the command ${formatRef(given)}. Name the same task.`,
    { code: "invalid-input" },
  );
}

/**
 * The input's own check has made sure that nothing required is absent.
 * @param pull the number of the pull request of the branch, if none is given
 */
function messageOf(given: Given, number: number, pull: number | undefined): Handover {
  const { status, context, nextSteps } = given;
  const pullRequest = given.pullRequest ?? (pull === undefined ? undefined : { number: pull });
  if (status === undefined || context === undefined || nextSteps === undefined)
    throw new UserError("Give status, changes, verified, context and nextSteps, or the whole text.", {
      code: "invalid-input",
    });
  return {
    kind: "handover",
    completes: { number },
    status,
    context,
    nextSteps,
    pullRequest,
    changes: given.changes ?? [],
    verified: given.verified ?? [],
    blockers: given.blockers ?? [],
    discoveries: given.discoveries ?? [],
  };
}
