/** Issues and comments: their limits, and what GitHub keeps of an edit. */
import { NotAsked } from "../not-asked.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { RestAnswer } from "../requester.ts";
import type { CreatedIssue, Side } from "../side.ts";

const oneIssue = "PATCH /repos/{owner}/{repo}/issues/{issue_number}";
const comments = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
const oneComment = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
const hide =
  "mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } } }";
/** What GitHub's pages say, and what public reports measured. */
const maxCharacters = 65_536;
const maxBytes = 262_144;

export const textCases: readonly RehearsalCase[] = [
  {
    id: "texts.long-issue",
    question: "Is a new issue refused for its characters or for its bytes, and in which words?",
    creations: 2,
    observe: async (side) => {
      const open = async (body: string) =>
        side.describeRefusal(
          await side.createIssue(side.options.app, { title: "Rehearsal: too long", body }),
        );
      return {
        characters: await open("x".repeat(maxCharacters + 1)),
        bytes: await open("🚂".repeat(maxBytes / 4 + 1)),
      };
    },
  },
  {
    id: "texts.long-edit",
    question: "Is an edit that makes an issue's text too long refused, or answered as if it was made?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("becomes too long", { body: "short", asApp: true });
      const answer = await edit(side, issue, { body: "🚂".repeat(maxBytes / 4 + 1) });
      const { body } = await read(side, issue);
      return { ...side.describeRefusal(answer), isKept: body.body === "short" };
    },
  },
  {
    id: "texts.long-comment",
    question:
      "What is answered to a comment that is one character too long, and to one that is not, of wide characters?",
    creations: 3,
    observe: async (side) => {
      const issue = await side.openIssue("has long comments");
      const comment = (body: string): Promise<RestAnswer> =>
        side.create(side.options.app, comments, { ...at(side, issue), body });
      return {
        characters: side.describeRefusal(await comment("x".repeat(maxCharacters + 1))),
        bytes: side.describeRefusal(await comment("🚂".repeat(maxBytes / 4 + 1))),
      };
    },
  },
  {
    id: "texts.edit-history",
    question: "What shows GraphQL of the App's edit of its own comment: who, and the whole text?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("has an edited comment");
      const made = await side.create(side.options.app, comments, { ...at(side, issue), body: "first" });
      await side.pause();
      await side.options.app.rest(`PATCH ${oneComment}`, {
        ...side.place,
        comment_id: made.body.id,
        body: "second",
      });
      const query = `query ($id: ID!) { node(id: $id) { ... on IssueComment { body lastEditedAt includesCreatedEdit
        editor { __typename } userContentEdits(first: 10) { totalCount nodes { diff deletedAt editor { __typename } } } } } }`;
      const { data, errors, headers } = await side.options.app.graphql(query, { id: made.body.node_id });
      if (errors.length > 0) return side.describeRefusal({ data, errors, headers });
      const { body, lastEditedAt, includesCreatedEdit, editor, userContentEdits } = data.node;
      return {
        body,
        isDated: lastEditedAt !== null,
        includesCreatedEdit,
        editor: editor?.__typename ?? null,
        count: userContentEdits?.totalCount ?? null,
        diffs: (userContentEdits?.nodes ?? []).map((each: { readonly diff: string | null }) => each.diff),
      };
    },
  },
  {
    id: "texts.minimize",
    question: "May the App hide its own comment?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("has a hidden comment");
      const made = await side.create(side.options.app, comments, { ...at(side, issue), body: "hide me" });
      return side.describeRefusal(await side.options.app.graphql(hide, { id: made.body.node_id }));
    },
  },
  {
    id: "texts.updated-at",
    question: "Does it change an issue's `updatedAt` that a comment is edited, hidden or deleted?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("has comments that change");
      const made = await side.create(side.options.app, comments, { ...at(side, issue), body: "change me" });
      const comment = { ...side.place, comment_id: made.body.id };
      const moves = async (change: () => Promise<unknown>): Promise<boolean> => {
        const { body: before } = await read(side, issue);
        await side.pause();
        await change();
        const { body: after } = await read(side, issue);
        return before.updated_at !== after.updated_at;
      };
      const { app } = side.options;
      return {
        edited: await moves(() => app.rest(`PATCH ${oneComment}`, { ...comment, body: "changed" })),
        hidden: await moves(() => app.graphql(hide, { id: made.body.node_id })),
        deleted: await moves(() => app.rest(`DELETE ${oneComment}`, comment)),
      };
    },
  },
  {
    id: "texts.mention",
    question: "Is a person notified whom the App mentions?",
    creations: 2,
    assumed: { reason: "mention" },
    observe: async (side) => {
      const { person, app } = side.options;
      const { body: account } = await person.rest("GET /user");
      const issue = await side.openIssue("mentions somebody", { asApp: true });
      await side.create(app, comments, {
        ...at(side, issue),
        body: `@${account.login}, this is a rehearsal.`,
      });
      for (let attempt = 0; attempt < 20; attempt++) {
        await side.pause();
        const { status, body } = await person.rest("GET /repos/{owner}/{repo}/notifications", {
          ...side.place,
          all: true,
        });
        if (status !== 200)
          throw new NotAsked(`The notifications cannot be read (${status}): the token needs the scope.`);
        const ours = body.find(({ subject }: { readonly subject: { readonly url: string | null } }) =>
          subject.url?.endsWith(`/issues/${issue.number}`),
        );
        if (ours !== undefined) return { reason: String(ours.reason) };
      }
      return { reason: "none" };
    },
  },
  {
    id: "texts.locked",
    question: "May the App comment on a locked issue?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("is locked");
      await side.options.person.rest("PUT /repos/{owner}/{repo}/issues/{issue_number}/lock", at(side, issue));
      return side.describeRefusal(
        await side.create(side.options.app, comments, { ...at(side, issue), body: "still" }),
      );
    },
  },
];

export function at(side: Side, { number }: CreatedIssue) {
  return { ...side.place, issue_number: number };
}

function edit(side: Side, issue: CreatedIssue, changes: object): Promise<RestAnswer> {
  return side.options.app.rest(oneIssue, { ...at(side, issue), ...changes });
}

function read(side: Side, issue: CreatedIssue): Promise<RestAnswer> {
  return side.options.app.rest("GET /repos/{owner}/{repo}/issues/{issue_number}", at(side, issue));
}
