/** What an earlier release did in a repository: its relations, labels, closings and statuses. */
import { z } from "zod";
import { markerKeys, signMarker } from "../../src/github/write/marker.ts";
import { signedHostOf } from "../../src/protocol/envelope/signed-host.ts";
import type { TestBus } from "./bus.ts";

export interface EarlierRelease {
  /** Node id of an issue. */
  readonly idOf: (issue: number) => Promise<string>;
  readonly comment: (issue: number, key: string, text: string, persisted?: unknown) => Promise<void>;
  readonly block: (issue: number, blocker: number) => Promise<void>;
  readonly label: (issue: number, labels: readonly string[]) => Promise<void>;
  readonly close: (issue: number) => Promise<void>;
}

const shape = z.object({ node_id: z.string(), id: z.number() });

export async function earlierRelease({ hub, testHub, as }: TestBus): Promise<EarlierRelease> {
  const asBot = await testHub.asInstallation();
  const keys = markerKeys(hub.app.privateKey);
  const host = signedHostOf("http://127.0.0.1:4001/api/v3");
  const { octokit, repository } = as("maria");
  const repositoryId = (await octokit.rest.repos.get(repository)).data.node_id;
  const read = async (issue: number) =>
    shape.parse((await octokit.rest.issues.get({ ...repository, issue_number: issue })).data);
  const request = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await asBot(method, `/repos/acme/demo/issues/${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  };
  return {
    idOf: async (issue) => (await read(issue)).node_id,
    comment: async (issue, key, text, persisted) => {
      const marked = { host, repositoryId, issueId: (await read(issue)).node_id, key, persisted, text };
      await request("POST", `${issue}/comments`, { body: signMarker(keys, marked) });
    },
    block: async (issue, blocker) =>
      request("POST", `${issue}/dependencies/blocked_by`, { issue_id: (await read(blocker)).id }),
    label: (issue, labels) => request("POST", `${issue}/labels`, { labels }),
    close: (issue) => request("PATCH", `${issue}`, { state: "closed", state_reason: "completed" }),
  };
}
