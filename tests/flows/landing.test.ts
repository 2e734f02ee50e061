/** Tests tasks of three repositories whose pull requests land together. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { landingSeed, landingStory, type Name, names, type Work } from "../support/landing-story.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ seed: landingSeed });
});
afterEach(() => bus.stop());

const { alice, put, begin, handOver, passed, merged, waitFor, statusOf, checkOn } = landingStory(() => bus);

/** Three tasks that name one another. Each is number 1 of its repository. */
async function three(): Promise<readonly [Work, Work, Work]> {
  const demo = await begin("demo", "acme/web#1, acme/api#1");
  const web = await begin("web", "acme/demo#1, acme/api#1");
  const api = await begin("api", "acme/demo#1, acme/web#1");
  await bus.settled();
  expect([demo.task, web.task, api.task]).toEqual([1, 1, 1]);
  return [demo, web, api];
}

const escalations = async (name: Name) => {
  const filter = { owner: "acme", repo: name, labels: "kind:escalation", state: "all" } as const;
  return (await alice(name).octokit.rest.issues.listForRepo(filter)).data;
};

/** The differences that an index rebuilt from GitHub has. */
async function rebuilt(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  return Object(await answer.json()).differences;
}

test("AG72 three repositories: nothing is merged until all are accepted, then all are, and what waits is freed last", async () => {
  const works = await three();
  const [demo, web, api] = works;
  const waiting = await waitFor(demo);
  const first = await handOver(demo);
  await passed(demo);
  await handOver(web);
  await passed(web);
  await bus.settled();
  expect(await merged(works)).toEqual([false, false, false]);
  expect(await checkOn(demo)).toMatchObject({ conclusion: "action_required" });
  expect((await checkOn(demo)).output.title).toContain("waits to land together");
  expect(await statusOf(demo, first)).toContain("`acme/api#1` has no accepted handover yet.");
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");

  await handOver(api);
  await passed(api);
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  for (const work of works) expect(await alice(work.name).see(work.task)).toMatchObject({ state: "closed" });
  expect((await alice("demo").see(waiting)).labels).toContain("status:ready");
  expect(await statusOf(demo, first)).not.toContain("lands together");
});

test("AG72 a head that moves is prepared again, and the others wait for it", async () => {
  const works = await three();
  const [demo, web, api] = works;
  for (const work of [demo, web]) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  demo.head = await put("demo", "work", "it('again');\n");
  await bus.settled();
  await handOver(api);
  await passed(api);
  await bus.settled();
  expect(await merged(works)).toEqual([false, false, false]);
  await passed(demo);
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
});

test("AG72 one merge is refused after others landed: dependents wait, one person is asked, and told what landed", async () => {
  const works = await three();
  const [demo] = works;
  const waiting = await waitFor(demo);
  const fault = { match: { method: "PUT", path: "/acme/api/pulls/\\d+/merge$" } } as const;
  bus.hub.faults.add({ on: "request", ...fault, effect: { kind: "fail", status: 405 } });
  for (const work of works) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, false]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");
  const { data } = await alice("api").octokit.rest.issues.listForRepo({
    owner: "acme",
    repo: "api",
    labels: "kind:escalation",
  });
  expect(data).toHaveLength(1);
  expect(data[0]?.body).toContain("2 of the 3 tasks that land together are merged already");
  expect(data[0]?.body).toMatch(/`acme\/demo#1`, `acme\/web#1`|`acme\/web#1`, `acme\/demo#1`/);

  expect(await rebuilt()).toEqual([]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");

  bus.hub.faults.clear();
  await bus.as("maria", "acme/api").comment(data[0]?.number ?? 0, "/decide 1");
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:ready");
});

test("AG72 the last one is ready hours after the first: no person is asked about a check that is about to succeed", async () => {
  const works = await three();
  const [demo, web, api] = works;
  for (const work of [demo, web]) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  bus.clock.advance(3 * 60 * 60_000);
  await bus.settled();
  await handOver(api);
  await passed(api);
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  for (const name of names) expect(await escalations(name)).toEqual([]);
});

test("AG72 a merge that GitHub refuses for a moment is tried again, and no person is asked", async () => {
  const works = await three();
  bus.hub.faults.add({
    on: "request",
    match: { method: "PUT", path: "/acme/web/pulls/\\d+/merge$" },
    times: 2,
    effect: { kind: "fail", status: 405, message: "Pull Request is not mergeable" },
  });
  for (const work of works) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  for (const name of names) expect(await escalations(name)).toEqual([]);
});

