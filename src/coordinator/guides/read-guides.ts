/**
 * Reads the guides of a repository. Asks GitHub only if the head of the default branch, the roster, the skills that
 * open tasks name, or who is trusted has changed: one request then lists all of their folders. Texts are requested
 * where Git's id of a file is new; so is who brought it, which takes a few more. Briefs read what is stored here.
 */
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { ContextSource } from "../ports.ts";
import type { FilesOfCommit } from "../staleness/commit-files.ts";
import { pageScopeOf } from "../staleness/page-scope.ts";
import { pageState } from "../staleness/page-state.ts";
import { staleSentence } from "../staleness/stale-sentence.ts";
import { type Guide, type GuideStanding, type GuideStore, type MayInstruct, maxGuideBytes } from "./guide.ts";
import { guideText } from "./guide-text.ts";
import { type FoundGuide, foldersOf, foundIn, wantedGuides } from "./wanted-guides.ts";

export interface GuideNeeds {
  readonly store: GuideStore;
  readonly source: ContextSource;
  readonly settingsOf: (repositoryId: RepositoryId) => Settings;
  /** The head of the default branch, as the newest push or reading shows it. */
  readonly headOf: (repositoryId: RepositoryId) => string | undefined;
  readonly mayInstruct: MayInstruct;
}

/** More skills than open tasks of one repository name at a time. */
const maxSkills = 50;

export interface Reading {
  /** What the guides are read for. */
  readonly made: string;
  readonly guides: readonly Guide[];
  /** Whether it is known of each who brought it. GitHub shows a push some seconds late. */
  readonly isSettled: boolean;
}

/**
 * Undefined if what is stored is up to date. Throws `RequestFailed`.
 * @param isDue whether guides may be read for this now
 */
export async function readGuides(
  needs: GuideNeeds,
  filesOf: FilesOfCommit,
  repository: RepositorySeen,
  isDue: (made: string) => boolean,
): Promise<Reading | undefined> {
  const { store, source, settingsOf, headOf } = needs;
  const commit = headOf(repository.id);
  if (commit === undefined) return undefined;
  const settings = settingsOf(repository.id);
  const wanted = wantedGuides(settings, await store.skillsNamed(repository.id, maxSkills));
  const trusted = fingerprint(JSON.stringify([settings.trust, settings.agents]));
  const made = wanted.length === 0 ? "" : `${trusted} ${fingerprint(JSON.stringify([commit, wanted]))}`;
  const before = await store.guidesMade(repository.id);
  if ((before ?? "") === made || !isDue(made)) return undefined;
  if (wanted.length === 0) return { made, guides: [], isSettled: true };
  const found = foundIn(wanted, await source.entries(repository, commit, foldersOf(wanted)));
  const known = new Map((await store.guides(repository.id)).map((guide) => [placeOf(guide), guide]));
  const isSameTrust = before?.startsWith(`${trusted} `) === true;
  const texts = await textsOf(needs, repository, found, known);
  const guides: Guide[] = [];
  for (const each of found) {
    const earlier = known.get(placeOf({ ...each.wanted, path: each.path, oid: each.file?.oid ?? "" }));
    const guide = guideFrom(each, { commit, earlier, texts });
    const standing = isSameTrust && earlier?.standing.type === "believed" ? earlier.standing : undefined;
    const judged = { ...guide, standing: standing ?? (await standingOf(needs, repository, guide)) };
    const warning = await warningOf(filesOf, repository, judged);
    guides.push(warning === undefined ? judged : { ...judged, warning });
  }
  return { made, guides, isSettled: guides.every(isSettled) };
}

function isSettled({ standing }: Guide): boolean {
  return standing.type !== "doubtful" || standing.by !== undefined;
}

function placeOf({ kind, name, path, oid }: Pick<Guide, "kind" | "name" | "path" | "oid">): string {
  return JSON.stringify([kind, name, path, oid]);
}

type Texts = ReadonlyMap<string, string | { readonly why: string }>;

/** By Git's id of the content; only of files that are not known. */
async function textsOf(
  { source }: GuideNeeds,
  repository: RepositorySeen,
  found: readonly FoundGuide[],
  known: ReadonlyMap<string, Guide>,
): Promise<Texts> {
  const missing = found.flatMap(({ wanted, path, file }) =>
    file?.kind !== "file" || known.has(placeOf({ ...wanted, path, oid: file.oid })) ? [] : [file],
  );
  const unique = [
    ...new Map(missing.map(({ path, oid }) => [oid, { path, oid, use: "quoted" } as const])).values(),
  ];
  if (unique.length === 0) return new Map();
  const { texts, skipped } = await source.read(repository, unique);
  const why = new Map(skipped.map((each) => [each.path, each.why]));
  return new Map(
    unique.map(({ path, oid }) => [oid, texts.get(oid) ?? { why: why.get(path) ?? "could not be read" }]),
  );
}

interface ReadWith {
  readonly commit: string;
  readonly earlier: Guide | undefined;
  readonly texts: Texts;
}

function guideFrom({ wanted, path, file }: FoundGuide, { commit, earlier, texts }: ReadWith): Guide {
  const { kind, name } = wanted;
  const place = { kind, name, path, commit, oid: file?.oid ?? "" };
  const unread = (why: string): Guide => ({
    ...place,
    front: "",
    text: "",
    isCut: false,
    standing: { type: "unread", why },
  });
  if (file === undefined) return unread("is not in the repository, but the settings name it");
  if (file.kind !== "file")
    return unread(file.kind === "link" ? "is a symlink" : "is no regular file of at most 1 MiB");
  if (earlier !== undefined) {
    const { warning: _, ...kept } = earlier;
    return { ...kept, commit };
  }
  const text = texts.get(file.oid) ?? { why: "could not be read" };
  if (typeof text !== "string") return unread(text.why);
  const parts = guideText(text, maxGuideBytes[kind]);
  if (parts.text === "") return unread("has no text but its front matter");
  return { ...place, ...parts, standing: { type: "doubtful" } };
}

async function standingOf(
  { source, mayInstruct }: GuideNeeds,
  repository: RepositorySeen,
  { path, commit, standing }: Guide,
): Promise<GuideStanding> {
  if (standing.type === "unread") return standing;
  const known = standing.type === "doubtful" ? standing.by : undefined;
  const by = known ?? (await source.provenance.broughtBy(repository, { path, commit }));
  if (by === undefined) return { type: "doubtful" };
  const { id, login, type } = by;
  return (await mayInstruct(repository, by)) === "yes"
    ? { type: "believed" }
    : { type: "doubtful", by: { id, login, type } };
}

async function warningOf(
  filesOf: FilesOfCommit,
  repository: RepositorySeen,
  { front, path, commit }: Guide,
): Promise<string | undefined> {
  const scope = front === "" ? undefined : pageScopeOf(front);
  if (scope?.verified === undefined || scope.about.length === 0) return undefined;
  const now = await filesOf(repository, commit);
  if (now === undefined) return undefined;
  return staleSentence(path, pageState(scope, await filesOf(repository, scope.verified), now));
}
