import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../docs/pictures/", import.meta.url);

const names = ["board", "escalations", "graph", "issue", "timeline", "agents", "figures"];
const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test.each(names.flatMap((name) => [`${name}-light.png`, `${name}-dark.png`]))(
  "IF42 the pictures that `npm run screenshots` makes include %s, small, and the README shows it",
  (name) => {
    expect(statSync(new URL(name, folder)).size).toBeLessThan(110_000);
    expect(readme).toContain(`docs/pictures/${name}`);
  },
);
