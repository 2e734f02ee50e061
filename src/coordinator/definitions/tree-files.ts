/** Selects the entries of a commit's tree that a name can stand for, and those that hold definitions. */
import type { TreeFile } from "../ports.ts";
import type { AskedPlace } from "./asked-place.ts";
import { isSource } from "./definitions.ts";

const notOurs = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
  "site-packages",
  ".yarn",
  ".venv",
  "venv",
  "dist",
  ".next",
  "__pycache__",
  "coverage",
]);
const generated =
  /\.(?:min\.(?:m?js|css)|map|pb\.go|g\.dart|generated\.\w{1,10}|bundle\.js)$|_pb2(?:_grpc)?\.pyi?$/i;

/** Files of the project itself, without folders of dependencies or generated files. */
export function ownFiles(tree: readonly TreeFile[]): readonly TreeFile[] {
  return tree.filter(
    ({ path }) => !generated.test(path) && !path.split("/").some((part) => notOurs.has(part)),
  );
}

/** Entries whose path is the name or ends with it, including those that are never read. */
export function filesNamed({ name, kinds }: AskedPlace, files: readonly TreeFile[]): readonly TreeFile[] {
  const end = `/${name}`;
  return files.filter(
    ({ path, kind }) =>
      (kind === "link" || kind === "unread" || kinds.has(kind)) && (path === name || path.endsWith(end)),
  );
}

export function sourcesIn(files: readonly TreeFile[]): readonly TreeFile[] {
  return files.filter(({ path, kind }) => (kind === "file" || kind === "unread") && isSource(path));
}

/** The file that represents a folder: its README, its index, or its first file. */
export function shownBy(folder: string, files: readonly TreeFile[]): TreeFile | undefined {
  const within = files.filter(({ path, kind }) => kind === "file" && path.startsWith(`${folder}/`));
  const direct = within.filter(({ path }) => !path.slice(folder.length + 1).includes("/"));
  const named = (form: RegExp) => direct.find(({ path }) => form.test(path.slice(folder.length + 1)));
  return named(/^readme(?:\.|$)/i) ?? named(/^(?:index|mod|lib|main|__init__)\./i) ?? direct[0] ?? within[0];
}

/** Whether another path is the same on a case-insensitive file system. */
export function clashes(path: string, files: readonly TreeFile[]): boolean {
  const folded = (text: string): string => text.normalize("NFC").toLowerCase();
  const own = folded(path);
  return files.some((other) => other.path !== path && folded(other.path) === own);
}
