/**
 * Puts several effects into one GraphQL request, each with its own alias and its own result. A request that
 * succeeds may contain failures: GitHub runs the mutations in sequence and returns null for each that failed.
 */
import { z } from "zod";
import { isCreate } from "../../../dispatcher/perform/creates.ts";
import type { Failure } from "../../../dispatcher/ports/failure.ts";
import type { QueuedEffect } from "../../../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../../dispatcher/ports/writer.ts";
import type { WriteReceipt } from "../../../engine/fold/apply-receipt.ts";
import { toActor } from "../../read/comments.ts";
import { assignmentsIn } from "../../read/issue-seen.ts";
import { closerIn, toIssueState } from "../../read/issue-state.ts";
import { toLinkedIssue } from "../../read/links-seen.ts";
import { assigned, closings, type Query } from "../../read/queries.ts";
import { assignedReceiptShape, linkShape, receiptShape } from "../../read/response-shape.ts";
import type { GraphqlResult } from "../../transport/client.ts";
import type { GraphqlProblem } from "../../transport/octokit-errors.ts";
import { type Circumstances, problemFailure, quotaFailure } from "../../transport/request-failure.ts";
import type { SchemaFeatures } from "../../transport/schema-features.ts";
import { saysQuotaIsSpent } from "../../transport/told-to-wait.ts";
import { isSameText } from "../kept-text.ts";
import { type Mutation, originalInput } from "../mutation.ts";

/** An effect with the mutations it takes: none, if nothing is left to do. */
export interface Prepared {
  readonly queued: QueuedEffect;
  /** How many mutations it takes. */
  readonly size: number;
  /**
   * Built on first access: during a burst, most effects wait for GitHub's limits many times before they are
   * sent.
   */
  readonly mutations: readonly Mutation[];
}

const receiptParts = `fragment Receipt on Issue {
  updatedAt closedAt state stateReason(enableDuplicate: true) labels(first: 100) { nodes { name } }
}`;

const assignedParts = `fragment Assigned on Issue { ${assigned} }`;
const closingParts = `fragment Closings on Issue { ${closings} }`;

const openedResponse = z.object({ id: z.string(), number: z.number() });
const commentResponse = z.object({ id: z.string(), issue: receiptShape.optional() });
const fieldShape = z.object({
  issue: receiptShape.optional(),
  opened: openedResponse.optional(),
  comment: commentResponse.optional(),
  edge: z.object({ comment: commentResponse }).optional(),
  blocked: linkShape.nullish().catch(undefined),
  blocker: linkShape.nullish().catch(undefined),
  parent: linkShape.nullish().catch(undefined),
  child: linkShape.nullish().catch(undefined),
});

/**
 * GitHub allows 80 creations of content a minute, and does not say whether it counts the requests or the mutations in
 * them ([decision 102](docs/decisions/0102-creations-in-one-request.md)).
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
const maxCreations = 20;

/**
 * The first effects that together have at most this many mutations and 20 creations, at least one effect. Where the
 * creations are too many, later effects that create nothing take the room that is left, each after the earlier ones of its
 * own issue.
 */
export function firstBatch(prepared: readonly Prepared[], maxMutations: number): readonly Prepared[] {
  const batch: Prepared[] = [];
  const waiting = new Set<string>();
  let size = 0;
  let creations = 0;
  for (const each of prepared) {
    const { issueId, effect } = each.queued;
    const created = isCreate(effect) ? each.size : 0;
    const fits = size + each.size <= maxMutations && creations + created <= maxCreations;
    if (waiting.has(issueId) || (batch.length > 0 && !fits)) waiting.add(issueId);
    else {
      batch.push(each);
      size += each.size;
      creations += created;
    }
  }
  return batch;
}

/** Undefined if there is nothing to ask for. */
export function batchQuery(
  batch: readonly Prepared[],
  features: Pick<SchemaFeatures, "has">,
): Query | undefined {
  const fields = batch.flatMap(({ mutations }, effect) =>
    mutations.map((mutation, i) => ({
      alias: aliasOf(effect, i),
      ...mutation,
      input: acceptedInput(mutation, features),
    })),
  );
  if (fields.length === 0) return undefined;
  const declared = fields.map(({ alias, inputType }) => `$${alias}: ${inputType}!`).join(", ");
  const lines = fields.map(({ alias, field, ask }) => `  ${alias}: ${field}(input: $${alias}) { ${ask} }`);
  const asks = (part: string): boolean => fields.some(({ ask }) => ask.includes(part));
  const fragments = [
    ...(asks("...Receipt") ? [receiptParts] : []),
    ...(asks("...Assigned") ? [assignedParts] : []),
    ...(asks("...Closings") ? [closingParts] : []),
  ];
  return {
    document: [`mutation Effects(${declared}) {`, ...lines, "}", ...fragments].join("\n"),
    variables: Object.fromEntries(fields.map(({ alias, input }) => [alias, input])),
  };
}

/** The input without what the host does not know. */
function acceptedInput({ input }: Mutation, features: Pick<SchemaFeatures, "has">): Mutation["input"] {
  if (features.has("original when closing")) return input;
  const { [originalInput]: _, ...accepted } = input;
  return accepted;
}