test("AG72 a task of another repository has to agree: a link from one side holds up only its own", async () => {
  const demo = await begin("demo", "acme/web#1");
  const web = await begin("web", "None");
  const handover = await handOver(demo);
  await passed(demo);
  await handOver(web);
  await passed(web);
  await bus.settled();
  await bus.sweep();
  expect(await merged([demo, web])).toEqual([false, true]);
  expect(await statusOf(demo, handover)).toContain(
    "`acme/web#1` is in another repository and does not name `#1` under `Together with` in turn.",
  );
});

test("AG72 an App that may not write contents merges none of them, and one person is told which permission is missing", async () => {
  await bus.stop();
  const permissions = { ...landingSeed.app.permissions, contents: "read" } as const;
  bus = await startBus({ seed: { ...landingSeed, app: { ...landingSeed.app, permissions } } });
  const works = await three();
  const handovers: number[] = [];
  for (const work of works) {
    handovers.push(await handOver(work));
    await passed(work);
  }
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([false, false, false]);
  const asked = await Promise.all(
    names.map(async (name) => {
      const { data } = await alice(name).octokit.rest.issues.listForRepo({
        owner: "acme",
        repo: name,
        labels: "kind:escalation",
      });
      return data;
    }),
  );
  expect(asked.map(({ length }) => length)).toEqual([1, 0, 0]);
  const [[escalation] = []] = asked;
  expect(escalation?.body).toContain("`signalbox setup --with-contents` registers one that may.");
  const [first] = works;
  expect(await statusOf(first, handovers[0] ?? 0)).toContain(`Escalated in #${escalation?.number}.`);
});

describe("a repository of the group in which nothing can be merged for a while", () => {
  /** The one in it is ready first, then the others are, one after the other. */
  async function readyBut(
    [first, ...rest]: readonly Work[],
    stop: () => Promise<unknown>,
  ): Promise<number[]> {
    if (first === undefined) return [];
    await handOver(first);
    await passed(first);
    await bus.settled();
    await stop();
    await bus.settled();
    const handovers: number[] = [];
    for (const work of rest) {
      handovers.push(await handOver(work));
      await passed(work);
      await bus.settled();
    }
    await bus.sweep();
    return handovers;
  }

  test("AG72 archived: nothing lands, one person is asked in another repository, and all land once it is back", async () => {
    const [demo, web, api] = await three();
    const archive = (archived: boolean) =>
      bus.as("maria", "acme/api").octokit.rest.repos.update({ owner: "acme", repo: "api", archived });
    const [handover = 0] = await readyBut([api, demo, web], () => archive(true));
    expect(await merged([demo, web, api])).toEqual([false, false, false]);
    const said = "The repository of `acme/api#1` is archived, so nothing can be merged there.";
    expect(await statusOf(demo, handover)).toContain(said);
    const [asked] = await escalations("demo");
    expect(asked?.body).toContain(said);
    expect([await escalations("web"), await escalations("api")]).toEqual([[], []]);
    expect(await checkOn(demo)).toMatchObject({ conclusion: "action_required" });

    await archive(false);
    await bus.settled();
    await bus.sweep();
    expect(await merged([demo, web, api])).toEqual([true, true, true]);
    expect(await escalations("demo")).toMatchObject([{ number: asked?.number, state: "closed" }]);
  });

  test("AG72 archived, and a later repository of the group is ready first: one person is asked, once", async () => {
    const [demo, web, api] = await three();
    const archive = (archived: boolean) =>
      bus.as("maria", "acme/api").octokit.rest.repos.update({ owner: "acme", repo: "api", archived });
    await readyBut([api, web], () => archive(true));
    const [asked] = await escalations("web");
    expect(asked?.state).toBe("open");
    await handOver(demo);
    await passed(demo);
    await bus.settled();
    await bus.sweep();
    expect([await escalations("demo"), await escalations("api")]).toEqual([[], []]);
    expect(await escalations("web")).toMatchObject([{ number: asked?.number, state: "open" }]);

    await archive(false);
    await bus.settled();
    await bus.sweep();
    expect(await merged([demo, web, api])).toEqual([true, true, true]);
    expect(await escalations("web")).toMatchObject([{ number: asked?.number, state: "closed" }]);
  });

  test("AG72 paused: nothing lands, and all land after the pause", async () => {
    const [demo, web, api] = await three();
    const words = (name: string) => [name, "--repo", "acme/api", "--home", bus.home];
    const [handover = 0] = await readyBut([api, demo, web], () => signalbox(words("pause")));
    expect(await merged([demo, web, api])).toEqual([false, false, false]);
    expect(await statusOf(demo, handover)).toContain("The App is paused in the repository of `acme/api#1`.");
    expect(await escalations("demo")).toEqual([]);

    expect(await signalbox(words("resume"))).toMatchObject({ code: 0 });
    bus.clock.advance(10 * 60_000);
    await bus.settled();
    await bus.sweep();
    expect(await merged([demo, web, api])).toEqual([true, true, true]);
  });
});
