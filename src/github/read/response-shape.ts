/**
 * The shapes of what our GraphQL documents return. Keep `nullable`: a deleted account, an issue that we may
 * not see and a failed field all come as null.
 */
import { z } from "zod";

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const actorShape = z.object({
  __typename: z.enum(["User", "Bot", "Organization", "Mannequin", "EnterpriseUserAccount"]),
  id: z.string(),
  login: z.string(),
});

export type ActorResponse = z.infer<typeof actorShape>;

export const commentShape = z.object({
  id: z.string(),
  url: z.string().optional(),
  body: z.string(),
  createdAt: instant,
  lastEditedAt: instant.nullable(),
  createdViaEmail: z.boolean(),
  isMinimized: z.boolean(),
  author: actorShape.nullable(),
  editor: actorShape.nullable(),
  /** Queried on the first read, and of a task that is blocked. */
  reactionGroups: z.array(z.object({ content: z.string(), viewerHasReacted: z.boolean() })).nullish(),
});
export type CommentResponse = z.infer<typeof commentShape>;

export const commentPageShape = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
  nodes: z.array(commentShape),
});
export type CommentPage = z.infer<typeof commentPageShape>;

/** Reasons that GitHub adds later stay strings; they match none that we know. */
const stateReason = z.string().nullable();
const issueStateShape = { state: z.enum(["OPEN", "CLOSED"]), stateReason };

export const linkShape = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  ...issueStateShape,
  closedAt: instant.nullable(),
  repository: z.object({
    id: z.string(),
    name: z.string(),
    isPrivate: z.boolean(),
    owner: z.object({ login: z.string() }),
  }),
});
export type LinkResponse = z.infer<typeof linkShape>;

export const linkPageShape = z.object({
  totalCount: z.number(),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  nodes: z.array(linkShape.nullable()),
});
export type LinkPage = z.infer<typeof linkPageShape>;

const closingsShape = z.object({
  nodes: z.array(
    z.discriminatedUnion("__typename", [
      z.object({
        __typename: z.literal("ClosedEvent"),
        createdAt: instant,
        actor: actorShape.nullable(),
        /** Empty where it is no pull request. */
        closer: z.object({ __typename: z.string().optional(), author: actorShape.nullish() }).nullish(),
      }),
      z.object({ __typename: z.literal("ReopenedEvent"), createdAt: instant, actor: actorShape.nullish() }),
    ]),
  ),
});

const assignedShape = {
  assignees: z.object({ nodes: z.array(actorShape) }),
  assigning: z.object({
    nodes: z.array(
      z.object({
        __typename: z.enum(["AssignedEvent", "UnassignedEvent"]),
        id: z.string(),
        createdAt: instant,
        actor: actorShape.nullable(),
        assignee: z.object({ id: z.string().optional() }).nullable(),
      }),
    ),
  }),
};
/** As a mutation returns it: whatever is missing there is read. */
export const assignedReceiptShape = z.object(assignedShape);

export const issueShape = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  body: z.string(),
  ...issueStateShape,
  locked: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  closedAt: instant.nullable(),
  lastEditedAt: instant.nullable(),
  author: actorShape.nullable(),
  /** Only for a caller's own reading: the App asks for roles. */
  authorAssociation: z.string().optional(),
  editor: actorShape.nullable(),
  repository: z.object({ id: z.string(), name: z.string(), owner: z.object({ login: z.string() }) }),
  /** Absent if the host does not name it. */
  duplicateOf: linkShape.nullish(),
  issueType: z.object({ name: z.string() }).nullish(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullable(),
  ...assignedShape,
  timelineItems: closingsShape,
  renamings: z.object({
    nodes: z.array(z.object({ createdAt: instant, currentTitle: z.string(), actor: actorShape.nullable() })),
  }),
  deletions: z.object({
    nodes: z.array(
      z.object({
        createdAt: instant,
        actor: actorShape.nullish(),
        deletedCommentAuthor: actorShape.nullable(),
      }),
    ),
  }),
  /** Queried only when an issue is read for the first time. */
  removals: z
    .object({
      nodes: z.array(
        z.object({
          __typename: z.string(),
          createdAt: instant,
          actor: actorShape.nullable(),
          other: linkShape.nullable(),
        }),
      ),
    })
    .optional(),
  /** Absent if the host has no dependencies. */
  blockedBy: linkPageShape.optional(),
  blocking: linkPageShape.optional(),
  /** GitHub limits an issue to a hundred, so one page has all of them. Absent if the host has none. */
  subIssues: linkPageShape.optional(),
  parent: linkShape.nullish(),
  /**
   * Null if we may read no pull requests, absent if the host does not name them; each one that we may not see
   * is null, too.
   */
  closedByPullRequestsReferences: z
    .object({
      nodes: z.array(
        z
          .object({
            number: z.number(),
            state: z.string(),
            createdAt: instant,
            updatedAt: instant,
            headRefName: z.string(),
            isCrossRepository: z.boolean(),
            author: actorShape.nullable(),
          })
          .nullable(),
      ),
    })
    .nullish(),
  comments: commentPageShape,
});
export type IssueResponse = z.infer<typeof issueShape>;

/** An issue's first body, as the oldest of its edits, and the title before it was first renamed. */
export const firstTextShape = z.object({
  issue: z.object({
    includesCreatedEdit: z.boolean(),
    userContentEdits: z
      .object({ nodes: z.array(z.object({ diff: z.string().nullable() }).nullable()) })
      .nullable(),
    timelineItems: z.object({ nodes: z.array(z.object({ previousTitle: z.string() })) }),
  }),
});

/** A pull request where an issue was requested. An issue that we may not see comes as null. */
export const pullShape = z.object({
  author: actorShape.nullish(),
  editor: actorShape.nullish(),
  lastEditedAt: instant.nullish(),
  merged: z.boolean().optional(),
  headRefOid: z.string().optional(),
  baseRefName: z.string().optional(),
  closingIssuesReferences: z
    .object({
      totalCount: z.number(),
      nodes: z.array(z.object({ number: z.number(), repository: z.object({ id: z.string() }) }).nullable()),
    })
    .nullable(),
});
export type PullResponse = z.infer<typeof pullShape>;

/** A page of a repository's issues, with what shows whether they are ours. */
export const newestIssuesShape = z.object({
  repository: z.object({
    issues: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(
        z.object({
          id: z.string(),
          number: z.number(),
          body: z.string(),
          createdAt: instant,
          lastEditedAt: instant.nullable(),
          author: actorShape.nullable(),
          editor: actorShape.nullable(),
        }),
      ),
    }),
  }),
});

/** A mutation's result for the issue that it changed. */
export const receiptShape = z.object({
  updatedAt: instant,
  closedAt: instant.nullish(),
  ...issueStateShape,
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullable(),
  /** Only after a closing. */
  timelineItems: closingsShape.optional().catch(undefined),
});