/** The outcome of each effect of a batch that was answered. */
export function resultsOf(
  batch: readonly Prepared[],
  answer: GraphqlResult,
  circumstances: Circumstances,
): readonly WriteResult[] {
  return batch.map(({ queued, mutations }, effect) => {
    const { id } = queued;
    let receipt: WriteReceipt = emptyReceipt;
    for (const [i] of mutations.entries()) {
      const alias = aliasOf(effect, i);
      const problem = answer.problems.find(({ path }) => path?.[0] === alias);
      const isDone = isPresent(answer.data[alias]);
      if (!isDone && (problem === undefined || !isAlreadySo(queued, problem.type, problem.message))) {
        return { id, ok: false, failure: failureOfMutation(problem, answer, circumstances) };
      }
      receipt = isDone ? receiptOf(answer.data[alias]) : receipt;
      if (isDone && keepsOldText(queued, answer.data[alias]))
        return { id, ok: false, failure: { type: "refused", message: keptOldText } };
    }
    if (queued.effect.type === "OpenIssue" && receipt.opened === undefined)
      return {
        id,
        ok: false,
        failure: { type: "unknown", message: "GitHub did not say which issue it is." },
      };
    return { id, ok: true, receipt };
  });
}

const keptOldText = "GitHub answered that it saved the text, and still shows the old one.";

/** GitHub is reported to answer an update that is too long as done. Line ends are not compared: GitHub may change them. */
function keepsOldText({ effect }: QueuedEffect, field: unknown): boolean {
  if (effect.type !== "RestoreText") return false;
  const { data } = z.object({ issue: z.object({ text: z.string() }) }).safeParse(field);
  return data !== undefined && !isSameText(data.issue.text, effect.body);
}

/** @param problem the one of its alias; an error below the alias came after the write */
function failureOfMutation(
  problem: GraphqlProblem | undefined,
  { problems, pausedUntil }: GraphqlResult,
  circumstances: Circumstances,
): Failure {
  const isAfterWrite = (problem?.path?.length ?? 0) > 1;
  const ofAll = problems.find((each) => each.path === undefined && saysQuotaIsSpent(each));
  const said = problem ?? ofAll;
  if (said === undefined || isAfterWrite)
    return { type: "unknown", message: said?.message ?? "There was no response for this write." };
  return pausedUntil === undefined
    ? problemFailure(said, circumstances)
    : quotaFailure(pausedUntil, said.message);
}

const emptyReceipt: WriteReceipt = {
  updatedAt: undefined,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

/** A label is updated and then removed: the last answer shows the issue's state after both. */
function receiptOf(field: unknown): WriteReceipt {
  const answer = fieldShape.safeParse(field);
  if (!answer.success) return emptyReceipt;
  const comment = answer.data.comment ?? answer.data.edge?.comment;
  const issue = answer.data.issue ?? comment?.issue;
  return {
    updatedAt: issue?.updatedAt,
    labels: issue?.labels?.nodes.map(({ name }) => name),
    issueState: issue === undefined ? undefined : toIssueState(issue),
    closedAt: issue?.closedAt ?? undefined,
    ...closedByIn(issue),
    commentId: comment?.id,
    opened: answer.data.opened,
    ...edgeIn(answer.data),
    ...familyIn(answer.data),
    ...assignedIn(field),
  };
}

function closedByIn(issue: z.infer<typeof receiptShape> | undefined): Pick<WriteReceipt, "closedBy"> {
  const closedBy = issue && closerIn(issue);
  return closedBy === undefined ? {} : { closedBy };
}

/** Only if the answer shows who is assigned and since when: otherwise a read does. */
function assignedIn(field: unknown): Pick<WriteReceipt, "assigned"> {
  const { data } = z.object({ issue: assignedReceiptShape }).safeParse(field);
  if (data === undefined) return {};
  const assignees = data.issue.assignees.nodes.map(toActor);
  return { assigned: { assignees, ...assignmentsIn(data.issue) } };
}

function edgeIn({ blocked, blocker }: z.infer<typeof fieldShape>): Pick<WriteReceipt, "edge"> {
  if (blocked == null || blocker == null) return {};
  return { edge: { blocked: toLinkedIssue(blocked), blocker: toLinkedIssue(blocker) } };
}

function familyIn({ parent, child }: z.infer<typeof fieldShape>): Pick<WriteReceipt, "family"> {
  if (parent == null || child == null) return {};
  return { family: { parent: toLinkedIssue(parent), child: toLinkedIssue(child) } };
}

/** The requested outcome already holds: the edge exists or does not, the issue is closed. */
function isAlreadySo({ effect }: QueuedEffect, type: string | undefined, message: string): boolean {
  switch (effect.type) {
    case "AddBlockedBy":
      return /already (?:been )?(?:taken|blocked|exists?|added)/i.test(message);
    case "RemoveBlockedBy":
      return type === "NOT_FOUND" || /not (?:currently )?blocked|does not exist|not found/i.test(message);
    case "AddSubIssue":
      return /duplicate sub-issues/i.test(message);
    case "RemoveSubIssue":
      return type === "NOT_FOUND" || /not (?:currently )?a sub-issue|not found/i.test(message);
    case "CloseIssue":
      return /already closed/i.test(message);
    default:
      return false;
  }
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function aliasOf(effect: number, mutation: number): string {
  return `e${effect}_${mutation}`;
}
