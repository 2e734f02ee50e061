/** What can be said of a repository from its files alone, for the parts of pages that are generated. */
import { ownNamesIn, packagesIn } from "../../coordinator/context/manifests.ts";
import type { Checkout } from "./checkout-files.ts";

/** Lines of Markdown. */
export interface RepositoryFacts {
  readonly lines: readonly string[];
  /** Not compared: every commit changes it. */
  readonly lastLine: string;
}

const stacks: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)tsconfig[^/]{0,60}\.json$/, "TypeScript"],
  [/(?:^|\/)package\.json$/, "Node.js"],
  [/(?:^|\/)(?:pyproject\.toml|setup\.py|requirements[\w.-]{0,60}\.txt)$/, "Python"],
  [/(?:^|\/)Cargo\.toml$/, "Rust"],
  [/(?:^|\/)go\.mod$/, "Go"],
  [/(?:^|\/)Gemfile$/, "Ruby"],
  [/(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/, "Java"],
  [/(?:^|\/)composer\.json$/, "PHP"],
  [/\.(?:cs|fs|vb)proj$/, ".NET"],
  [/(?:^|\/)Package\.swift$/, "Swift"],
  [/(?:^|\/)(?:Dockerfile|Containerfile)$/, "Docker"],
];
const manifest =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]{0,60}\.txt|Cargo\.toml|go\.mod|Gemfile)$/;
/** Files of others, whose manifests say nothing about this repository. */
const foreign = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|\.venv|venv|dist)\//;
const [maxTypes, maxPackages, maxManifests] = [10, 60, 200];

export function repositoryFacts(checkout: Checkout, paths: readonly string[]): RepositoryFacts {
  const own = paths.filter((path) => !foreign.test(path));
  const stack = stacks.flatMap(([form, name]) => (own.some((path) => form.test(path)) ? [name] : []));
  const manifests = own
    .filter((path) => manifest.test(path))
    .slice(0, maxManifests)
    .flatMap((path) => ({ path, text: checkout.text(path) ?? "" }));
  const ownNames = ownNamesIn(manifests);
  const packages = [...packagesIn(manifests)].filter((name) => !ownNames.has(name)).sort();
  return {
    lines: [
      `- **Stack:** ${listed(stack, stack.length)}`,
      `- **Files:** ${listed(typesIn(own), maxTypes)}`,
      `- **Dependencies:** ${listed(packages.map(code), maxPackages)}`,
    ],
    lastLine: `- **Last commit:** ${code(checkout.head.commit.slice(0, 12))} of ${checkout.head.date}`,
  };
}

/** "812 .ts", the most frequent first. */
function typesIn(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const type = /[^./](\.[A-Za-z\d]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? "other";
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .map(([type, count]) => `${count} ${type}`);
}

function listed(items: readonly string[], most: number): string {
  if (items.length === 0) return "none found";
  const more = items.length > most ? `, and ${items.length - most} more` : "";
  return `${items.slice(0, most).join(", ")}${more}`;
}

/** A manifest is data: its names must not become Markdown. */
function code(text: string): string {
  return `\`${text.replace(/[`\s]/g, "")}\``;
}
