/** Tests `gh issue view`, `comment`, `close`, `reopen`, `edit`, `delete`, `lock`, `status`. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { numberIn } from "./cast.ts";
import { openStage, type Stage, versions } from "./stage.ts";

/** Fields that both 2.23 and 2.46 have; `--json` without fields lists them. */
const fields =
  "assignees,author,body,closed,closedAt,comments,createdAt,id,labels,milestone,number,projectCards,reactionGroups,state,title,updatedAt,url";

describe.each(versions)("gh $version issue", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let stage: Stage;
    let number: string;
    beforeAll(async () => {
      stage = await openStage(binary);
    });
    beforeEach(async () => {
      const url = await stage.alice.ok([
        "issue",
        "create",
        "--title",
        "Old title",
        "--body",
        "Old body",
        "--label",
        "bug",
      ]);
      number = numberIn(url);
    });
    afterAll(() => stage.close());

    const view = (asked: string) => stage.alice.json(["issue", "view", number, "--json", asked]);

    test("view shows every field that gh has", async () => {
      await stage.mallory.ok(["issue", "comment", number, "--body", "Me too"]);
      const listed = (await stage.alice.run(["issue", "view", number, "--json"])).stderr;
      const known = [...listed.matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1]);
      expect(known).toEqual(expect.arrayContaining(fields.split(",")));
      const issue = await view(known.join(","));
      expect(issue).toMatchObject({
        number: Number(number),
        title: "Old title",
        closed: false,
        closedAt: null,
        milestone: null,
        projectCards: [],
        comments: [
          { author: { login: "mallory" }, body: "Me too", isMinimized: false, authorAssociation: "NONE" },
        ],
        url: `http://github.localhost/acme/demo/issues/${number}`,
      });
    });

    test("S0.103 view shows the text and its comments", async () => {
      await stage.alice.ok(["issue", "comment", number, "--body", "First"]);
      await stage.maria.ok(["issue", "comment", number, "--body-file", "-"], "Second\n");
      const printed = await stage.alice.ok(["issue", "view", number, "--comments"]);
      expect(printed.indexOf("First")).toBeGreaterThan(0);
      expect(printed.indexOf("Second")).toBeGreaterThan(printed.indexOf("First"));
      expect(await stage.alice.ok(["issue", "view", number])).toContain("Old body");
    });

    test("comment prints the comment's URL", async () => {
      const printed = await stage.alice.ok(["issue", "comment", number, "--body", "Hi"]);
      expect(printed).toMatch(new RegExp(`/acme/demo/issues/${number}#issuecomment-\\d+$`));
    });

    test("close adds a reason and a comment; reopen reverts it", async () => {
      await stage.alice.ok(["issue", "close", number, "--reason", "not planned", "--comment", "Never mind"]);
      expect(await view("state,closed,comments")).toMatchObject({
        state: "CLOSED",
        closed: true,
        comments: [{ body: "Never mind" }],
      });
      const rest = ["api", `repos/acme/demo/issues/${number}`, "--jq", ".state_reason"];
      expect(await stage.alice.ok(rest)).toBe("not_planned");
      await stage.alice.ok(["issue", "reopen", number]);
      expect(await stage.alice.ok(rest)).toBe("reopened");
      expect(await view("state")).toEqual({ state: "OPEN" });
    });

    test("edit changes title, body, labels and assignees", async () => {
      await stage.alice.ok(["issue", "edit", number, "--title", "New title", "--body-file", "-"], "New body");
      await stage.alice.ok([
        "issue",
        "edit",
        number,
        "--add-label",
        "question",
        "--remove-label",
        "bug",
        "--add-assignee",
        "bob,@me",
      ]);
      expect(await view("title,body,labels,assignees")).toMatchObject({
        title: "New title",
        body: "New body",
        labels: [{ name: "question" }],
        assignees: [{ login: "alice" }, { login: "bob" }],
      });
      await stage.alice.ok(["issue", "edit", number, "--remove-assignee", "bob"]);
      expect(await view("assignees")).toMatchObject({ assignees: [{ login: "alice" }] });
    });

    test("status shows the user's own issues", async () => {
      await stage.alice.ok(["issue", "edit", number, "--title", `Mine ${number}`]);
      const printed = await stage.alice.ok(["issue", "status"]);
      expect(printed.slice(printed.indexOf("Issues opened by you"))).toContain(`Mine ${number}`);
    });

    test("lock keeps users without write access from commenting until unlock", async () => {
      await stage.alice.ok(["issue", "lock", number, "--reason", "resolved"]);
      const refused = await stage.mallory.run(["issue", "comment", number, "--body", "But"]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain("Unable to create comment because issue is locked.");
      await stage.alice.ok(["issue", "unlock", number]);
      await stage.mallory.ok(["issue", "comment", number, "--body", "Thanks"]);
    });

    test("only an administrator can delete", async () => {
      const refused = await stage.alice.run(["issue", "delete", number, "--yes"]);
      expect(refused.stderr).toContain(
        "alice does not have the correct permissions to execute `DeleteIssue`",
      );
      await stage.maria.ok(["issue", "delete", number, "--yes"]);
      const gone = await stage.alice.run(["issue", "view", number]);
      expect(gone.stderr).toContain(
        `Could not resolve to an issue or pull request with the number of ${number}.`,
      );
    });
    test.each([
      ["close", ["close"], "CloseIssue"],
      ["edit a title", ["edit", "--title", "Mine"], "UpdateIssue"],
      ["label", ["edit", "--add-label", "question"], "AddLabelsToLabelable"],
    ])("a user without a role cannot %s", async (_title, [command = "", ...flags], operation) => {
      const { code, stderr } = await stage.mallory.run(["issue", command, number, ...flags]);
      expect(code).toBe(1);
      expect(stderr).toContain(`mallory does not have the correct permissions to execute \`${operation}\``);
      expect(await view("state,title,labels")).toMatchObject({
        state: "OPEN",
        title: "Old title",
        labels: [{ name: "bug" }],
      });
    });
  });
});
