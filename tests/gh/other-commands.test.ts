/** Tests `gh label`, `gh api`, `gh search issues` and `gh repo view`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStage, type Stage, versions } from "./stage.ts";

const labelPages =
  'query($endCursor: String) { repository(owner: "acme", name: "demo") { labels(first: 4, after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }';

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(binary);
      await stage.alice.ok(["issue", "create", "--title", "Findable", "--body", "needle", "--label", "bug"]);
    });
    afterAll(() => stage.close());

    test("labels are created, listed, edited and deleted", async () => {
      const { alice } = stage;
      await alice.ok(["label", "create", "status:blocked", "--color", "d73a4a", "--description", "Waits"]);
      const named = ["label", "list", "--search", "blocked", "--json", "name,color,description"];
      expect(await alice.json(named)).toEqual([
        { name: "status:blocked", color: "d73a4a", description: "Waits" },
      ]);
      await alice.ok(["label", "edit", "status:blocked", "--color", "0e8a16"]);
      expect(await alice.json(named)).toMatchObject([{ color: "0e8a16" }]);
      await alice.ok(["label", "delete", "status:blocked", "--yes"]);
      expect(await alice.ok(["label", "list", "--search", "blocked"])).toBe("");
    });

    test("creating a label twice is refused unless forced", async () => {
      const again = ["label", "create", "bug", "--color", "00ff00"];
      const { code, stderr } = await stage.alice.run(again);
      expect(code).toBe(1);
      expect(stderr).toContain('label with name "bug" already exists');
      await stage.alice.ok([...again, "--force"]);
    });

    test("a user without a role cannot create labels", async () => {
      const { code, stderr } = await stage.mallory.run(["label", "create", "mine"]);
      expect(code).toBe(1);
      expect(stderr).toContain("HTTP 403");
    });

    test("api reads REST page by page", async () => {
      const printed = await stage.alice.ok([
        "api",
        "repos/acme/demo/labels?per_page=4",
        "--paginate",
        "--jq",
        ".[].name",
      ]);
      expect(printed.split("\n")).toHaveLength(9);
    });

    test("api reads GraphQL page by page", async () => {
      const printed = await stage.alice.ok([
        "api",
        "graphql",
        "--paginate",
        "-f",
        `query=${labelPages}`,
        "--jq",
        ".data.repository.labels.nodes[].name",
      ]);
      expect(new Set(printed.split("\n")).size).toBe(9);
    });

    test("api relates issues by their numeric id", async () => {
      const { alice } = stage;
      await alice.ok(["issue", "create", "--title", "Blocker", "--body", "x"]);
      const id = await alice.ok(["api", "repos/acme/demo/issues/2", "--jq", ".id"]);
      await alice.ok(["api", "repos/acme/demo/issues/1/dependencies/blocked_by", "-F", `issue_id=${id}`]);
      const query =
        'query={ repository(owner: "acme", name: "demo") { issue(number: 1) { blockedBy(first: 5) { nodes { number } } } } }';
      const printed = await alice.ok([
        "api",
        "graphql",
        "-f",
        query,
        "--jq",
        ".data.repository.issue.blockedBy.nodes[0].number",
      ]);
      expect(printed).toBe("2");
    });

    test("api shows a refused mutation and exits with 1", async () => {
      const repository = await stage.alice.ok(["api", "repos/acme/demo", "--jq", ".node_id"]);
      const { code, stdout, stderr } = await stage.mallory.run([
        "api",
        "graphql",
        "-f",
        `query=mutation { createLabel(input: { repositoryId: "${repository}", name: "x", color: "000000" }) { label { id } } }`,
      ]);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        data: { createLabel: null },
        errors: [{ type: "FORBIDDEN", path: ["createLabel"] }],
      });
      expect(stderr).toContain("does not have the correct permissions");
    });

    test("search finds issues by words and qualifiers", async () => {
      const found = await stage.alice.json([
        "search",
        "issues",
        "needle",
        "--repo",
        "acme/demo",
        "--label",
        "bug",
        "--state",
        "open",
        "--json",
        "number,title",
      ]);
      expect(found).toEqual([{ number: 1, title: "Findable" }]);
    });

    test("repo view shows the description and the readme", async () => {
      const printed = await stage.alice.ok(["repo", "view", "acme/demo"]);
      expect(printed).toContain("Where agents and people work together");
      expect(printed).toContain("Agents and people work here through issues.");
      const asked =
        "name,nameWithOwner,owner,description,isPrivate,visibility,viewerPermission,hasIssuesEnabled,defaultBranchRef,assignableUsers,issues,labels,url";
      const known = asked.split(",").filter((field) => binary.version !== "2.23.0" || field !== "visibility");
      expect(await stage.alice.json(["repo", "view", "acme/demo", "--json", known.join(",")])).toMatchObject({
        nameWithOwner: "acme/demo",
        owner: { login: "acme" },
        isPrivate: false,
        viewerPermission: "WRITE",
        defaultBranchRef: { name: "main" },
        assignableUsers: [{ login: "maria" }, { login: "alice" }, { login: "bob" }],
      });
    });

    test("repo list shows what an owner has", async () => {
      expect(await stage.alice.json(["repo", "list", "acme", "--json", "nameWithOwner"])).toEqual([
        { nameWithOwner: "acme/demo" },
      ]);
    });

    test("what the hub lacks is an explicit error", async () => {
      const { code, stderr } = await stage.alice.run(["release", "list"]);
      expect(code).toBe(1);
      expect(stderr).toContain("not implemented by the hub: Repository.releases");
    });
  });
});
