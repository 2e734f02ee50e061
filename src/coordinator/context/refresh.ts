/**
 * Updates a repository's context store to the commit that the settings were read at. Do not read the branch's
 * head again here: rules and documents would come from two commits, and a quiet repository would cost
 * requests.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { ContextFile, ContextHead, ContextKept, CoordinatorParts, Skipped } from "../ports.ts";

type Needs = Pick<
  CoordinatorParts,
  "questions" | "source" | "shelf" | "settingsOf" | "note" | "clock" | "logger"
>;

/**
 * @param head of the stored context store, if there is one
 * @returns whether the store changed. Rejects if GitHub cannot be read.
 */
export async function refreshContext(
  parts: Needs,
  repository: RepositorySeen,
  head: ContextHead | undefined,
): Promise<boolean> {
  const { questions, shelf, source, settingsOf } = parts;
  const commit = questions.head(repository.id);
  const { paths } = settingsOf(repository.id).context;
  if (commit === undefined || (head?.commit === commit && sameList(head.paths, paths))) return false;
  const { files, skipped } = await source.list(repository, commit, paths);
  const before = (head && (await shelf.contexts([repository.id])))?.get(repository.id);
  const { kept, unreadable } = await withTexts(parts, repository, files, before);
  await shelf.keepContext(repository.id, { commit, paths, files: kept });
  await tellSkipped(parts, repository, commit, [...skipped, ...unreadable]);
  return true;
}

/** Requests only the texts that are not stored yet. */
async function withTexts(
  { source }: Needs,
  repository: RepositorySeen,
  files: readonly ContextFile[],
  before: ContextKept | undefined,
): Promise<{ readonly kept: ContextKept["files"]; readonly unreadable: readonly Skipped[] }> {
  const known = new Map(before?.files.map(({ oid, text }) => [oid, text]));
  const missing = new Map(files.filter(({ oid }) => !known.has(oid)).map((file) => [file.oid, file]));
  const { texts, skipped } = await source.read(repository, [...missing.values()]);
  const kept = files.flatMap((file) => {
    const text = known.get(file.oid) ?? texts.get(file.oid);
    return text === undefined ? [] : [{ ...file, text }];
  });
  return { kept, unreadable: skipped };
}

/** How many names of skipped files are shown. */
const shown = 20;

async function tellSkipped(
  { note, clock, logger }: Needs,
  { id, owner, name }: RepositorySeen,
  commit: string,
  skipped: readonly Skipped[],
): Promise<void> {
  if (skipped.length === 0) return;
  logger.warn({ repository: `${owner}/${name}`, commit, skipped: skipped.length }, "files skipped");
  const list = skipped.slice(0, shown).map(({ path, why }) => `${path} ${why}`);
  const more = skipped.length > shown ? `, and ${skipped.length - shown} more` : "";
  await note({
    at: clock.now(),
    repositoryId: id,
    issueId: undefined,
    kind: "context-skipped",
    because: `${list.join(", ")}${more}.`,
    what: `read the context store at ${commit} without them`,
  });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/**
 * The repositories that a repository's questions are answered from: its own first, then those that share with
 * it.
 */
export function sourcesOf(
  { questions, settingsOf }: Pick<CoordinatorParts, "questions" | "settingsOf">,
  repository: RepositorySeen,
): readonly RepositorySeen[] {
  const wanted = settingsOf(repository.id).context.also.map((name) => name.toLowerCase());
  const others = questions
    .repositories()
    .filter(
      ({ id, owner, name }) => id !== repository.id && wanted.includes(`${owner}/${name}`.toLowerCase()),
    );
  return [repository, ...others.filter((other) => settingsOf(other.id).context.shareable)];
}
