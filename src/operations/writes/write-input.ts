/** What every operation takes that writes words, and the issue that the words are about. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import { type FullRef, formatRef, type Ref } from "../../protocol/references/ref.ts";
import { agentName, senderMark } from "../holding/holding.ts";
import { inRepository, requireServed, unknownIssue } from "../issue.ts";
import type { OperationPorts } from "../operation.ts";
import type { CardDetail } from "../ports.ts";

export const writeInput = {
  agent: agentName
    .meta({
      description: "the agent that writes, where several share the login (default: SIGNALBOX_AGENT)",
      [senderMark]: true,
    })
    .optional(),
  key: z
    .string()
    .min(1)
    .max(200)
    .describe("a word of your own: with the same one again, about the same issue, nothing new is opened")
    .optional(),
  dryRun: z.boolean().default(false).describe("write nothing, and print the gh command that does the same"),
} as const;

export interface Subject {
  readonly kinds: readonly KindName[];
  /** Follows "is a discovery, and". */
  readonly rule: string;
}

export async function subjectOf(ports: OperationPorts, given: Ref, subject: Subject): Promise<FullRef> {
  const { owner, repo, number } = await subjectCard(ports, given, subject);
  return { owner, repo, number };
}

/** @throws UserError unless it is an issue of one of the kinds, in a repository that the App serves */
export async function subjectCard(
  ports: OperationPorts,
  given: Ref,
  { kinds, rule }: Subject,
): Promise<CardDetail> {
  const ref = await inRepository(ports, given);
  if (ports.source !== "github") await requireServed(ports, ref);
  const look = () => ports.board.card(ref.owner, ref.repo, ref.number);
  let card = await look();
  if (card === undefined && ports.source !== "github") {
    // It may have been opened a moment ago.
    await ports.freshen(ref);
    card = await look();
  }
  if (card === undefined) throw unknownIssue(ref);
  const { kind } = card;
  if (kinds.some((name) => name === kind)) return card;
  throw new UserError(
    `${formatRef(ref)} is ${kind === "escalation" || kind === "answer" ? "an" : "a"} ${kind}, and ${rule}`,
    { code: "wrong-kind" },
  );
}
