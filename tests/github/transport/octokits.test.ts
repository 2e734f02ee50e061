/** Probot hands each delivery to the App with an Octokit that the App does not use. */
import { type Probot, ProbotOctokit } from "probot";
import { afterEach, expect, test, vi } from "vitest";
import { createOctokits } from "../../../src/github/transport/octokits.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { appId, baseUrl, fakeClock, installationId, privateKey, tokens } from "../world.ts";

interceptRequests();

const ours = ProbotOctokit.plugins;
afterEach(() => {
  ProbotOctokit.plugins = ours;
});

type Received = Parameters<Probot["receive"]>[0];

function delivery(id: string, installation: number | undefined): Received {
  const payload = {
    action: "opened",
    ...(installation !== undefined && { installation: { id: installation } }),
  };
  return { id, name: "issues", payload } as Received;
}

/** Counts the Octokits that are constructed from now on. */
function constructions() {
  const constructed = vi.fn(() => ({}));
  ProbotOctokit.plugins = [...ours, constructed];
  return constructed;
}

test("deliveries construct no Octokit of their own, of whatever installation they are", async () => {
  const constructed = constructions();
  const { probot } = createOctokits({ appId, privateKey, baseUrl }, fakeClock());
  const seen: ProbotOctokit[] = [];
  await probot.load((app) => {
    app.onAny((context) => void seen.push(Object(context).octokit));
  });
  await probot.receive(delivery("1", installationId));
  const first = constructed.mock.calls.length;
  for (const each of [installationId, installationId + 1, undefined])
    await probot.receive(delivery(`of ${each}`, each));
  expect(constructed.mock.calls.length).toBe(first);
  expect(new Set(seen).size).toBe(1);
});

test("the Octokit of a delivery has no identity, while an installation's has its token", async () => {
  const octokits = createOctokits({ appId, privateKey, baseUrl }, fakeClock());
  const contexts: { readonly octokit: ProbotOctokit }[] = [];
  await octokits.probot.load((app) => {
    app.onAny((context) => void contexts.push(context as never));
  });
  await octokits.probot.receive(delivery("1", installationId));
  tokens();
  const authorizations: (string | null)[] = [];
  nock(baseUrl)
    .get("/rate_limit")
    .twice()
    .reply(200, ({ headers }: Request) => {
      authorizations.push(headers.get("authorization"));
      return {};
    });
  await contexts[0]?.octokit.request("GET /rate_limit");
  await (await octokits.octokitOf(installationId)).request("GET /rate_limit");
  expect(authorizations).toEqual([null, `token token-${installationId}-1`]);
});
