/**
 * The Node version check, which runs before anything else. Keep it in syntax that Node 14 can parse: it
 * exists to print one clear line where newer syntax would only fail.
 */
import { existsSync } from "node:fs";

const wanted = 24;
const found = process.versions.node;
// A checkout contains the sources and has its own Node among its dependencies. An installed package has
// neither.
const isCheckout = existsSync(new URL("main.ts", import.meta.url));

if (Number(found.split(".")[0]) < wanted) {
  const cure = isCheckout
    ? `Run \`npm ci\` without --ignore-scripts, which brings the right Node for npm and npx, or install Node ${wanted}.`
    : `Install Node ${wanted} (https://nodejs.org/en/download), or install it next to signalbox: npm install node@${wanted}`;
  console.error(`signalbox needs Node ${wanted} or newer and was started with Node ${found}. ${cure}`);
  process.exit(1);
}
