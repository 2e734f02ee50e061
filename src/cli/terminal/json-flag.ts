/** Reads `--json 12` as people mean it: `--json` takes fields, and no field is called like an issue. */
import type { Command } from "commander";

const issue = /^(?:#?\d+$|[\w.-]+\/[\w.-]+#\d+$|https?:\/\/)/;

/** Moves a `--json` that an issue follows behind the other words, where it takes nothing. */
export function withJsonLast(root: Command, argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  const at = argv.findIndex((word, place) => word === "--json" && issue.test(argv[place + 1] ?? ""));
  const command = root.commands.find((each) => each.name() === argv[0]);
  const isFlag = command?.options.some(({ long, optional }) => long === "--json" && optional) === true;
  if (!isFlag || at < 0 || (end >= 0 && end < at)) return argv;
  const words = argv.toSpliced(at, 1);
  return end < 0 ? [...words, "--json"] : words.toSpliced(end - 1, 0, "--json");
}
