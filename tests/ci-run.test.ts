/** What `.ci/run` makes of the tests' results, with an npm that only writes them. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const parts = 5;
/** Writes the first or the second report, says what there is to say, and fails where a report tells of a failure. */
const npm = `#!/usr/bin/env bash
[ "$1" = test ] || exit 0
for argument; do
  case $argument in
    --outputFile.json=*tests.json) report=first ;;
    --outputFile.json=*again.json) report=again ;;
  esac
  case $argument in --outputFile.json=*) out=\${argument#*=} ;; esac
done
echo "arguments of $report: $*"
cat "$REPORTS/$report.log" 2>/dev/null
cp "$REPORTS/$report.json" "$out" && ! grep -q '"failed"' "$out"
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-ci-"));
  mkdirSync(join(folder, "bin"));
  for (const [name, text] of [
    ["npm", npm],
    ["gh", "#!/usr/bin/env bash\n"],
    ["chromium", "#!/usr/bin/env bash\n"],
    ["zsh", "#!/usr/bin/env bash\n"],
    // Where PostgreSQL is missing, it is not to be installed by a test.
    ["apt-get", "#!/usr/bin/env bash\n"],
  ] as const) {
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

type Tests = Readonly<Record<string, "passed" | "failed" | "pending">>;

/** @param projects the tests of each file, by project; undefined for a file that could not be loaded */
function report(
  name: "first" | "again",
  ...projects: readonly Readonly<Record<string, Tests | undefined>>[]
): void {
  const testResults = projects.flatMap(Object.entries<Tests | undefined>).map(([file, tests]) => ({
    name: join(root, file),
    status: tests === undefined || Object.values(tests).includes("failed") ? "failed" : "passed",
    assertionResults: Object.entries(tests ?? {}).map(([fullName, status]) => ({ fullName, status })),
  }));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ testResults }));
}

/** The exit code, what was skipped, what was run again, and the last lines from the first flaky test on. */
function run() {
  const { status, stdout } = spawnSync(join(root, ".ci/run"), {
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, REPORTS: folder },
  });
  const lines = stdout.trimEnd().split("\n");
  const from = lines.findIndex((line) => line.startsWith("Flaky: "));
  const again = lines.find((line) => line.startsWith("arguments of again: "))?.split(" ") ?? [];
  return {
    status,
    skipped: lines.filter((line) => line.startsWith("Skipped: ")),
    again: again.filter((argument) => argument.startsWith("tests/") || argument.startsWith("--no-")),
    end: lines.slice(from < 0 ? -1 : from),
  };
}

test("counts tests and parts, and runs nothing again where all passed", () => {
  report("first", {
    "tests/a.test.ts": { one: "passed", two: "pending" },
    "tests/b.test.ts": { three: "passed" },
  });
  expect(run()).toEqual({
    status: 0,
    skipped: ["Skipped: two"],
    again: [],
    end: [`${2 + parts} passed, 0 failed, 1 skipped`],
  });
});

test("names what failed beside others and passed alone before the last line, and counts it as passed", () => {
  report("first", {
    "tests/a.test.ts": { one: "passed", two: "failed" },
    "tests/b.test.ts": { three: "passed" },
    "tests/c.test.ts": undefined,
  });
  report("again", {
    "tests/a.test.ts": { one: "passed", two: "passed" },
    "tests/c.test.ts": { four: "passed" },
  });
  expect(run()).toMatchObject({
    status: 0,
    again: ["--no-file-parallelism", "tests/a.test.ts", "tests/c.test.ts"],
    end: [
      "Flaky: two failed beside others and passed alone",
      `Flaky: ${join(root, "tests/c.test.ts")} failed beside others and passed alone`,
      `${4 + parts} passed, 0 failed`,
    ],
  });
});

test("what fails twice has failed", () => {
  report("first", { "tests/a.test.ts": { one: "failed", two: "failed" }, "tests/c.test.ts": undefined });
  report("again", { "tests/a.test.ts": { one: "passed", two: "failed" }, "tests/c.test.ts": undefined });
  expect(run()).toMatchObject({
    status: 1,
    end: ["Flaky: one failed beside others and passed alone", `${1 + parts} passed, 2 failed`],
  });
});

test("a file of two projects is tried again once, and a test that fails again in one of them has failed", () => {
  const file = "tests/a.test.ts";
  report("first", { [file]: { one: "failed", two: "failed" } }, { [file]: { one: "passed", two: "failed" } });
  report("again", { [file]: { one: "passed", two: "passed" } }, { [file]: { one: "passed", two: "failed" } });
  expect(run()).toMatchObject({
    status: 1,
    again: ["--no-file-parallelism", file],
    end: ["Flaky: one failed beside others and passed alone", `${2 + parts} passed, 2 failed`],
  });
});

test("what was not tried again, or did not come to it, has failed", () => {
  const many = Array.from({ length: 9 }, (_, at) => [`tests/${at}.test.ts`, { one: "failed" as const }]);
  report("first", Object.fromEntries(many));
  report("again", Object.fromEntries(many.map(([file]) => [file, { one: "passed" }])));
  expect(run()).toMatchObject({ status: 1, again: [], end: [`${parts} passed, 9 failed`] });
  report("first", { "tests/a.test.ts": { one: "failed" } });
  rmSync(join(folder, "again.json"));
  expect(run()).toMatchObject({ status: 1, end: [`${parts} passed, 1 failed`] });
});

test("an error outside of any test is a failure, whatever was saved", () => {
  report("first", { "tests/a.test.ts": { one: "failed" } });
  report("again", { "tests/a.test.ts": { one: "passed" } });
  writeFileSync(join(folder, "first.log"), "Vitest caught 1 unhandled error during the test run.\n");
  expect(run()).toMatchObject({
    status: 1,
    end: [expect.stringMatching(/^Flaky/), `${1 + parts} passed, 1 failed`],
  });
});

test("a chaos run that failed is not tried again: what it finds may happen once in many runs", () => {
  report("first", { "tests/chaos/chaos.test.ts": { one: "failed" }, "tests/a.test.ts": { two: "failed" } });
  report("again", { "tests/a.test.ts": { two: "passed" } });
  const { status, again, end } = run();
  expect({ status, again }).toEqual({ status: 1, again: ["--no-file-parallelism", "tests/a.test.ts"] });
  expect(end.at(-1)).toBe(`${1 + parts} passed, 1 failed`);
});
