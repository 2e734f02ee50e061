/** What becomes of requests under way for an installation that another process may serve by now. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LogFields, silentLogger } from "../../../src/base/logger.ts";
import { createOwnRuns } from "../../../src/github/read/evidence/own-runs.ts";
import { createWriter } from "../../../src/github/write/issue-writer.ts";
import { createLabels } from "../../../src/github/write/labels.ts";
import { close, queued, wake } from "../effects.ts";
import { type SilentGitHub, silentGitHub } from "../silent-github.ts";
import { installationId, ourselves, world } from "../world.ts";

let github: SilentGitHub;
beforeEach(async () => {
  github = await silentGitHub();
});
afterEach(() => github.close());

function writing() {
  const tenure = new AbortController();
  const said: { readonly message: string; readonly fields: LogFields; readonly cause: unknown }[] = [];
  const say = (fields: LogFields, message: string, cause?: unknown): void =>
    void said.push({ message, fields, cause });
  const log = { ...silentLogger, warn: say, error: say };
  const mayWrite = (): boolean => !tenure.signal.aborted;
  const { client, clock, budget } = world("off", github.root, log, mayWrite, () => tenure.signal);
  const end = (): void => tenure.abort(new Error("The tenure is over."));
  return { client, clock, budget, said, end };
}

const unknown = { failure: { type: "unknown", message: "The tenure is over." } };
const sent = (path: string): number => github.arrived.filter((each) => each.endsWith(path)).length;

describe("when the tenure ends, a write under way", () => {
  test.each([
    ["by GraphQL", "/graphql", "mutate"],
    ["by REST", "/labels", "post"],
  ] as const)("%s is aborted, may have happened, and is not repeated", async (_, path, by) => {
    const { client, said, end } = writing();
    const written =
      by === "mutate"
        ? client.mutate(installationId, "mutation { a }", {})
        : client.post(installationId, "/labels", {});
    await github.hears(path);
    end();
    await expect(written).rejects.toMatchObject(unknown);
    await github.isLeft(path);
    expect(sent(path)).toBe(1);
    expect(said).toEqual([
      {
        message: "request to GitHub failed",
        fields: {
          installation: installationId,
          intent: "write",
          attempt: 0,
          failure: "unknown",
          error: "The tenure is over.",
        },
        cause: undefined,
      },
    ]);
  });

  test("is not sent at all if it still waits for a token", async () => {
    const { client, end } = writing();
    const give = github.withholdTokens();
    const written = client.mutate(installationId, "mutation { a }", {});
    await github.hears("/access_tokens");
    end();
    give();
    await expect(written).rejects.toMatchObject(unknown);
    expect(sent("/graphql")).toBe(0);
  });

  test("is not repeated in halves, although what it holds may be repeated", async () => {
    const { end, ...parts } = writing();
    const { client, budget, clock } = parts;
    const labels = createLabels(client, budget);
    const ownRuns = createOwnRuns(clock);
    const writer = createWriter({ ...parts, labels, ourselves, ownRuns, random: () => 0.5 });
    const written = writer.write(installationId, [
      queued(1, wake, "I_1"),
      queued(2, close, "I_2"),
      queued(3, close, "I_3"),
    ]);
    await github.hears("/graphql");
    end();
    const types = (await written).map((result) => (result.ok ? "done" : result.failure.type));
    expect(types).toEqual(["unknown", "wait", "wait"]);
    expect(sent("/graphql")).toBe(1);
  });
});

test("when the tenure ends, reads go on", async () => {
  const { client, end } = writing();
  const give = github.withholdTokens();
  client.query(installationId, "query { a }", {}).catch(() => {});
  await github.hears("/access_tokens");
  end();
  give();
  await github.hears("/graphql");
});
