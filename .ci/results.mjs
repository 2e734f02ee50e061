/**
 * Counts vitest's JSON reports. A test that failed in the parallel run and passed when its file ran alone counts as
 * passed, and is listed as flaky. Failed files are run again once, never more often, and a chaos run never: what it
 * finds wrong may happen once in many runs.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const failedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status === "failed");
/** A file that failed before it had any test. */
const isUnloaded = ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0;

const neverAgain = new Set(["tests/chaos/chaos.test.ts"]);

/** The files to try again, from `root`. */
export function failedFiles(report, root) {
  const failed = report.testResults.filter((file) => isUnloaded(file) || failedIn(file).length > 0);
  return [...new Set(failed.map(({ name }) => relative(root, name)))].filter((name) => !neverAgain.has(name));
}

/**
 * Counts, and a line for each test that was saved by the second run.
 * @param again undefined where nothing was run again, or where that did not come to an end
 */
export function count(first, again) {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: [] };
  for (const file of first.testResults) addFile(total, file, again && secondOf(again, file.name));
  return total;
}

/** A file that is in two projects has two results. Undefined if it was not run again. */
function secondOf(again, name) {
  const results = again.testResults.filter((file) => file.name === name);
  if (results.length === 0) return undefined;
  return {
    status: results.every(({ status }) => status === "passed") ? "passed" : "failed",
    assertionResults: results.flatMap(({ assertionResults }) => assertionResults),
  };
}

function addFile(total, file, second) {
  if (isUnloaded(file)) return addUnloaded(total, file, second);
  const failed = failedIn(file);
  const others = file.assertionResults.length - failed.length;
  const passed = file.assertionResults.filter(({ status }) => status === "passed").length;
  total.passed += passed;
  total.skipped += others - passed;
  for (const test of failed) addFailed(total, test, failed.filter(isNamed(test.fullName)).length, second);
}

const isNamed = (name) => (test) => test.fullName === name;

/** Of tests that share a name all have to pass. */
function addFailed(total, { fullName }, sharing, second) {
  const named = second?.assertionResults.filter(isNamed(fullName)) ?? [];
  const isSaved = named.length >= sharing && named.every(({ status }) => status === "passed");
  if (isSaved) addFlaky(total, fullName, 1);
  else total.failed += 1;
}

function addUnloaded(total, { name }, second) {
  if (second === undefined || second.status !== "passed") total.failed += 1;
  else addFlaky(total, name, second.assertionResults.filter(({ status }) => status === "passed").length);
}

/** A line for each test that was skipped. Its title says why. */
export function skippedTests(report) {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const left = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  return left.map(({ fullName }) => `Skipped: ${fullName}`);
}

function addFlaky(total, title, passed) {
  total.passed += passed;
  total.flaky.push(`Flaky: ${title} failed beside others and passed alone`);
}

const reportAt = (path) => JSON.parse(readFileSync(path, "utf8"));

function secondAt(path) {
  try {
    return reportAt(path);
  } catch {
    return undefined;
  }
}

/**
 * `failed first.json`: a file a line. `skipped first.json`: a test a line. `count first.json again.json`: the counts, then
 * the flaky, a line each.
 */
function main([what, first, again]) {
  if (what === "failed") return failedFiles(reportAt(first), process.cwd());
  if (what === "skipped") return skippedTests(reportAt(first));
  const { passed, failed, skipped, flaky } = count(reportAt(first), secondAt(again));
  return [`${passed} ${failed} ${skipped}`, ...flaky];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const line of main(process.argv.slice(2))) console.log(line);
