/**
 * Reads package names from manifests. Only names matter, so no format is parsed completely; a manifest that
 * cannot be read lists nothing.
 */
import { z } from "zod";

const listed = z.record(z.string(), z.unknown()).optional().catch(undefined);
const packageJson = z.object({
  name: z.string().optional().catch(undefined),
  dependencies: listed,
  devDependencies: listed,
  peerDependencies: listed,
  optionalDependencies: listed,
});

type Reader = (text: string) => readonly string[];

/** By suffix of the file's name. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [/package\.json$/, namesInPackageJson],
  [/requirements[\w.-]{0,100}\.txt$/, (text) => firstWords(text, /^([A-Za-z\d][\w.-]{0,100})/)],
  [/pyproject\.toml$/, (text) => [...inQuotes(text), ...keys(text, /^\[tool\.poetry\..*dependencies\]/)]],
  [/Cargo\.toml$/, (text) => keys(text, /^\[(?:.*\.)?(?:dev-|build-)?dependencies\]/)],
  [
    /go\.mod$/,
    (text) =>
      firstWords(text, /^(?:require\s+)?((?=[\w-]{0,100}\.)[\w.-]{3,200}\/[\w./-]{1,200})\s{1,20}v\d/),
  ],
  [/Gemfile$/, (text) => firstWords(text, /^gem\s+["']([\w.-]{1,100})["']/)],
];

/** The names in all manifests. Never throws. */
export function packagesIn(
  manifests: readonly { readonly path: string; readonly text: string }[],
): ReadonlySet<string> {
  return new Set(
    manifests.flatMap(({ path, text }) => readers.find(([name]) => name.test(path))?.[1](text) ?? []),
  );
}

/** The names that manifests give to their own packages. */
export function ownNamesIn(
  manifests: readonly { readonly path: string; readonly text: string }[],
): ReadonlySet<string> {
  const texts = manifests.flatMap(({ path, text }) => (/package\.json$/.test(path) ? [text] : []));
  return new Set(texts.flatMap((text) => packageJson.safeParse(jsonIn(text)).data?.name ?? []));
}

function namesInPackageJson(text: string): readonly string[] {
  const { data } = packageJson.safeParse(jsonIn(text));
  if (data === undefined) return [];
  const { name, ...lists } = data;
  const names = Object.values(lists).flatMap((list) => Object.keys(list ?? {}));
  return name === undefined ? names : [name, ...names];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstWords(text: string, form: RegExp): readonly string[] {
  return text.split("\n").flatMap((line) => form.exec(line.trim())?.[1] ?? []);
}

/** `"requests>=2"` in an array of requirements, and the names of optional groups. */
function inQuotes(text: string): readonly string[] {
  return firstWords(text, /^["']([A-Za-z\d][\w.-]{0,100})(?:\[[^\]]{0,100}\])?\s*(?:[<>=!~;@ ]|["'])/);
}

/** The keys under TOML headings of one form. */
function keys(text: string, heading: RegExp): readonly string[] {
  const found: string[] = [];
  let isWithin = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) isWithin = heading.test(line);
    const key = isWithin ? /^"?([\w.-]{1,100})"?\s*=/.exec(line)?.[1] : undefined;
    if (key !== undefined) found.push(key);
  }
  return found;
}
