/** Hands a task over, from its sections or from a file with the whole text. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { hollowParts } from "../../handover/checks/says-something.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { changes, type Handover, handover, outcomes, verified } from "../../protocol/kinds/handover.ts";
import { readMessage } from "../../protocol/message.ts";
import { formatRef, type Ref, refKey } from "../../protocol/references/ref.ts";
import { bareTitle } from "../../protocol/title.ts";
import { durationText } from "../flags/duration-flag.ts";
import { leaseInput, leaseToken } from "../holding/holding.ts";
import { inRepository, issueInput } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { awaitVerdict, type Verdict, verdictShape } from "./await-verdict.ts";
import { issuesInput } from "./list-input.ts";
import { notedInput } from "./noted-input.ts";
import {
  type Opened,
  openedFields,
  openedLines,
  openMessage,
  requireReadable,
  type WrittenBody,
} from "./open-message.ts";
import { fileInput, textInput } from "./text-input.ts";
import { requireIndexToWait, waitFlags, waitsForNothing, waitsForSomething } from "./wait-flags.ts";
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
  pullRequest: issueInput.describe("the pull request with the changes: 34 or its URL").optional(),
} as const;
const required = ["task", "status", "changes", "verified", "context", "nextSteps"] as const;

const input = z
  .object({
    task: issueInput
      .describe("the task: 12, '#12', acme/demo#12 or its URL; with --file, what its section Completes names")
      .optional(),
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
    verdict: verdictShape.optional().describe("with --wait: what was found"),
  }),
  positional: ["task"],
  examples: [
    "hand-over --file handover.md --wait",
    'hand-over 12 --status complete --changes "src/a.ts: asks" --verified "npm test: passed" --context @notes.md --next-steps "None."',
  ],
  run: async (ports, given) => {
    requireIndexToWait(ports, given);
    const whole = given.body === undefined ? undefined : readWhole(given.body);
    const card = await subjectCard(ports, await taskOf(ports, given.task, whole?.completes), {
      kinds: ["task"],
      rule: "only a task is handed over.",
    });
    const { owner, repo, number } = card;
    const task = { owner, repo, number };
    const title = `${handover.prefix} ${oneLine(bareTitle(card.title), 200)}`;
    const { agent, key, dryRun } = given;
    const opened = await openMessage(ports, {
      operation: "hand-over",
      about: formatRef(task),
      place: { owner, repo },
      title,
      agent,
      key,
      dryRun,
      lease: leaseToken(ports, task, given.lease),
      message: whole?.written ?? useful(messageOf(given, number)),
    });
    return { task: formatRef(task), ...opened, ...(await verdictOn(ports, given, opened)) };
  },
  unmet: "with `--wait`: the handover has not been accepted",
  isMet: ({ verdict }) => verdict === undefined || verdict.outcome === "accepted",
  text: ({ verdict, ...opened }) =>
    verdict === undefined || opened.wrote === "nothing"
      ? openedLines(opened).join("\n")
      : verdictText(opened.issue, verdict),
});

interface WholeText {
  readonly completes: Ref;
  readonly written: WrittenBody;
}

/** @throws UserError that names what is missing or wrong */
function readWhole(body: string): WholeText {
  if (splitEnvelope(body).envelope !== undefined)
    throw new UserError("The text has a `signalbox` block already. Leave it out: hand-over writes one.", {
      code: "not-readable",
    });
  // The label stands for the command: whatever the text looks like, it is meant as a handover.
  const reading = readMessage({ title: "", body, labels: ["kind:handover"] });
  requireReadable(reading, "handover");
  const message = reading.kind === undefined ? undefined : reading.message;
  if (message?.kind !== "handover")
    throw new UserError("Nothing was written: this is no handover.", { code: "not-readable" });
  return { completes: useful(message).completes, written: { kind: "handover", body } };
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

/** The input's own check has made sure that nothing required is absent. */
function messageOf(given: Given, number: number): Handover {
  const { status, context, nextSteps, pullRequest } = given;
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

async function verdictOn(
  ports: OperationPorts,
  { wait, timeout }: Given,
  opened: Opened,
): Promise<{ readonly verdict?: Verdict }> {
  if (!wait || opened.wrote === "nothing") return {};
  for (const line of openedLines(opened)) ports.progress(line);
  const ref = await inRepository(ports, issueInput.parse(opened.issue));
  return { verdict: await awaitVerdict(ports, ref, parseDuration(timeout) ?? 0) };
}

function verdictText(issue: string, { outcome, waitedMs, problems }: Verdict): string {
  const after = `after ${durationText(waitedMs)}`;
  const state = {
    accepted: `${issue} is accepted ${after}.`,
    "changes needed": `${issue} needs changes. Edit it, or push a fix:`,
    closed: `${issue} was closed without being accepted.`,
    "broken off": `${issue} is not accepted yet. Look again with: signalbox show ${issue}`,
    "time limit": `${issue} is not accepted ${after}. Look again with: signalbox show ${issue}`,
  }[outcome];
  return [state, ...problems.map((problem) => `- ${oneLine(problem, 300)}`)].join("\n");
}
