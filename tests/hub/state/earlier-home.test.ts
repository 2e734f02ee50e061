/** Tests a home of an earlier version, which stored git objects as rows and had no pull requests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { getObject, putObject } from "../../../src/hub/state/git/objects.ts";
import { openState } from "../../../src/hub/state/open-state.ts";
import type { State } from "../../../src/hub/state/state.ts";
import { startTestHub } from "../../support/hub.ts";

test("the files of an earlier version's home can be read, and pull requests can be opened", async () => {
  const home = mkdtempSync(join(tmpdir(), "hub-earlier-"));
  const first = await startTestHub({ home });
  const { body: repository } = await first.as("alice")("GET", "/repos/acme/demo");
  await first.close();
  makeEarlier(join(home, "hub.sqlite"), repository.id);
  rmSync(join(home, "git"), { recursive: true });

  const later = await startTestHub({ home });
  const alice = later.as("alice");
  const main = (await alice("GET", "/repos/acme/demo/git/ref/heads/main")).body.object.sha;
  const { body: readme } = await alice("GET", "/repos/acme/demo/readme");
  expect(Buffer.from(readme.content, "base64").toString()).toContain("# demo");
  await alice("POST", "/repos/acme/demo/git/refs", { ref: "refs/heads/work", sha: main });
  const change = { message: "Work", branch: "work", content: "eA==" };
  await alice("PUT", "/repos/acme/demo/contents/x.txt", change);
  const opened = await alice("POST", "/repos/acme/demo/pulls", { title: "Work", head: "work", base: "main" });
  expect(opened.body).toMatchObject({ changed_files: 1, mergeable: null });
  await later.close();
  rmSync(home, { recursive: true });
});

/** Restores the earlier tables: objects as rows, and no columns for pull requests. */
function makeEarlier(path: string, repositoryId: number): void {
  const state = openState(path);
  const blobs = state.all("SELECT sha FROM git_refs").map((row) => String(row.sha));
  const objects = blobs.flatMap((sha) => reachable(state, repositoryId, sha));
  state.close();
  const database = new DatabaseSync(path);
  database.exec(
    "CREATE TABLE git_objects (repository_id INTEGER, sha TEXT, kind TEXT, content BLOB); ALTER TABLE issues DROP COLUMN pull_id; ALTER TABLE repositories DROP COLUMN parent_id; ALTER TABLE repositories DROP COLUMN source_id;",
  );
  const insert = database.prepare("INSERT INTO git_objects VALUES (?, ?, ?, ?)");
  for (const { sha, kind, content } of objects) insert.run(repositoryId, sha, kind, content);
  database.close();
}

function reachable(state: State, repositoryId: number, commit: string) {
  const content = getObject(state, repositoryId, "commit", commit) ?? Buffer.alloc(0);
  const tree = /^tree ([0-9a-f]{40})/.exec(content.toString())?.[1] ?? "";
  const entries = getObject(state, repositoryId, "tree", tree) ?? Buffer.alloc(0);
  const blob = entries.subarray(entries.indexOf(0) + 1, entries.indexOf(0) + 21).toString("hex");
  return [
    { sha: commit, kind: "commit", content },
    { sha: tree, kind: "tree", content: entries },
    { sha: blob, kind: "blob", content: getObject(state, repositoryId, "blob", blob) ?? Buffer.alloc(0) },
  ];
}

test("an object is found by its whole id and its kind, never by a path", () => {
  const state = openState(":memory:");
  const sha = putObject(state, 1, "blob", Buffer.from("small"));
  expect(getObject(state, 1, "blob", sha)?.toString()).toBe("small");
  expect(getObject(state, 1, "tree", sha)).toBeUndefined();
  expect(getObject(state, 1, "blob", "../../etc/passwd")).toBeUndefined();
  state.close();
});
