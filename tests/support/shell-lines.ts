/** Command lines as pages show them, taken apart as a shell would. */

/** The words of a line without quotes, `export` and a comment at its end. */
export function wordsIn(line: string): readonly string[] {
  const [code = ""] = line.split(/\s+# /);
  return [...code.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

/** The variables that an `export` line sets. */
export function exportsIn(line: string): Readonly<Record<string, string>> {
  const [first, ...pairs] = wordsIn(line);
  if (first !== "export") return {};
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2)));
}
