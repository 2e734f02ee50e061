/**
 * `npm run github-facts`: renews what is kept of GitHub's published descriptions, from the packages of the day, and shows
 * the difference. The packages unpack to 440 MB, so they are no dependencies.
 *
 *   npm run github-facts                                  fetches packages and schema
 *   npm run github-facts -- --from /tmp/descriptions      packages that are unpacked there, by name
 *   npm run github-facts -- --sdl schema.docs.graphql     the GraphQL schema from a file
 *   npm run github-facts -- --of 2026-11-22               the day that the cuts say, and --sdl-of that of the schema; today if omitted
 *   npm run github-facts -- --check                       writes nothing; exit 1 if something is different
 *
 * The same input gives the same bytes.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { restCut, webhooksCut } from "./cuts.ts";
import { differenceOf } from "./difference.ts";
import { eventsCut } from "./events.ts";
import { published } from "./published.ts";
import { schemaCut } from "./sdl.ts";

const here = import.meta.dirname;
const root = join(here, "..", "..", "..");
const schemaUrl = "https://docs.github.com/public/fpt/schema.docs.graphql";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    sdl: { type: "string" },
    "sdl-of": { type: "string" },
    of: { type: "string", default: new Date().toISOString().slice(0, 10) },
    check: { type: "boolean", default: false },
  },
});

function fetchPackages(into: string): string {
  for (const name of ["openapi", "openapi-webhooks"]) {
    const packed = execFileSync("npm", ["pack", `@octokit/${name}`, "--pack-destination", into], { encoding: "utf8" });
    mkdirSync(join(into, name), { recursive: true });
    const archive = join(into, packed.trim().split("\n").at(-1) ?? "");
    const unwanted = ["--exclude=*.deref.json"];
    execFileSync("tar", ["xzf", archive, "-C", join(into, name), "--strip-components=1", ...unwanted]);
  }
  return into;
}

/** Undefined if GitHub's documentation cannot be reached: the cut then stays as it is. */
async function schemaText(): Promise<string | undefined> {
  if (values.sdl !== undefined) return readFileSync(values.sdl, "utf8");
  try {
    const answer = await fetch(schemaUrl, { signal: AbortSignal.timeout(60_000) });
    if (answer.ok) return await answer.text();
    console.error(`${schemaUrl} answered ${answer.status}.`);
  } catch (thrown) {
    console.error(`${schemaUrl} could not be read (${String(thrown)}).`);
  }
  return undefined;
}

/** Shows how a cut differs from the stored one, and stores it unless only its day is new. */
function renew(file: string, text: string): boolean {
  const stored = existsSync(file) ? readFileSync(file, "utf8") : "";
  const difference = differenceOf(stored, text);
  console.log(`${relative(root, file)}: ${difference.length === 0 ? "the same" : `${difference.length} differences`}`);
  for (const line of difference.slice(0, 200)) console.log(`  ${line}`);
  if (!values.check && difference.length > 0) writeFileSync(file, text);
  return difference.length > 0;
}

const scratch = mkdtempSync(join(tmpdir(), "github-facts-"));
try {
  const from = values.from ?? fetchPackages(scratch);
  const [rest, webhooks] = [published(from, "openapi"), published(from, "openapi-webhooks")];
  const restParts = restCut(rest, values.of);
  const events = eventsCut(webhooks, rest, values.of);
  const hub = join(root, "src", "hub");
  const renewed = [
    renew(join(here, "rest.json"), restParts.json),
    renew(join(hub, "rest", "documented.ts"), restParts.inputs),
    renew(join(here, "webhooks.json"), webhooksCut(webhooks, values.of)),
    renew(join(here, "events.json"), events.json),
    renew(join(hub, "webhooks", "documented-events.ts"), events.module),
  ];
  const sdl = await schemaText();
  if (sdl === undefined) console.log("schema.graphql: not renewed; give the schema with --sdl");
  else renewed.push(renew(join(here, "schema.graphql"), schemaCut(sdl, schemaUrl, values["sdl-of"] ?? values.of)));
  process.exitCode = values.check && renewed.includes(true) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
