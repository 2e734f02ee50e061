/**
 * Tests the contract itself on samples: it accepts what GitHub sends and rejects what GitHub would never
 * send. Without this, a contract that accepts everything would look like a hub without faults.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Rates } from "../../src/hub/http/rate.ts";
import { documentedInputs } from "../../src/hub/rest/documented.ts";
import { allRoutes } from "../../src/hub/rest/routes/all.ts";
import { documentedEvents } from "../../src/hub/webhooks/documented-events.ts";
import { webhookEvents } from "../../src/hub/webhooks/emit.ts";
import { restContract, webhookContract } from "../support/contract.ts";
import { bugLabel, issue, issueLabeled, octocat, refusal } from "../support/github-samples.ts";
import { differenceOf } from "./github/difference.ts";
import { keptEvents, keptOperations } from "./github/kept.ts";

const rest = restContract();
const webhooks = webhookContract();

describe("the REST description", () => {
  test("the REST description has every operation that is to be kept, and no other", () => {
    expect([...rest.operations].sort()).toEqual([...keptOperations].sort());
  });

  test("an operation is matched by the path alone, a whole URL, and the enterprise layout", () => {
    const get = "GET /repos/{owner}/{repo}/issues/{issue_number}";
    expect(rest.operationOf("GET", "/repos/a/b/issues/1")).toBe(get);
    expect(rest.operationOf("get", "http://127.0.0.1:4001/api/v3/repos/a/b/issues/1?per_page=1")).toBe(get);
    expect(rest.operationOf("GET", "/api/v3/")).toBe("GET /");
    expect(rest.operationOf("GET", "/repos/a/b/issues/1/nothing")).toBeUndefined();
  });

  test("a literal segment takes precedence over a parameter, and a path parameter matches slashes", () => {
    expect(rest.operationOf("GET", "/repos/a/b/issues/comments")).toMatch(/issues\/comments$/);
    expect(rest.operationOf("GET", "/repos/a/b/contents/docs/deep/a.md")).toMatch(/contents\/\{path\}$/);
    expect(rest.operationOf("GET", "/repos/a/b/git/ref/heads/feature/x")).toMatch(/git\/ref\/\{ref\}$/);
  });

  test.each([
    ["an issue", "GET", "/repos/octocat/Hello-World/issues/1347", 200, issue],
    ["a list of issues", "GET", "/repos/octocat/Hello-World/issues?state=all", 200, [issue, issue]],
    ["labels set", "PUT", "/repos/octocat/Hello-World/issues/1347/labels", 200, [bugLabel]],
    ["a deleted label", "DELETE", "/repos/octocat/Hello-World/labels/bug", 204, undefined],
    ["a page that did not change", "GET", "/repos/octocat/Hello-World/issues/1347", 304, ""],
    ["a refusal", "GET", "/repos/octocat/Hello-World/issues/9", 404, refusal],
    ["a refusal that the description leaves out", "GET", "/repos/octocat/Hello-World/issues/9", 403, refusal],
    ["a refusal listed without a body", "GET", "/repos/o/r/collaborators/mallory", 404, refusal],
    ["a permission", "GET", "/repos/o/r/collaborators/octocat/permission", 200, permission("triage")],
  ])("the REST description accepts %s as GitHub sends it", (_title, method, url, status, body) => {
    expect(rest.check(method, url, status, body)).toEqual([]);
  });

  test.each([
    ["a field that is missing", 200, { ...issue, node_id: undefined }, "'node_id'"],
    ["a number for text", 200, { ...issue, title: 5 }, "/title must be string, found 5"],
    ["text for a number", 200, { ...issue, id: "1" }, '/id must be integer, found "1"'],
    ["null where there is always something", 200, { ...issue, html_url: null }, "/html_url must be string"],
    ["half a person", 200, { ...issue, user: { login: "octocat" } }, "/user"],
    ["a time that is none", 200, { ...issue, created_at: "yesterday" }, "/created_at must match format"],
    ["a reason that GitHub does not know", 200, { ...issue, state_reason: "fixed" }, "/state_reason"],
    ["a list for one", 200, [issue], "the body must be object"],
    ["nothing", 200, undefined, "there is no body"],
    ["a body beside Not Modified", 304, issue, "there is a body"],
    ["another status", 202, issue, "no such status"],
    ["a refusal without its message", 404, { error: "not found" }, "'message'"],
  ])("the REST description rejects %s", (_title, status, body, problem) => {
    const problems = rest.check("GET", "/repos/octocat/Hello-World/issues/1347", status, body);
    expect(problems.join("\n")).toContain(problem);
    expect(problems[0]).toMatch(/^GET \/repos\/\{owner\}\/\{repo\}\/issues\/\{issue_number\} \d{3}: /);
  });

  test("an operation that GitHub does not have is reported", () => {
    expect(rest.check("POST", "/repos/a/b/issues/1/answer", 200, {})).toEqual([
      "POST /repos/a/b/issues/1/answer: the description has no such operation",
    ]);
  });

  test("answers of an outage are not checked, because they are a proxy's", () => {
    expect(rest.check("GET", "/repos/a/b/issues/1", 502, "<html>Unicorn!</html>")).toEqual([]);
  });
});

describe("the cut descriptions", () => {
  const files = ["rest.json", "webhooks.json", "events.json"] as const;

  test.each(files)("N36 %s says what it was cut from, when, and under which licence", (name) => {
    const { from, cutOn, licence } = JSON.parse(
      readFileSync(join(import.meta.dirname, "github", name), "utf8"),
    );
    expect(from).toMatch(
      /^@octokit\/openapi(?:-webhooks)?@\d+\.\d+\.\d+, generated\/api\.github\.com\.json$/,
    );
    expect(cutOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(licence).toMatch(/^MIT License\s+Copyright \(c\) .*Octokit/);
  });

  test("N36 the cut has every route that the hub serves under an API path, and every event that it sends", () => {
    const served = allRoutes(new Rates()).filter(
      ({ template }) => !/\/new$|^\/login\/oauth\//.test(template),
    );
    const missing = served.filter(({ method, template }) => rest.operationOf(method, template) === undefined);
    expect(missing.map(({ method, template }) => `${method} ${template}`)).toEqual([]);
    expect(webhookEvents.filter((event) => !keptEvents.includes(event))).toEqual([]);
  });

  test("N36 the inputs that the hub takes for documented are those of the cut", () => {
    const { inputs } = JSON.parse(readFileSync(join(import.meta.dirname, "github", "rest.json"), "utf8"));
    expect(documentedInputs.trim().split("\n")).toEqual(inputs);
  });
});

test("N36 the stand-in knows the events, permissions and hosts of the cut", () => {
  const { events, enterpriseVersions } = JSON.parse(
    readFileSync(join(import.meta.dirname, "github", "events.json"), "utf8"),
  );
  const lines = Object.entries<{ permissions: string[]; enterprise: string[] }>(events).map(
    ([event, { permissions, enterprise }]) => {
      const [first = "never"] = enterprise;
      return `${event} | ${permissions.join(" ")} | ${first === enterpriseVersions[0] ? "" : first}`.trimEnd();
    },
  );
  expect(documentedEvents.trim().split("\n")).toEqual(lines);
});

describe("what a renewal of the cuts shows", () => {
  const before = JSON.stringify({ cutOn: "2026-01-01", actions: ["created"], id: { type: "integer" } });

  test("another day alone is no difference", () => {
    expect(differenceOf(before, before.replace("01-01", "02-02"))).toEqual([]);
  });

  test("new words, lost fields and changed types have a line each", () => {
    const after = JSON.stringify({
      cutOn: "2026-02-02",
      actions: ["created", "pinned"],
      id: { format: "int64" },
    });
    expect(differenceOf(before, after)).toEqual([
      '- id › type = "integer"',
      "+ actions: pinned",
      '+ id › format = "int64"',
    ]);
  });

  test("fields of a schema are told with their type", () => {
    const sdl = (field: string): string => `# Cut from a\ntype Issue {\n  ${field}\n}\n`;
    expect(differenceOf(sdl("id: ID!"), sdl("id: ID"))).toEqual([
      "- type Issue: id: ID!",
      "+ type Issue: id: ID",
    ]);
  });
});

describe("the webhook description", () => {
  test("the webhook description has at least one delivery of every event that is to be kept", () => {
    const events = new Set(webhooks.deliveries.map((name) => name.split(".")[0]));
    expect([...events].sort()).toEqual([...keptEvents].sort());
  });

  test("the webhook description accepts a delivery as GitHub sends it", () => {
    expect(webhooks.check("issues", "labeled", issueLabeled)).toEqual([]);
  });

  test.each([
    ["another action than the payload's", "unlabeled", issueLabeled, "/action"],
    [
      "an issue without its body",
      "labeled",
      { ...issueLabeled, issue: { ...issue, body: undefined } },
      "'body'",
    ],
    ["a repository by name", "labeled", { ...issueLabeled, repository: "Hello-World" }, "/repository"],
    ["no sender", "labeled", { ...issueLabeled, sender: undefined }, "'sender'"],
    ["a payload that is no object", "labeled", null, "the body must be object"],
    ["an action that GitHub does not know", "answered", issueLabeled, "no such delivery"],
  ])("the webhook description rejects %s", (_title, action, payload, problem) => {
    expect(webhooks.check("issues", action, payload).join("\n")).toContain(problem);
  });

  test("an event without actions is told from one with actions", () => {
    expect(webhooks.check("ping", undefined, { zen: "Keep it logically awesome.", hook_id: 1 })).toEqual([]);
    expect(webhooks.check("ping", undefined, { hook_id: "1" })).toEqual([
      'ping: /hook_id must be integer, found "1"',
    ]);
    expect(webhooks.check("issues", undefined, issueLabeled)).toEqual([
      "issues: the description has no such delivery",
    ]);
  });
});

function permission(roleName: string): object {
  const permissions = { admin: false, maintain: false, push: false, triage: true, pull: true };
  const user = { ...octocat, permissions, role_name: roleName };
  return { permission: "read", role_name: roleName, user };
}
