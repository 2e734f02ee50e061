/** A planner's file becomes tasks, developers claim them with the real `gh` and hand over, and the planner sees it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startCrew } from "../support/crew.ts";
import { castAt, file } from "./cast.ts";
import { versions } from "./stage.ts";

const crew = { ada: { login: "ada", can: ["sql"] }, bea: { login: "bea" } };

const plan = `
plan: rewrite
tasks:
  journal: { title: Write the journal, goal: Deliveries survive a crash., blocked_by: [schema], priority: p1 }
  schema: { title: Design the schema, goal: The tables are agreed., requires: [sql] }
`;

describe.each(versions)("gh $version", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    test("S1.47 a plan is applied from a machine without an index, claimed by comments, handed over, and seen by its planner", async () => {
      const bus = await startCrew(crew);
      const cast = castAt(binary, bus);
      const ada = cast.as("ada");
      const bea = cast.as("bea");
      const maria = cast.as("maria");
      const folder = mkdtempSync(join(tmpdir(), "signalbox-plan-"));
      writeFileSync(join(folder, "plan.yml"), plan);
      const { host } = new URL(bus.hub.url);
      const planner = (...words: readonly string[]) =>
        signalbox(words, {
          GHE_HOST: host,
          GHE_PROTOCOL: "http",
          GH_ENTERPRISE_TOKEN: bus.hub.tokenOf("alice"),
          GH_REPO: "acme/demo",
        });
      const labels = (issue: string) =>
        ada.ok(["issue", "view", issue, "--json", "labels", "--jq", '[.labels[].name] | sort | join(" ")']);
      try {
        expect(await planner("plan", "apply", join(folder, "plan.yml"), "--yes")).toMatchObject({ code: 0 });
        await bus.settled();
        expect((await planner("ready")).out).toBe("acme/demo#1\tDesign the schema\n");

        await ada.ok(["issue", "comment", "1", "--body", "/claim as ada"]);
        await bus.settled();
        expect(await labels("1")).toBe("kind:task status:in-progress");
        expect((await planner("ready")).out).toBe("No task is ready.\n");
        const handover = await file(ada, "handover", "Handover: the schema", {
          Completes: "#1",
          Status: "complete",
          Changes: "None",
          Verified: "- the tables: agreed with bea",
          Context: "Two tables are enough.",
          "Next steps": "1. Write the journal.",
        });
        await bus.settled();
        await maria.ok(["issue", "comment", String(handover), "--body", "/accept because I read it"]);
        await bus.settled();
        expect(await labels("2")).toBe("kind:task status:ready");

        const dry = await planner("plan", "apply", join(folder, "plan.yml"), "--dry-run");
        expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("Plan rewrite: 2 unchanged.") });
        expect((await planner("ready")).out).toBe("acme/demo#2\tWrite the journal\tp1\n");
        expect((await planner("brief", "1")).out).toContain("> Two tables are enough.");
        await bea.ok(["issue", "comment", "2", "--body", "/claim"]);
        await bus.settled();
        expect(JSON.parse((await planner("show", "2", "--json")).out)).toMatchObject({
          status: "in-progress",
          assignees: ["bea"],
        });
      } finally {
        rmSync(folder, { recursive: true });
        cast.close();
        await bus.stop();
      }
    });
  });
});
