/**
 * Runs passes over repositories in the background and requests refreshes of questions that changed. It only
 * saves proposals and never writes answers, so running it twice, late, or in two places at once changes
 * nothing.
 */
import { messageOf } from "../base/errors.ts";
import type { NodeId, RepositorySeen } from "../engine/model/fact.ts";
import type { KnownQuestion } from "./answers/precedent.ts";
import { createOutcomes } from "./asked/outcomes.ts";
import { createRegister } from "./asked/register.ts";
import type { Considered } from "./consider-question.ts";
import { createLibrary } from "./context/library.ts";
import { refreshContext, sourcesOf } from "./context/refresh.ts";
import { createDefinitionCache } from "./definitions/definition-cache.ts";
import { placesAt } from "./definitions/find-place.ts";
import { consider, type Earlier, type PassContext, standingOf } from "./pass.ts";
import type { ContextHead, CoordinatorParts } from "./ports.ts";

export interface Coordinator {
  /** Schedules a pass, since questions of the repository may be due. Returns at once. */
  readonly wake: (repositoryId: NodeId) => void;
  /** Resolves once all scheduled passes are done. */
  readonly idle: () => Promise<void>;
  /** Schedules a pass for every repository. Returns at once. */
  readonly wakeAll: () => void;
  /**
   * Runs one pass over a repository now. With `keeps: false` nothing is saved and no refresh is requested.
   */
  readonly pass: (repository: RepositorySeen, keeps: boolean) => Promise<readonly Considered[]>;
}

