import { afterEach, beforeEach, expect, test } from "vitest";
import type { GitHubAnswer } from "../../../src/dispatcher/ports/work-observer.ts";
import { createOctokits } from "../../../src/github/transport/octokits.ts";
import { watchAnswers } from "../../../src/github/transport/watch-answers.ts";
import { type SilentGitHub, silentGitHub } from "../silent-github.ts";
import { appId, fakeClock, installationId, privateKey } from "../world.ts";

let github: SilentGitHub;
beforeEach(async () => {
  github = await silentGitHub();
});
afterEach(() => github.close());

async function watched(root: string) {
  const told: GitHubAnswer[] = [];
  const { octokitOf } = createOctokits({ appId, privateKey, baseUrl: root }, fakeClock());
  const octokit = await watchAnswers(octokitOf, (answer) => told.push(answer))(installationId);
  return { octokit, told };
}

test("a request without an answer is told", async () => {
  github.close();
  const { octokit, told } = await watched(github.root);
  await expect(octokit.request("POST /labels")).rejects.toThrow();
  // The one for a token, too.
  const silence = { status: undefined, installation: installationId };
  expect(told).toMatchObject([silence, silence]);
});

test("a request that we aborted says nothing about GitHub", async () => {
  const { octokit, told } = await watched(github.root);
  const stopping = new AbortController();
  const asked = octokit.request("POST /labels", { request: { signal: stopping.signal } });
  await github.hears("/labels");
  stopping.abort(new Error("The tenure is over."));
  await expect(asked).rejects.toThrow();
  expect(told.filter(({ status }) => status === undefined)).toEqual([]);
});
