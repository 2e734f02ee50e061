/** What GitHub's own page makes of an issue form, which only a person can submit. */
import { NotAsked } from "../not-asked.ts";
import { commitFile } from "../proposals.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";

export const formFile = ".github/ISSUE_TEMPLATE/signalbox-rehearsal.yml";
/** One field of each type that our forms have. */
const form = `name: Rehearsal
description: Deleted at the end of the rehearsal.
title: "Rehearsal: form"
body:
  - type: textarea
    id: goal
    attributes: { label: Goal }
  - type: input
    id: empty
    attributes: { label: Blocked by }
  - type: dropdown
    id: urgency
    attributes: { label: Urgency, options: [blocking, normal] }
  - type: dropdown
    id: several
    attributes: { label: Roles, multiple: true, options: [backend, frontend, docs] }
  - type: checkboxes
    id: boxes
    attributes: { label: Checks, options: [{ label: first }, { label: second }] }
  - type: textarea
    id: code
    attributes: { label: Log, render: shell }
`;

export const formCases: readonly RehearsalCase[] = [
  {
    id: "form.body",
    question: "Which body does the web form make: line ends, boxes, several choices, fields left empty?",
    creations: 2,
    assumed: {
      hasCarriageReturns: false,
      lines: [
        "### Goal",
        "",
        "One line.",
        "Another line.",
        "",
        "### Blocked by",
        "",
        "_No response_",
        "",
        "### Urgency",
        "",
        "normal",
        "",
        "### Roles",
        "",
        "backend, docs",
        "",
        "### Checks",
        "",
        "- [x] first",
        "- [ ] second",
        "",
        "### Log",
        "",
        "```shell",
        "npm test",
        "```",
      ],
    },
    observe: async (side) => {
      const { waitForPerson, webUrl, app, person } = side.options;
      if (waitForPerson === undefined) throw new NotAsked("Nobody is at the terminal.");
      const { owner, repo } = side.place;
      const { body: repository } = await person.rest("GET /repos/{owner}/{repo}", side.place);
      await commitFile(side, repository.default_branch, formFile, form);
      side.leftovers.add(formFile, async () => {
        const route = "GET /repos/{owner}/{repo}/contents/{path}";
        const { body } = await person.rest(route, { ...side.place, path: formFile });
        const message = "End the rehearsal";
        const file = { path: formFile, sha: body.sha, message };
        return side.tryDelete("DELETE /repos/{owner}/{repo}/contents/{path}", file);
      });
      const last = await side.lastDelivery();
      const filled = new URLSearchParams({
        template: "signalbox-rehearsal.yml",
        title: "Rehearsal: form",
        goal: "One line.\nAnother line.",
        code: "npm test",
      });
      await waitForPerson(
        `Open ${webUrl}/${owner}/${repo}/issues/new?${filled}, choose the urgency "normal", the roles "backend" and "docs", and the first box, leave "Blocked by" empty, and submit it.`,
      );
      const opened = await side.deliveriesSince(last, (news) =>
        news.some(({ name }) => name === "issues.opened"),
      );
      const issue = opened.find(({ name }) => name === "issues.opened")?.payload.issue;
      if (issue === undefined) throw new NotAsked("No issue was opened.");
      side.expectIssue(issue.number, issue.node_id);
      const { body } = await app.rest("GET /repos/{owner}/{repo}/issues/{issue_number}", {
        ...side.place,
        issue_number: issue.number,
      });
      const text = String(body.body);
      const lines = text.trimEnd().split(/\r?\n/);
      return { hasCarriageReturns: text.includes("\r"), lines: lines.map((line) => side.scrub(line)) };
    },
  },
];
