/**
 * No request or answer of ours needs what REST API version 2026-03-10 no longer has
 * (https://docs.github.com/en/rest/about-the-rest-api/breaking-changes).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..", "src");
/** What talks to GitHub; the stand-in answers as 2022-11-28 does. */
const rooms = ["github", "cli", "server"];
const removed = [
  "merge_commit_sha",
  "has_downloads",
  "use_squash_pr_title_as_default",
  "master_branch",
  "authorizations_url",
  "hub_url",
  "secret_scanning_push_protection_custom_link_enabled",
];

/** Fails closed: without the field nobody is known to have approved, and a person is asked. */
const lessInTheNewer = ["github/authorship/approvers.ts: merge_commit_sha"];

test("no source names a field that the newer version has removed, but one that then tells less", () => {
  const found = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => {
        const text = readFileSync(join(root, room, file), "utf8");
        return removed
          .filter((field) => new RegExp(`\\b${field}\\b`).test(text))
          .map((field) => `${room}/${file}: ${field}`);
      }),
  );
  expect(found).toEqual(lessInTheNewer);
});
