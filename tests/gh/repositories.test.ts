/** Tests `gh repo create`: a second repository, in which issues work as in the first. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gh, ghAs } from "../support/gh.ts";
import { nameOf, startTestHub, type TestHub } from "../support/hub.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version repo", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let world: TestHub;
    const runners: Gh[] = [];
    const as = (login: string, repository: string): Gh => {
      const gh = ghAs(binary, world.hub, world.hub.tokenOf(login), `github.localhost/${repository}`);
      runners.push(gh);
      return gh;
    };
    beforeAll(async () => {
      world = await startTestHub();
    });
    afterAll(async () => {
      for (const gh of runners) gh.close();
      await world.close();
    });

    test("N33 a second repository of the organisation is created, shown and used", async () => {
      const maria = as("maria", "acme/demo");
      const words = ["repo", "create", "acme/second", "--public", "--description", "Another one"];
      expect(await maria.ok(words)).toBe("http://github.localhost/acme/second");
      const there = as("maria", "acme/second");
      const shown = await there.json([
        "repo",
        "view",
        "acme/second",
        "--json",
        "nameWithOwner,description,isPrivate",
      ]);
      expect(shown).toEqual({ nameWithOwner: "acme/second", description: "Another one", isPrivate: false });
      expect(await there.ok(["issue", "create", "--title", "T", "--body", "B", "--label", "bug"])).toMatch(
        /\/acme\/second\/issues\/1$/,
      );
      const told = await world.inOrder();
      expect(told.map(nameOf)).toEqual(["repository.created", "issues.opened", "issues.labeled"]);
      expect((await maria.run(["repo", "create", "acme/second", "--public"])).stderr).toContain(
        "name already exists",
      );
    });

    test("N33 a repository created with a README starts with a commit", async () => {
      await as("maria", "acme/demo").ok(["repo", "create", "acme/third", "--private", "--add-readme"]);
      const { body } = await world.as("maria")("GET", "/repos/acme/third/branches/main");
      expect(body.name).toBe("main");
    });

    test("N33 a user who is not a member cannot create a repository in an organisation", async () => {
      const tried = await as("mallory", "acme/demo").run(["repo", "create", "acme/mine", "--public"]);
      expect(tried.code).toBe(1);
    });
  });
});
