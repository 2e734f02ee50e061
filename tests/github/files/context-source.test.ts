/**
 * What is read of a repository's files, and what is not: listings as GitHub's GraphQL shows them, honest and
 * hostile.
 */
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createContextSource } from "../../../src/github/files/context-source.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { demo } from "../../support/issues.ts";

interface Planted {
  readonly text?: string;
  readonly mode?: number;
  /** An id that differs from the one that git would give the text. */
  readonly oid?: string;
  readonly size?: number;
  readonly isBinary?: boolean;
  readonly isTruncated?: boolean;
}

const commit = "c".repeat(40);
const { paths } = defaultSettings.context;
const file = 0o100644;
const oidOf = (text: string): string =>
  hash("sha1", Buffer.concat([Buffer.from(`blob ${Buffer.byteLength(text)}\0`), Buffer.from(text)]));

const unasked = () => Promise.reject(new Error("Nothing is asked of REST."));

/** A repository with these files, which records what was requested of it. */
function repositoryOf(files: Readonly<Record<string, Planted>>) {
  const expressions: string[] = [];
  const all = Object.entries(files).map(([path, its]) => {
    const { text = "", mode = file } = its;
    return { path, mode, oid: its.oid ?? oidOf(text), size: its.size ?? text.length, its };
  });
  const entriesOf = (folder: string) => {
    const below = all.filter(({ path }) => folder === "" || path.startsWith(`${folder}/`));
    const names = below.map((each) => ({ ...each, rest: path(each.path, folder) }));
    const folders = [...new Set(names.flatMap(({ rest }) => (rest.length > 1 ? (rest[0] ?? []) : [])))];
    return [
      ...folders.map((name) => ({ name, mode: 0o40000, oid: "f".repeat(40), size: 0 })),
      ...names.flatMap(({ rest, mode, oid, size }) =>
        rest.length === 1 ? [{ name: rest[0] ?? "", mode, oid, size }] : [],
      ),
    ];
  };
  const path = (whole: string, folder: string): readonly string[] =>
    whole.slice(folder === "" ? 0 : folder.length + 1).split("/");
  const client: Pick<Parameters<typeof createContextSource>[0], "query"> = {
    query: async (_as, _document, variables) => {
      const node = Object.entries(variables).flatMap(([name, value]): [string, object][] => {
        const asked = String(value);
        if (name.startsWith("e")) {
          expressions.push(asked);
          return [[`t${name.slice(1)}`, { entries: entriesOf(asked.slice(commit.length + 1)) }]];
        }
        if (!name.startsWith("o")) return [];
        const its = all.find(({ oid }) => oid === asked)?.its ?? {};
        const { text = null, isBinary = false, isTruncated = false } = its;
        return [[`b${name.slice(1)}`, { text: isBinary ? null : text, isBinary, isTruncated }]];
      });
      return { data: { node: Object.fromEntries(node) }, problems: [] };
    },
  };
  const source = createContextSource(
    { ...client, get: unasked },
    {
      pageOriginOf: async () => ({ words: [], last: undefined }),
      approversOf: async () => [],
      broughtBy: async () => undefined,
      roleOf: async () => "none",
    },
  );
  return { source, expressions };
}

async function listed(files: Readonly<Record<string, Planted>>) {
  const { files: found, skipped } = await repositoryOf(files).source.list(demo, commit, paths);
  return { found: found.map(({ path }) => path), skipped };
}

describe("the listing of a context store", () => {
  test("the listing has the files of the settings' globs, and the manifests for their names alone", async () => {
    const { source, expressions } = repositoryOf({
      "context/architecture.md": { text: "a" },
      "context/other.md": { text: "not named" },
      "docs/adr/0001-x.md": { text: "b" },
      "docs/guide/deep/er.md": { text: "c" },
      "docs/picture.png": { text: "d" },
      "README.md": { text: "e" },
      "src/deep/x.md": { text: "f" },
      "package.json": { text: "{}" },
      "packages/one/package.json": { text: "{ }" },
    });
    const { files, skipped } = await source.list(demo, commit, paths);
    expect(files.map(({ path, use }) => `${path} ${use}`)).toEqual([
      "README.md quoted",
      "context/architecture.md quoted",
      "docs/adr/0001-x.md quoted",
      "docs/guide/deep/er.md quoted",
      "package.json manifest",
      "packages/one/package.json manifest",
    ]);
    expect(skipped).toEqual([]);
    expect(expressions).not.toContain(`${commit}:src/deep`);
  });

  test.each([
    ["a link", { "docs/adr/0001.md": { text: "/etc/passwd", mode: 0o120000 } }, "is a symlink"],
    ["a submodule", { "docs/adr/inner": { mode: 0o160000 } }, "is a submodule"],
    ["50 MB", { "docs/big.md": { text: "x", size: 50_000_000 } }, "is larger than 1 MiB"],
    ["a path upwards", { "docs/../../etc/passwd": { text: "x" } }, "has an invalid path"],
    ["a step upwards at the root", { "..": { text: "x" } }, "has an invalid path"],
  ])("J05 the listing leaves out %s, and says so", async (_what, files: Record<string, Planted>, why) => {
    const { found, skipped } = await listed({ ...files, "README.md": { text: "fine" } });
    expect(found).toEqual(["README.md"]);
    expect(skipped).toEqual([{ path: Object.keys(files)[0], why }]);
  });

  test("J05 two paths that differ only in case are both left out", async () => {
    const { found, skipped } = await listed({ "docs/a.md": { text: "1" }, "docs/A.md": { text: "2" } });
    expect(found).toEqual([]);
    expect(skipped.map(({ path }) => path)).toEqual(["docs/A.md", "docs/a.md"]);
  });

  test("J05 the listing takes no more files than one store may hold", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, i) => [`docs/${i}.md`, { text: `${i}` }]),
    );
    const { found, skipped } = await listed(many);
    expect(found).toHaveLength(2_000);
    expect(skipped).toHaveLength(100);
  });
});

describe("the texts of a context store", () => {
  const read = async (planted: Planted) => {
    const { source } = repositoryOf({ "docs/a.md": planted });
    const { files } = await source.list(demo, commit, paths);
    const { texts, skipped } = await source.read(demo, files);
    return { texts: [...texts.values()], skipped: skipped.map(({ why }) => why) };
  };

  test("the texts of the store are the files' own, byte for byte", async () => {
    const text = "# Größe\r\n\r\n日本語\r\n";
    expect(await read({ text })).toEqual({ texts: [text], skipped: [] });
  });

  test.each([
    ["binary", { isBinary: true }, "is binary"],
    ["cut short", { text: "x", isTruncated: true }, "is larger than GitHub returns"],
    [
      "a Git LFS pointer",
      { text: "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n" },
      "is a Git LFS pointer",
    ],
    ["not UTF-8", { text: "caf\ufffd", oid: "1".repeat(40) }, "is not UTF-8"],
  ])("J05 texts that are %s are left out and reported", async (_what, planted: Planted, why) => {
    expect(await read(planted)).toEqual({ texts: [], skipped: [why] });
  });
});
