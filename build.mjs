/**
 * Builds the package into dist, or into the folder that is given: the source as JavaScript, and GitHub's GraphQL schema
 * without its descriptions, which is a fifth of the package that it comes from. Who installs signalbox does not need
 * that package.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, resolve } from "node:path";

const root = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(root, "dist"));
const bin = (name) => join(root, "node_modules/.bin", name);

rmSync(target, { recursive: true, force: true });
execFileSync(bin("tsc"), ["-p", join(root, "tsconfig.build.json"), "--outDir", target], { stdio: "inherit" });

const published = dirname(findPackageJSON("@octokit/graphql-schema", import.meta.url));
const schema = readFileSync(join(published, "schema.graphql"), "utf8");
const license = readFileSync(join(published, "LICENSE.md"), "utf8").replace(/^/gm, "# ");
writeFileSync(
  join(target, "hub/graphql/executor/github.graphql"),
  `# From @octokit/graphql-schema, without descriptions.\n#\n${license}\n\n${schema.replace(/"""[\s\S]*?"""/g, "")}`,
);
