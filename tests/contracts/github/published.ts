/** Descriptions as GitHub's packages publish them, unpacked in a folder. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "./json.ts";

export type PackageName = "openapi" | "openapi-webhooks";

/** Where a cut comes from, as it says itself. */
export interface Origin {
  readonly from: string;
  readonly licence: string;
}

/** A package, unpacked. */
export interface Published extends Origin {
  readonly folder: string;
}

export function published(folder: string, name: PackageName): Published {
  const at = join(folder, name);
  const { version } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  const from = `@octokit/${name}@${version}, generated/api.github.com.json`;
  return { folder: at, from, licence: readFileSync(join(at, "LICENSE"), "utf8") };
}

/** @param host `api.github.com`, or `ghes-3.19` for an enterprise host */
export function description({ folder }: Published, host: string): JsonObject {
  return JSON.parse(readFileSync(join(folder, "generated", `${host}.json`), "utf8"));
}
