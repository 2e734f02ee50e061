/** Comments in GraphQL; `editor` and `lastEditedAt` say whether a comment was edited, and by whom. */
import { associationOf } from "../../present/issues/issue.ts";
import { entity } from "../executor/entity.ts";
import { objectType } from "../executor/object-type.ts";
import { issueOrPull } from "../issue-or-pull.ts";
import { reactionConnection, reactionGroups } from "../listing/reactions.ts";
import {
  accountById,
  commentPath,
  int32,
  issueOfComment,
  plainText,
  repositoryOfRecord,
} from "../records.ts";
import { viewerCan, viewerCanEdit, viewerDidAuthor } from "../viewer-rights.ts";

export const issueCommentType = objectType("IssueComment", {
  id: (comment) => comment.nodeId,
  databaseId: (comment) => int32(comment.id),
  fullDatabaseId: (comment) => String(comment.id),
  body: (comment) => comment.body,
  bodyText: (comment) => plainText(comment.body),
  author: (comment, _args, { core }) => accountById(core, comment.authorId),
  authorAssociation: (comment, _args, { core }) =>
    associationOf(core, repositoryOfRecord(core, comment), comment.authorId),
  editor: (comment, _args, { core }) => comment.editorId && accountById(core, comment.editorId),
  lastEditedAt: (comment) => comment.lastEditedAt,
  includesCreatedEdit: (comment) => comment.lastEditedAt !== null,
  createdViaEmail: (comment) => comment.byMail,
  createdAt: (comment) => comment.createdAt,
  publishedAt: (comment) => comment.createdAt,
  updatedAt: (comment) => comment.updatedAt,
  isMinimized: (comment) => comment.minimizedReason !== null,
  minimizedReason: (comment) => comment.minimizedReason,
  url: (comment, _args, { core }) => core.site.web + commentPath(core, comment),
  resourcePath: (comment, _args, { core }) => commentPath(core, comment),
  issue: (comment, _args, { core }) => entity("Issue", issueOfComment(core, comment)),
  pullRequest: (comment, _args, { core }) => {
    const subject = issueOrPull(core, issueOfComment(core, comment));
    return subject.typename === "PullRequest" ? subject : null;
  },
  repository: (comment, _args, { core }) => entity("Repository", repositoryOfRecord(core, comment)),
  reactionGroups: (comment, _args, viewing) => reactionGroups(viewing, "comment", comment.id),
  reactions: (comment, args, viewing) => reactionConnection(viewing, "comment", comment.id, args),
  viewerDidAuthor: (comment, _args, viewing) => viewerDidAuthor(viewing, comment),
  viewerCanUpdate: (comment, _args, viewing) => viewerCanEdit(viewing, comment),
  viewerCanDelete: (comment, _args, viewing) => viewerCanEdit(viewing, comment),
  viewerCanMinimize: (comment, _args, viewing) => viewerCan(viewing, comment, "moderate"),
  viewerCanReact: (comment, _args, viewing) => viewerCan(viewing, comment, "participate"),
});
