/** An earlier release that knows no leases edits a status comment, and this one comes back to an empty data folder. */
import { afterEach, expect, test } from "vitest";
import { emptyPersistedState, parsePersistedState } from "../../src/engine/model/persisted-state.ts";
import { markerKeys } from "../../src/github/write/marker.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { readLedger } from "../support/ledger.ts";
import { ourWritings, withPersisted } from "../support/our-writings.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
let bus: TestBus;
afterEach(() => bus.stop());

const begun = () =>
  readLedger(bus.home).flatMap(({ kind, what }) => {
    const [, name, token] = kind === "lease" ? (/^(\S+) holds it, with token (\d+)$/.exec(what) ?? []) : [];
    return name === undefined ? [] : [{ name, token: Number(token) }];
  });

test("AG86 a lease that an earlier release forgot in our status comment is adopted from the assignee, and never two hold the task", async () => {
  bus = await startCrew(crew);
  const task = await bus.as("alice").open("Sign in", "### Goal\n\nPeople sign in.", ["kind:task"], []);
  await bus.settled();
  await bus.as("ada").comment(task, "/claim for 2h");
  await bus.settled();
  const [first] = begun();
  expect(first?.name).toBe("ada");
  await bus.stopServer();

  const keys = markerKeys(bus.hub.app.privateKey);
  const asBot = await bus.testHub.asInstallation();
  const writings = await ourWritings(bus.as("maria"), keys);
  expect(writings.length).toBeGreaterThan(0);
  for (const writing of writings) {
    const { path, marked } = writing;
    const {
      lease: _,
      lastLease: __,
      ...persisted
    } = parsePersistedState(marked.persisted) ?? emptyPersistedState;
    const forgotten = withPersisted(keys, writing, persisted);
    expect((await asBot("PATCH", `/repos/acme/demo/${path}`, { body: forgotten })).status).toBe(200);
  }
  await bus.hub.idle();
  await loseIndex(bus.home);
  bus.clock.advance(60_000);

  await bus.startServer();
  await bus.sweep();
  await bus.as("bea").comment(task, "/claim");
  await bus.settled();
  expect(begun().map(({ name }) => name)).toEqual(["ada"]);
  expect(begun()[0]?.token).toBeGreaterThan(first?.token ?? Number.POSITIVE_INFINITY);
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: task });
  expect(data.assignees?.map(({ login }) => login)).toEqual(["ada"]);
  expect((await bus.as("ada").see(task)).labels).toContain("status:in-progress");
});