/** @param signal aborts the work under way and everything scheduled later */
export function createCoordinator(parts: CoordinatorParts, signal: AbortSignal): Coordinator {
  const { questions, proposals, settingsOf, logger } = parts;
  const library = createLibrary(parts);
  const register = createRegister(questions);
  const outcomes = createOutcomes(questions);
  const definitions = createDefinitionCache();
  let earlier: Earlier = new WeakMap();
  const due = new Set<NodeId>();
  /** What each repository's last pass was computed from. */
  const passed = new Map<NodeId, string>();
  /** Repositories whose context store could not be refreshed. */
  const unread = new Set<NodeId>();
  let working: Promise<void> | undefined;
  let passing: Promise<unknown> = Promise.resolve();

  /** Runs passes one at a time: two at once would compute the same proposals twice. */
  function pass(repository: RepositorySeen, keeps: boolean): Promise<readonly Considered[]> {
    const done = passing.then(() => passOver(repository, keeps));
    passing = done.catch(() => {});
    return done;
  }

  async function passOver(repository: RepositorySeen, keeps: boolean): Promise<readonly Considered[]> {
    const settings = settingsOf(repository.id);
    if (settings.coordinator.mode === "off") return [];
    if (!(await register.of(repository.id)).known.some(isOpen)) return [];
    const sources = sourcesOf(parts, repository);
    const heads = await refreshAll(sources);
    // Reading GitHub takes a while: the questions are listed again, as they are now.
    const shelf = await library.of(sources, heads, await register.of(repository.id));
    const standing = standingOf(await outcomes(repository.id), settings);
    const commit = heads.get(repository.id)?.commit;
    const places = placesAt(parts, definitions, { repository, commit }, signal);
    const desk = { repository, shelf, standing, places };
    if (!keeps) return await collected(consider(parts, desk, new WeakMap(), signal));
    try {
      return await considerAndKeep(desk);
    } catch (thrown) {
      // The computed proposals may not have been saved.
      earlier = new WeakMap();
      throw thrown;
    }
  }

  async function considerAndKeep(desk: PassContext): Promise<readonly Considered[]> {
    const all: Considered[] = [];
    let fresh: Considered[] = [];
    try {
      for await (const considered of consider(parts, desk, earlier, signal)) {
        all.push(considered);
        if (considered.isNew) fresh.push(considered);
        if (fresh.length < atOnce) continue;
        const due = fresh;
        fresh = [];
        await keep(desk.repository, due);
      }
    } finally {
      await keep(desk.repository, fresh);
    }
    return all;
  }

  async function keep({ id: repositoryId }: RepositorySeen, fresh: readonly Considered[]): Promise<void> {
    if (fresh.length === 0) return;
    await proposals.saveProposals(new Map(fresh.map(({ id, proposal }) => [id, proposal])));
    const ids = await withAnswers(fresh.map(({ id }) => id));
    await parts.requestRefreshes(repositoryId, ids, "the coordinator has worked out what is due");
  }

  /** With our answers to each: whether one is accepted or waits depends on its question's proposal. */
  async function withAnswers(ids: readonly NodeId[]): Promise<readonly NodeId[]> {
    const records = await questions.records(ids);
    return ids.flatMap((id) => [id, ...(records.get(id)?.persisted.opened ?? []).map((opened) => opened.id)]);
  }

  /** Resolves to what is stored then. */
  async function refreshAll(sources: readonly RepositorySeen[]): Promise<ReadonlyMap<NodeId, ContextHead>> {
    const ids = sources.map(({ id }) => id);
    const before = await parts.shelf.contextHeads(ids);
    for (const source of sources) await refresh(source, before.get(source.id));
    return parts.shelf.contextHeads(ids);
  }

  /** A store that cannot be read now is retried in the next pass; until then the saved one is used. */
  async function refresh(source: RepositorySeen, head: ContextHead | undefined): Promise<void> {
    try {
      await refreshContext(parts, source, head);
      unread.delete(source.id);
    } catch (thrown) {
      unread.add(source.id);
      const repository = `${source.owner}/${source.name}`;
      logger.warn({ repository, error: messageOf(thrown) }, "the context store could not be read");
    }
  }

  /** Skips a pass if nothing that it depends on has changed. */
  async function passIfChanged(repository: RepositorySeen): Promise<void> {
    const made = await madeFrom(parts, repository);
    if (passed.get(repository.id) === made) return;
    passed.delete(repository.id);
    const considered = await pass(repository, true);
    const isRead = considered.every(({ isUnread }) => isUnread !== true);
    const isWhole =
      isRead && !signal.aborted && sourcesOf(parts, repository).every(({ id }) => !unread.has(id));
    if (isWhole) passed.set(repository.id, made);
  }

  async function work(): Promise<void> {
    for (const id of due) {
      due.delete(id);
      const repository = questions.repository(id);
      if (repository === undefined || signal.aborted) continue;
      try {
        await passIfChanged(repository);
      } catch (thrown) {
        logger.error({ repository: id }, "a repository's questions could not be considered", thrown);
      }
    }
    working = undefined;
  }

  function wake(repositoryId: NodeId): void {
    due.add(repositoryId);
    working ??= Promise.resolve().then(work);
  }

  return {
    wake,
    pass,
    idle: async () => {
      while (working !== undefined) await working;
    },
    wakeAll: () => {
      for (const { id } of questions.repositories()) wake(id);
    },
  };
}

/** Everything that a pass depends on and that is known without reading a record. */
async function madeFrom(parts: CoordinatorParts, repository: RepositorySeen): Promise<string> {
  const { questions, settingsOf } = parts;
  const sources = sourcesOf(parts, repository).map(({ id }) => [
    id,
    questions.head(id),
    settingsOf(id).context.paths,
  ]);
  return JSON.stringify([await questions.edition(repository.id), settingsOf(repository.id), sources]);
}

async function collected(all: AsyncIterable<Considered>): Promise<readonly Considered[]> {
  const collection: Considered[] = [];
  for await (const considered of all) collection.push(considered);
  return collection;
}

function isOpen({ decision }: KnownQuestion): boolean {
  return decision === undefined;
}

/** How many proposals are saved and announced together: the first must not wait for the last of thousands. */
const atOnce = 16;
