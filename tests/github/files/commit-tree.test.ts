/** A commit's tree as GitHub's REST shows it, honest and hostile. */
import { expect, test } from "vitest";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { readTree } from "../../../src/github/files/commit-tree.ts";
import { demo } from "../../support/issues.ts";

const commit = "c".repeat(40);

function read(tree: readonly object[], truncated = false) {
  const asked: unknown[] = [];
  const client: Parameters<typeof readTree>[0] = {
    get: async (_as, route, parameters, shape) => {
      asked.push([route, parameters]);
      return { type: "fresh", data: shape.parse({ tree, truncated }), etag: undefined, link: undefined };
    },
  };
  return { listed: readTree(client, demo, commit), asked };
}

test("N24 a tree is listed completely, in one request, with the reasons for what is never read", async () => {
  const entry = (path: string, mode: string, size?: number) => ({
    path,
    mode,
    sha: path,
    size,
    type: "x",
    url: "",
  });
  const { listed, asked } = read([
    entry("src", "040000"),
    entry("src/a.ts", "100644", 5),
    entry("src/run.sh", "100755", 5),
    entry("src/large.ts", "100644", (1 << 20) + 1),
    entry("src/link.ts", "120000", 5),
    entry("lib", "160000"),
    entry("src/../up.ts", "100644", 5),
    entry("a/.git/config", "100644", 5),
    entry("src/a\u0000.ts", "100644", 5),
    entry("src/odd.ts", "100000", 5),
  ]);
  expect((await listed)?.map(({ path, kind }) => [path, kind])).toEqual([
    ["src", "folder"],
    ["src/a.ts", "file"],
    ["src/run.sh", "file"],
    ["src/large.ts", "unread"],
    ["src/link.ts", "link"],
    ["lib", "link"],
    ["src/../up.ts", "unread"],
    ["a/.git/config", "unread"],
    ["src/a\u0000.ts", "unread"],
    ["src/odd.ts", "unread"],
  ]);
  expect(asked).toEqual([
    [
      "/repos/{owner}/{repo}/git/trees/{tree_sha}",
      { owner: "acme", repo: "demo", tree_sha: commit, recursive: "1" },
    ],
  ]);
});

test("N24 a tree that GitHub cut short is unknown", async () => {
  expect(await read([{ path: "a.ts", mode: "100644", sha: "a", size: 1 }], true).listed).toBeUndefined();
});

test.each([
  ["refused", undefined],
  ["gone", undefined],
  ["unknown", "thrown"],
] as const)("N24 a tree whose request is %s is unknown, or requested again", async (type, expected) => {
  const failed = new RequestFailed({ type, message: "No." });
  const listed = readTree({ get: () => Promise.reject(failed) }, demo, commit).catch(() => "thrown");
  expect(await listed).toBe(expected);
});

test("N24 a tree of 100,000 entries does not block other work for long", async () => {
  const tree = Array.from({ length: 100_000 }, (_, i) => ({
    path: `some/folder/file-${i}.ts`,
    mode: "100644",
    sha: `${i}`,
    size: 10,
  }));
  const begin = process.threadCpuUsage();
  expect(await read(tree).listed).toHaveLength(100_000);
  const { user, system } = process.threadCpuUsage(begin);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
