/**
 * The parts of webhook payloads that we read, by event. The event's name is outside the signature, so never
 * trust it alone: a payload must have its event's fields and none that only a different event has.
 */
import { z } from "zod";
import { repositoryShape } from "../identity/repositories.ts";

const issue = z.object({ node_id: z.string().min(1), pull_request: z.unknown().optional() });
/** The fields by which a delivery is compared; one that lacks them needs a read. */
const versioned = issue.extend({ updated_at: z.iso.datetime({ offset: true }).optional().catch(undefined) });
const numbered = versioned.extend({ number: z.int().nonnegative() });
const written = numbered.extend({
  title: z.string().optional().catch(undefined),
  body: z.string().nullish().catch(undefined),
  state_reason: z.string().nullish().catch(undefined),
});
/** Both ends of a transfer, as reported by this side. */
const transfer = z.object({
  new_issue: numbered.optional(),
  new_repository: z.object({ node_id: z.string().min(1) }).optional(),
  old_repository: z
    .object({ node_id: z.string().min(1) })
    .nullish()
    .catch(undefined),
  old_issue: issue.extend({ number: z.int().positive().optional().catch(undefined) }).nullish(),
});
/** A type that we do not know counts as one that cannot act: GitHub adds to its lists without notice. */
const account = z.object({
  node_id: z.string().min(1),
  login: z.string(),
  type: z.enum(["User", "Bot", "Organization", "Mannequin", "EnterpriseUserAccount"]).catch("Mannequin"),
});
const comment = z.object({
  id: z.number().int().optional(),
  node_id: z.string().min(1),
  body: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  user: account.nullable(),
});
const pull = z.object({
  number: z.number().int().positive(),
  body: z.string().nullish().catch(undefined),
});
const checkRun = z.object({
  node_id: z.string().min(1),
  head_sha: z.string().min(1),
  /** Ours are shorter; any App may write one into its runs, of any length. */
  external_id: z.string().max(1_000).nullish().catch(undefined),
  completed_at: z.iso.datetime({ offset: true }).nullish(),
  app: z.object({ id: z.number() }).nullable(),
});
/** Seconds in some payloads, an ISO date in others. */
const pushedAt = z
  .union([
    z.number().transform((seconds) => seconds * 1_000),
    z.iso.datetime({ offset: true }).transform(Date.parse),
  ])
  .nullish()
  .catch(undefined);
const somewhere = z.object({ node_id: z.string() }).nullish();
/** One of the two issues of a delivery: GitHub may leave out the one that its receiver may not see. */
const end = issue.nullish();
const inRepository = {
  repository: repositoryShape,
  installation: z.object({ id: z.number() }),
};
const appInstallation = z.object({ id: z.number(), app_id: z.number() });

const of = <Name extends string, Shape extends z.ZodRawShape>(event: Name, shape: Shape) =>
  z.object({ event: z.literal(event), payload: z.object(shape) });

/**
 * GitHub's description requires no `repository` of a delivery about sub-issues. One without is about the issue whose
 * repository it has, and the other issue gets a delivery of its own.
 */
function inRepositoryOfAnEnd(given: unknown): unknown {
  const payload: Readonly<Record<string, unknown>> = { ...Object(given) };
  if (payload.repository != null) return given;
  const { sub_issue_repo, parent_issue_repo } = payload;
  if (sub_issue_repo != null) return { ...payload, repository: sub_issue_repo, parent_issue: undefined };
  return { ...payload, repository: parent_issue_repo, sub_issue: undefined };
}

const hasAnEnd = { error: "neither of its issues is there" };

