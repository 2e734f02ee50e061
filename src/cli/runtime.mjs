/**
 * The Node guard, run before anything else. A newcomer would modernise it: it stays in syntax that Node 14 parses,
 * because it exists to say one clear line where newer syntax would only fail.
 */
const wanted = 24;
const found = process.versions.node;

if (Number(found.split(".")[0]) < wanted) {
  const npm = "`npm ci` without --ignore-scripts, which brings the right Node for npm and npx";
  console.error(
    `signalbox needs Node ${wanted} or newer and was started with Node ${found}. Run ${npm}, or install Node ${wanted}.`,
  );
  process.exit(1);
}
