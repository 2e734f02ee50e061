/** Seeds of hubs for several stories, besides the demo's own. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";

const roles = { maria: "admin", alice: "write", bob: "write" } as const;

/** `acme/demo` and a second repository of the same people, `acme/api`. */
export const twoRepositories: HubSeed = {
  ...demoSeed,
  repositories: [...demoSeed.repositories, { fullName: "acme/api", roles }],
};

/** `acme/demo` with the documents of `tests/fixtures/answers/<store>` and these settings. */
export function seedWithStore(store: string, settings: string): HubSeed {
  const folder = join(import.meta.dirname, "../fixtures/answers", store);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const documents = Object.fromEntries(
    paths
      .filter((path) => path.endsWith(".md"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  return seedOf(documents, settings);
}

/** `acme/demo` with these files and settings. */
export function seedOf(documents: Readonly<Record<string, string>>, settings: string): HubSeed {
  const files = { ...documents, ".github/signalbox.yml": settings };
  return { ...demoSeed, repositories: [{ fullName: "acme/demo", roles, files }] };
}
