/** `npm run cases`: prints the declared cases with the tests and pages that show them. */
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { isShown, readRepository, type ShownCase, shownCases } from "./cases.ts";

const help = `npm run cases -- [ids] [options]

  N05 S3.40    only these cases
  --missing    only cases that no test and no page shows
  --json       as data
  --help       print this
`;

function textOf(each: ShownCase): string {
  const shown = [
    ...each.shownBy.map((id) => `case ${id}`),
    ...each.pages,
    ...each.tests.map(({ path, title }) => `${path}: ${title}`),
  ];
  return [`${each.id} ${each.text}`, ...shown.map((line) => `    ${line}`)].join("\n");
}

function pageOf(cases: readonly ShownCase[]): string {
  return cases
    .map((each, i) =>
      each.heading === cases[i - 1]?.heading ? textOf(each) : `\n${each.heading}\n\n${textOf(each)}`,
    )
    .join("\n")
    .trimStart();
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      missing: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const all = shownCases(readRepository(dirname(dirname(import.meta.dirname))));
  const unknown = positionals.filter((id) => !all.some((each) => each.id === id));
  if (unknown.length > 0) {
    process.stderr.write(
      `No page declares ${unknown.join(", ")}. docs/cases.md and docs/abilities.md have the ids.\n`,
    );
    return 1;
  }
  const chosen = all.filter(
    (each) =>
      (positionals.length === 0 || positionals.includes(each.id)) && !(values.missing && isShown(each)),
  );
  process.stdout.write(`${values.json ? JSON.stringify(chosen, undefined, 2) : pageOf(chosen)}\n`);
  return 0;
}

process.exitCode = main();