/** Every action is a reason to look, also one that GitHub adds later. */
const payloadShape = z.discriminatedUnion("event", [
  of("issues", {
    ...inRepository,
    action: z.string(),
    issue: written,
    changes: transfer.optional(),
    label: z.object({ name: z.string() }).optional().catch(undefined),
    assignee: z.object({ node_id: z.string() }).nullish().catch(undefined),
    sender: account.optional().catch(undefined),
  }),
  of("issue_comment", {
    ...inRepository,
    action: z.string(),
    issue: versioned.extend({ number: z.int().positive() }),
    comment,
    sender: account,
  }),
  z.object({
    event: z.literal("issue_dependencies"),
    payload: z
      .object({
        ...inRepository,
        action: z.string(),
        blocked_issue: end,
        blocking_issue: end,
        blocked_issue_repo: somewhere,
        blocking_issue_repo: somewhere,
      })
      .refine(({ blocked_issue, blocking_issue }) => blocked_issue ?? blocking_issue, hasAnEnd),
  }),
  z.object({
    event: z.literal("sub_issues"),
    payload: z.preprocess(
      inRepositoryOfAnEnd,
      z
        .object({
          ...inRepository,
          action: z.string(),
          sub_issue: end,
          parent_issue: end,
          sub_issue_repo: somewhere,
          parent_issue_repo: somewhere,
        })
        .refine(({ sub_issue, parent_issue }) => sub_issue ?? parent_issue, hasAnEnd),
    ),
  }),
  of("label", { ...inRepository, action: z.string(), label: z.object({ name: z.string() }) }),
  z.object({
    event: z.literal("push"),
    payload: z.object({
      ...inRepository,
      repository: repositoryShape.extend({ default_branch: z.string(), pushed_at: pushedAt }),
      ref: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
      forced: z.boolean().optional().catch(undefined),
      commits: z.unknown().optional(),
      sender: account.optional(),
    }),
  }),
  of("pull_request", {
    ...inRepository,
    action: z.string(),
    pull_request: pull,
    sender: account.optional().catch(undefined),
  }),
  of("pull_request_review", {
    ...inRepository,
    action: z.string(),
    pull_request: pull,
    review: z.object({}),
  }),
  of("pull_request_review_thread", {
    ...inRepository,
    action: z.string(),
    pull_request: pull,
    thread: z.object({}),
  }),
  of("check_run", {
    ...inRepository,
    action: z.string(),
    check_run: checkRun,
    requested_action: z.object({ identifier: z.string() }).optional(),
    sender: account,
  }),
  of("merge_group", { ...inRepository, action: z.string(), merge_group: z.object({ head_ref: z.string() }) }),
  of("repository", { ...inRepository, action: z.string() }),
  of("installation", { action: z.string(), installation: appInstallation }),
  of("installation_repositories", {
    action: z.string(),
    installation: appInstallation,
    repositories_added: z.array(z.unknown()),
  }),
]);

export type WebhookPayload = z.infer<typeof payloadShape>;
export type PayloadOf<Name extends EventName> = Extract<WebhookPayload, { event: Name }>["payload"];
type EventName = WebhookPayload["event"];

/** Fields that only some events have. Finding one in a different event reveals a changed event name. */
const subjects = [
  "issue",
  "comment",
  "label",
  "ref",
  "blocked_issue",
  "blocking_issue",
  "sub_issue",
  "parent_issue",
  "pull_request",
  "review",
  "thread",
  "check_run",
  "merge_group",
  "repositories_added",
] as const;
const ownSubjects: Readonly<Record<EventName, readonly (typeof subjects)[number][]>> = {
  issues: ["issue", "label"],
  issue_comment: ["issue", "comment"],
  issue_dependencies: ["blocked_issue", "blocking_issue"],
  sub_issues: ["sub_issue", "parent_issue"],
  label: ["label"],
  push: ["ref"],
  pull_request: ["pull_request", "label"],
  pull_request_review: ["pull_request", "review"],
  pull_request_review_thread: ["pull_request", "thread"],
  check_run: ["check_run"],
  merge_group: ["merge_group"],
  repository: [],
  installation: [],
  installation_repositories: ["repositories_added"],
};

/** The payload with its event, or why there is none. Never throws. */
export function parseWebhookPayload(event: string, payload: unknown): WebhookPayload | string {
  if (!isEventName(event)) return `No rule handles ${JSON.stringify(event.slice(0, 60))}.`;
  if (typeof payload !== "object" || payload === null) return "The payload is not an object.";
  const foreign = subjects.find((key) => Object.hasOwn(payload, key) && !ownSubjects[event].includes(key));
  if (foreign !== undefined) return `The ${event} payload has ${foreign}, which that event never has.`;
  const result = payloadShape.safeParse({ event, payload });
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0] ?? { path: [], message: "unreadable" };
  return `The payload is not a ${event} payload: ${path.slice(1).join(".")}: ${message}`.slice(0, 300);
}

function isEventName(event: string): event is EventName {
  return Object.hasOwn(ownSubjects, event);
}
