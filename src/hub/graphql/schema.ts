/**
 * GitHub's whole GraphQL schema, built once from the published SDL and its extension. Prose is cut out first: it is
 * two thirds of the text and nothing here reads it. Building takes about a quarter of a second, so it is done once
 * and the result is shared.
 */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";
import { buildASTSchema, concatAST, type DocumentNode, type GraphQLSchema, parse } from "graphql";
import { Defect } from "../../base/errors.ts";
import { extension } from "./extension.ts";

let built: GraphQLSchema | undefined;

/** The schema; the first call builds it. */
export function githubSchema(): GraphQLSchema {
  built ??= buildASTSchema(concatAST([published(), parse(extension, { noLocation: true })]), {
    assumeValid: true,
  });
  return built;
}

/** The package's SDL without its descriptions. It exports no path to it, but lies beside its package.json. */
function published(): DocumentNode {
  const manifest = findPackageJSON("@octokit/graphql-schema", import.meta.url);
  if (manifest === undefined) throw new Defect("The package @octokit/graphql-schema is not installed.");
  const sdl = readFileSync(new URL("schema.graphql", pathToFileURL(manifest)), "utf8");
  return parse(sdl.replace(/"""[\s\S]*?"""/g, ""), { noLocation: true });
}
