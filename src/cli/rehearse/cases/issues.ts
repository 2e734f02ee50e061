/** Labels, assignments, types, closing, and what is delivered about an issue. */

import { isSameNode } from "../../../base/node-id.ts";
import { NotAsked } from "../not-asked.ts";
import { describeShape } from "../observation.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import { at } from "./texts.ts";

const labels = "POST /repos/{owner}/{repo}/labels";

export const issueCases: readonly RehearsalCase[] = [
  {
    id: "issues.long-label",
    question: "Which label names and descriptions are too long?",
    creations: 3,
    observe: async (side) => {
      const make = async (length: number, described: number) =>
        side.describeRefusal(
          await side.createLabel({
            name: "r".repeat(length),
            description: "d".repeat(described),
            color: "ededed",
          }),
        );
      return { name51: await make(51, 0), described101: await make(10, 101), largest: await make(50, 100) };
    },
  },
  {
    id: "issues.twice-reacted",
    question: "What is answered to the same reaction again?",
    creations: 3,
    observe: async (side) => {
      const issue = await side.openIssue("gets a reaction");
      const react = () =>
        side.create(side.options.app, "POST /repos/{owner}/{repo}/issues/{issue_number}/reactions", {
          ...at(side, issue),
          content: "eyes",
        });
      return [(await react()).status, (await react()).status];
    },
  },
  {
    id: "issues.assign-unknown",
    question: "What becomes of an assignment to an account that cannot be assigned?",
    creations: 1,
    observe: async (side) => {
      const issue = await side.openIssue("is assigned to nobody");
      const answer = await side.options.person.rest(
        "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
        {
          ...at(side, issue),
          assignees: ["ghost"],
        },
      );
      return { ...side.describeRefusal(answer), assignees: answer.body?.assignees?.length ?? null };
    },
  },
  {
    id: "issues.duplicate",
    question: "Does closing as a duplicate by the App name the original?",
    creations: 2,
    observe: async (side) => {
      const [issue, original] = [
        await side.openIssue("is a duplicate"),
        await side.openIssue("is the original"),
      ];
      const mutation = `mutation ($id: ID!, $of: ID!) { closeIssue(input: { issueId: $id, stateReason: DUPLICATE, duplicateIssueId: $of }) {
        issue { state stateReason(enableDuplicate: true) duplicateOf { id } } } }`;
      const variables = { id: issue.nodeId, of: original.nodeId };
      const { data, errors, headers } = await side.options.app.graphql(mutation, variables);
      if (errors.length > 0) return side.describeRefusal({ data, errors, headers });
      const { state, stateReason, duplicateOf } = data.closeIssue.issue;
      return { state, stateReason, isNamed: isSameNode(duplicateOf?.id ?? "", original.nodeId) };
    },
  },
  {
    id: "issues.archived-label",
    question: "May the App add a label that a person archived?",
    creations: 2,
    // It is tried like any other, and a refusal is told.
    assumed: { type: "none" },
    observe: async (side) => {
      const { waitForPerson, webUrl, app } = side.options;
      if (waitForPerson === undefined) throw new NotAsked("Nobody is at the terminal.");
      const { owner, repo } = side.place;
      const issue = await side.openIssue("gets an archived label");
      const { body: label } = await side.createLabel({ name: "rehearsal-archived", color: "ededed" });
      await waitForPerson(`Open ${webUrl}/${owner}/${repo}/labels and archive "rehearsal-archived".`);
      const mutation = `mutation ($id: ID!, $labels: [ID!]!) {
        addLabelsToLabelable(input: { labelableId: $id, labelIds: $labels }) { clientMutationId } }`;
      return side.describeRefusal(await app.graphql(mutation, { id: issue.nodeId, labels: [label.node_id] }));
    },
  },
  {
    id: "issues.types",
    question: "May the App read the organisation's issue types?",
    creations: 0,
    observe: async (side) => {
      const query =
        "query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { issueTypes(first: 10) { nodes { id name } } } }";
      return side.describeRefusal(await side.options.app.graphql(query, side.place));
    },
  },
  {
    id: "issues.renamed",
    question: "What shows the timeline of a rename by the App?",
    creations: 1,
    observe: async (side) => {
      const issue = await side.openIssue("has one name", { asApp: true });
      await side.options.app.rest("PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
        ...at(side, issue),
        title: "Rehearsal: has another name",
      });
      const query = `query ($id: ID!) { node(id: $id) { ... on Issue { timelineItems(last: 5, itemTypes: [RENAMED_TITLE_EVENT]) {
        nodes { ... on RenamedTitleEvent { previousTitle currentTitle actor { __typename } } } } } } }`;
      const { data } = await side.options.app.graphql(query, { id: issue.nodeId });
      return data.node.timelineItems.nodes;
    },
  },
  {
    id: "issues.opened-delivery",
    question: "Which parts has the delivery about a new issue?",
    creations: 1,
    observe: async (side) => {
      const last = await side.lastDelivery();
      await side.openIssue("is delivered", { body: "Its text." });
      const seen = await side.deliveriesSince(last, (news) =>
        news.some(({ name }) => name === "issues.opened"),
      );
      const opened = seen.find(({ name }) => name === "issues.opened");
      return opened === undefined ? null : describeShape(opened.payload);
    },
  },
  {
    id: "issues.label-again",
    question: "Is a label that exists already refused, and with which code?",
    creations: 2,
    observe: async (side) => {
      const label = { name: "rehearsal-twice", color: "ededed" };
      await side.createLabel(label);
      const again = await side.create(side.options.app, labels, { ...side.place, ...label });
      return { status: again.status, code: String(again.body?.errors?.[0]?.code ?? "none") };
    },
  },
];
