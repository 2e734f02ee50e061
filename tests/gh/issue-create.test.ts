/** Tests `gh issue create` and `gh issue list`: what an agent files is found again. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStage, type Stage, versions } from "./stage.ts";

describe.each(versions)("gh $version issue create and list", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(binary);
      await stage.alice.ok(
        [
          "issue",
          "create",
          "--title",
          "Which port?",
          "--body-file",
          "-",
          "--label",
          "question",
          "--label",
          "bug",
          "--assignee",
          "@me",
        ],
        "### Question\n\nWhich port?\n",
      );
    });
    afterAll(() => stage.close());

    test("an issue is created from a file with labels and assignees", async () => {
      const issue = await stage.alice.json([
        "issue",
        "view",
        "1",
        "--json",
        "title,body,labels,assignees,author,state",
      ]);
      expect(issue).toMatchObject({
        title: "Which port?",
        body: "### Question\n\nWhich port?\n",
        labels: [{ name: "bug" }, { name: "question" }],
        assignees: [{ login: "alice" }],
        author: { login: "alice" },
        state: "OPEN",
      });
    });

    test("the command prints the new issue's URL", async () => {
      const printed = await stage.alice.ok(["issue", "create", "--title", "Second", "--body", ""]);
      expect(printed).toBe("http://github.localhost/acme/demo/issues/2");
    });

    test("a label that does not exist is an error, and no issue is created", async () => {
      const { code, stderr } = await stage.alice.run([
        "issue",
        "create",
        "--title",
        "Odd",
        "--body",
        "x",
        "--label",
        "no-such-label",
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain("'no-such-label' not found");
      expect(await stage.alice.json(["issue", "list", "--json", "number", "--search", "Odd"])).toEqual([]);
    });

    test("a user without a role files an issue whose labels are dropped", async () => {
      await stage.mallory.ok(["issue", "create", "--title", "From outside", "--body", "x", "--label", "bug"]);
      const found = await stage.mallory.json([
        "issue",
        "list",
        "--author",
        "mallory",
        "--json",
        "title,labels",
      ]);
      expect(found).toEqual([{ title: "From outside", labels: [] }]);
    });

    test.each([
      ["by label", ["--label", "question"]],
      ["by two labels", ["--label", "question", "--label", "bug"]],
      ["by assignee", ["--assignee", "@me"]],
      ["by words", ["--search", "which port in:title"]],
      ["by a search in full", ["--search", "label:question assignee:alice sort:created-asc"]],
    ])("issues are listed %s", async (_title, flags) => {
      const found = await stage.alice.json(["issue", "list", ...flags, "--json", "number"]);
      expect(found).toEqual([{ number: 1 }]);
    });

    test("issues are listed by state, newest first, up to the requested number", async () => {
      const { number } = Object(
        await stage.alice.json(["issue", "list", "--limit", "1", "--json", "number", "--jq", ".[0]"]),
      );
      await stage.alice.ok(["issue", "create", "--title", "Done", "--body", "x"]);
      const latest = Number(number) + 1;
      await stage.alice.ok(["issue", "close", String(latest)]);
      const list = (...flags: string[]) =>
        stage.alice.ok(["issue", "list", ...flags, "--json", "number", "--jq", "map(.number)"]);
      expect(JSON.parse(await list("--state", "closed"))).toEqual([latest]);
      expect(JSON.parse(await list("--state", "all", "--limit", "2"))).toEqual([latest, latest - 1]);
      expect(JSON.parse(await list())).not.toContain(latest);
    });

    test("the plain list shows number, state, title and labels", async () => {
      const printed = await stage.alice.ok(["issue", "list", "--label", "question"]);
      expect(printed.split("\t").slice(0, 4)).toEqual(["1", "OPEN", "Which port?", "bug, question"]);
    });

    test("a repository that does not exist is named in the error", async () => {
      const { code, stderr } = await stage.alice.run([
        "issue",
        "list",
        "--repo",
        "github.localhost/acme/nothing",
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain("Could not resolve to a Repository with the name 'acme/nothing'.");
    });
  });
});
