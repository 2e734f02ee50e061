/**
 * GitHub's whole GraphQL schema, built once from the published SDL and its extension. Descriptions are
 * removed first: they are two thirds of the text, and nothing here reads them. Building takes about a quarter
 * of a second, so the result is shared.
 */
import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";
import { buildASTSchema, concatAST, type DocumentNode, type GraphQLSchema, parse } from "graphql";
import { Defect } from "../../../base/errors.ts";
import { isSince, type Release } from "../../release.ts";
import { extensions } from "./extension.ts";

const built = new Map<Release, GraphQLSchema>();

/** The schema; the first call for a release builds it. The package alone is what enterprise hosts have that are older than all extensions. */
export function githubSchema(release: Release = "today"): GraphQLSchema {
  const known = built.get(release);
  if (known !== undefined) return known;
  const newer = extensions
    .filter(({ since }) => isSince(release, since))
    .map(({ sdl }) => parse(sdl, { noLocation: true }));
  const schema = buildASTSchema(concatAST([parsePublished(), ...newer]), { assumeValid: true });
  built.set(release, schema);
  return schema;
}

function parsePublished(): DocumentNode {
  return parse(readFileSync(publishedAt(), "utf8").replace(/"""[\s\S]*?"""/g, ""), { noLocation: true });
}

/** Next to this module in a build; in a checkout, in its package, which does not export it. */
function publishedAt(): URL {
  const built = new URL("github.graphql", import.meta.url);
  if (existsSync(built)) return built;
  const manifest = findPackageJSON("@octokit/graphql-schema", import.meta.url);
  if (manifest === undefined) throw new Defect("The package @octokit/graphql-schema is not installed.");
  return new URL("schema.graphql", pathToFileURL(manifest));
}
