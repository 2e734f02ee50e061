/** The API from outside: what it answers, what it refuses, and what it costs at GitHub. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../src/operations/catalogue.ts";
import { signalbox } from "../cli/terminal.ts";
import { ask, type Browser, openBrowser, type SiteRequest } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
let url: string;
let owner: Browser;
beforeAll(async () => {
  bus = await startBus();
  url = bus.server().url;
  await bus.as("maria").open("First", form({ Goal: "It works." }), ["kind:task"]);
  await bus.settled();
  owner = openBrowser(url);
  await owner.ask(new URL(bus.server().entryLink("/")).pathname);
});
afterAll(() => bus.stop());

const json = { "content-type": "application/json" };
const post = (operation: string, body: string, given: SiteRequest = {}) =>
  owner.ask(`/api/v1/${operation}`, { method: "POST", headers: json, body, ...given });

const reads = ["ready", "list", "board", "escalations", "questions", "show 1", "explain 1", "brief 1"];

describe("what it answers", () => {
  test.each(reads)("`signalbox %s --json` prints what the API answers", async (line) => {
    const [operation = "", issue] = line.split(" ");
    const query = issue === undefined ? "" : `?issue=acme/demo%23${issue}`;
    const { status, text } = await owner.ask(`/api/v1/${operation}${query}`);
    const words = issue === undefined ? [operation] : [operation, `acme/demo#${issue}`];
    const { out } = await signalbox([...words, "--json", "--home", bus.home], {});
    expect(status).toBe(200);
    expect({ ...JSON.parse(text), asOf: 0 }).toEqual({ ...JSON.parse(out), asOf: 0 });
    const posted = await post(operation, JSON.stringify(issue === undefined ? {} : { issue: words[1] }));
    expect({ ...JSON.parse(posted.text), asOf: 0 }).toEqual({ ...JSON.parse(out), asOf: 0 });
  });

  test("a list in a query is a name given again, and numbers and yes or no are taken as such", async () => {
    const { text } = await owner.ask("/api/v1/list?words=fir&words=st&limit=1");
    expect(JSON.parse(text).issues).toEqual([expect.objectContaining({ title: "First" })]);
    const all = await owner.ask("/api/v1/list?unassigned=false");
    expect(JSON.parse(all.text)).toMatchObject({ issues: [{ title: "First" }] });
  });

  test("an answer that is unchanged is not sent again", async () => {
    const { etag = "" } = (await owner.ask("/api/v1/ready")).headers;
    const again = await owner.ask("/api/v1/ready", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    await bus.as("maria").open("Second", form({ Goal: "It works." }), ["kind:task"]);
    await bus.settled();
    expect((await owner.ask("/api/v1/ready", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  test("the description has every operation that is offered, with schemas that a validator takes", async () => {
    const { paths, openapi } = JSON.parse((await owner.ask("/api/v1/openapi.json")).text);
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths)).toEqual(catalogue.map(({ name }) => `/${name}`));
    for (const { post: described } of Object.values<{ readonly post: Described }>(paths)) {
      const schemas = [described.requestBody, described.responses[200]].map(
        (part) => part?.content["application/json"]?.schema,
      );
      for (const schema of schemas)
        expect(() =>
          new Ajv2020({ strict: false, validateFormats: false }).compile(schema ?? false),
        ).not.toThrow();
    }
  });
});

interface Part {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}
interface Described {
  readonly requestBody: Part;
  readonly responses: Readonly<Record<number, Part>>;
}

describe("what it refuses, with what would fit", () => {
  test.each([
    ["text", "ready", "hello", /JSON object/],
    ["a list", "ready", "[]", /JSON object/],
    ["nothing", "ready", "null", /JSON object/],
    ["a wrong type", "ready", '{"limit":"many"}', /limit/],
    ["an unknown argument", "ready", '{"limits":5}', /no argument "limits".*limit/],
    ["a prototype", "ready", '{"__proto__":{"limit":1}}', /no argument/],
    ["what is no issue", "show", '{"issue":"12 or so"}', /is not an issue/],
    ["a file", "show", '{"issue":"@/etc/passwd"}', /is not an issue/],
  ])("%s", async (_, operation, body, reason) => {
    const { status, headers, text } = await post(operation, body);
    expect([status, headers["content-type"]]).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(text)).toEqual({
      title: "The input does not fit",
      status: 400,
      code: "invalid-input",
      detail: expect.stringMatching(reason),
    });
  });

  test("a body that is not sent as JSON, as a form of another site would be", async () => {
    expect((await post("ready", "{}", { headers: { "content-type": "text/plain" } })).status).toBe(400);
  });

  test("a body of 1 MB", async () => {
    expect((await post("ready", JSON.stringify({ track: "x".repeat(1_000_000) }))).status).toBe(413);
  });

  test.each([
    ["an unknown operation", "nothing"],
    ["a name of every object", "constructor"],
  ])("%s", async (_, operation) => {
    const { status, text } = await post(operation, "{}");
    expect([status, JSON.parse(text).code]).toEqual([404, "not-found"]);
  });

  test("a repository that is not served", async () => {
    const { status, text } = await post("show", '{"issue":"acme/other#1"}');
    expect([status, JSON.parse(text).code]).toEqual([404, "unknown-issue"]);
  });

  test("a request without a session, with the way to one", async () => {
    const { status, text } = await ask(url, "/api/v1/ready");
    expect([status, JSON.parse(text)]).toEqual([
      401,
      expect.objectContaining({ code: "no-login", detail: expect.stringContaining("/sign-in") }),
    ]);
  });
});

test("reads cost GitHub the list of what the reader may see, and nothing more", async () => {
  let requests = 0;
  const maria = await signIn(url, bus.hub, "maria");
  await maria.ask("/api/v1/ready");
  const stop = bus.hub.observe(({ kind }) => {
    if (kind === "response") requests += 1;
  });
  for (let n = 0; n < 50; n++) await maria.ask(`/api/v1/list?limit=${n + 1}`);
  stop();
  expect(requests).toBe(0);
});

test("more than 600 requests in a minute are too many, of one reader alone", async () => {
  const maria = await signIn(url, bus.hub, "maria");
  const statuses = new Map<number, number>();
  for (let n = 0; n < 605; n++) {
    const { status } = await maria.ask("/api/v1/ready");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 600],
    [429, 5],
  ]);
  expect((await owner.ask("/api/v1/ready")).status).toBe(200);
});
