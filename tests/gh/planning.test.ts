/** Tests `gh` with milestones, pins and requested reviewers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gh, ghAs, ghIn, overProxy } from "../support/gh.ts";
import { cloneFrom } from "../support/git.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let world: TestHub;
    let alice: Gh;
    beforeAll(async () => {
      world = await startTestHub();
      alice = ghAs(binary, world.hub, world.hub.tokenOf("alice"), "github.localhost/acme/demo");
    });
    afterAll(async () => {
      alice.close();
      await world.close();
    });

    test("N34 gh sets and removes an issue's milestone, and lists by it", async () => {
      await world.as("alice")("POST", "/repos/acme/demo/milestones", { title: "v1" });
      await alice.ok(["issue", "create", "--title", "One", "--body", "B", "--milestone", "v1"]);
      await alice.ok(["issue", "create", "--title", "Two", "--body", "B"]);
      const inIt = () => alice.json(["issue", "list", "--milestone", "v1", "--json", "title"]);
      expect(await inIt()).toEqual([{ title: "One" }]);
      await alice.ok(["issue", "edit", "2", "--milestone", "v1"]);
      expect(await alice.json(["issue", "view", "2", "--json", "milestone"])).toMatchObject({
        milestone: { title: "v1", number: 1 },
      });
      expect(await inIt()).toHaveLength(2);
    });

    test("N34 gh pins and unpins an issue", async () => {
      await alice.ok(["issue", "pin", "1"]);
      const { body } = await world.as("alice")("GET", "/repos/acme/demo/issues/1/events");
      expect(body.at(-1)).toMatchObject({ event: "pinned" });
      await alice.ok(["issue", "unpin", "1"]);
    });

    test("N34 gh requests a review when it opens a pull request, and later", async () => {
      const token = world.hub.tokenOf("alice");
      const place = { repository: "acme/demo", env: overProxy(world.hub), site: "http://github.localhost" };
      const clone = await cloneFrom(world.hub, { login: "alice", token, ...place });
      const there = ghIn(binary, world.hub, token, clone);
      await clone.run("checkout", "--quiet", "-b", "work");
      await clone.commit("Work", { "w.txt": "w\n" });
      await clone.run("push", "--quiet", "--set-upstream", "origin", "work");
      const url = await there.ok(["pr", "create", "--title", "P", "--body", "B", "--reviewer", "bob"]);
      there.close();
      clone.close();
      const number = url.slice(url.lastIndexOf("/") + 1);
      const asked = () => alice.json(["pr", "view", number, "--json", "reviewRequests"]);
      expect(await asked()).toMatchObject({ reviewRequests: [{ login: "bob" }] });
      await alice.ok(["pr", "edit", number, "--add-reviewer", "maria", "--remove-reviewer", "bob"]);
      expect(await asked()).toMatchObject({ reviewRequests: [{ login: "maria" }] });
    });
  });
});
