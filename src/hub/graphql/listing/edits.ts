/** The versions of an issue's body in GraphQL. GitHub calls the whole text of a version its `diff`. */
import { editsOfIssue, type IssueEdit } from "../../state/issues/edits.ts";
import type { Issue } from "../../state/issues/issues.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, composite } from "../executor/entity.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { accountById } from "../records.ts";
import { connection, listingOf } from "./paging/connection.ts";

export function userContentEdits(issue: Issue, args: Args, { core }: ResolverContext): Composite {
  return connection(listingOf(editsOfIssue(core.state, issue.id)), args, (edit: IssueEdit) =>
    composite({
      id: edit.nodeId,
      createdAt: edit.createdAt,
      editedAt: edit.createdAt,
      updatedAt: edit.createdAt,
      deletedAt: null,
      deletedBy: null,
      diff: edit.body,
      editor: () => accountById(core, edit.editorId),
    }),
  );
}
