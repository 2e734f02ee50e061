/**
 * Runs passes over repositories in the background and requests refreshes of questions that changed. It only
 * saves proposals and never writes answers, so running it twice, late, or in two places simultaneously does
 * no harm.
 */
import type { NodeId, RepositoryId, RepositorySeen } from "../engine/model/fact.ts";
import { letsAgentsAnswer } from "../protocol/settings/policy.ts";
import type { KnownQuestion } from "./answers/precedent.ts";
import { createOutcomes } from "./asked/outcomes.ts";
import { createRegister } from "./asked/register.ts";
import { createRepositoryWork, type RepositoryWork } from "./background-work.ts";
import type { Considered } from "./consider-question.ts";
import { createContextStores } from "./context/context-stores.ts";
import { createInterfaces, gistOf } from "./context/interfaces.ts";
import { createLibrary } from "./context/library.ts";
import { createDefinitionCache } from "./definitions/definition-cache.ts";
import { placesAt } from "./definitions/find-place.ts";
import { createPageFinder } from "./pages/find-pages.ts";
import { answerModeOf, consider, type Earlier, type PassContext, sortQuestions } from "./pass.ts";
import type { CoordinatorPorts } from "./ports.ts";
import { createFilesOfCommit } from "./staleness/commit-files.ts";

/** What it schedules are passes. */
export interface Coordinator extends RepositoryWork {
  /**
   * Runs one pass over a repository now. With `keeps: false` nothing is saved and no refresh is requested.
   */
  readonly pass: (repository: RepositorySeen, keeps: boolean) => Promise<readonly Considered[]>;
}

/** @param signal aborts the work under way and everything scheduled later */
export function createCoordinator(ports: CoordinatorPorts, signal: AbortSignal): Coordinator {
  const { store, settingsOf, headOf, answering, reports } = ports;
  const contexts = createContextStores(ports);
  const interfacesOf = createInterfaces(store);
  const library = createLibrary({ store, settingsOf, interfacesOf, installed: answering.installed });
  const register = createRegister(store);
  const outcomes = createOutcomes(store);
  const definitions = createDefinitionCache();
  const filesOf = createFilesOfCommit(ports.source);
  const findPages = createPageFinder(ports, contexts);
  let earlier: Earlier = new WeakMap();
  /** The inputs of each repository's last pass. */
  const lastInputs = new Map<RepositoryId, string>();
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs passes one at a time: two running simultaneously would compute the same proposals twice. */
  function pass(repository: RepositorySeen, keeps: boolean): Promise<readonly Considered[]> {
    return passUntil(() => signal.aborted, repository, keeps);
  }

  function passUntil(...asked: Parameters<typeof passOver>): Promise<readonly Considered[]> {
    const done = queue.then(() => passOver(...asked));
    queue = done.catch(() => {});
    return done;
  }

  /** @param isOver whether no further question may be begun */
  async function passOver(
    isOver: () => boolean,
    repository: RepositorySeen,
    keeps: boolean,
  ): Promise<readonly Considered[]> {
    if (keeps) await findPages(repository);
    const settings = settingsOf(repository.id);
    const isOff = settings.coordinator.mode === "off";
    if (isOff && !letsAgentsAnswer(settings.policy)) return [];
    if (!(await register.of(repository.id)).known.some(isOpen)) return [];
    const sources = contexts.sourcesOf(repository);
    // What agents answer each other is held to the pages, whatever the coordinator itself may do.
    const heads = await contexts.refresh(sources);
    if (isOff) return [];
    // Reading GitHub takes a while: so the questions are listed again.
    const knowledge = await library.of(sources, heads, await register.of(repository.id));
    const mode = answerModeOf(await outcomes(repository.id), settings);
    const commit = heads.get(repository.id)?.commit;
    const places = placesAt(ports, definitions, { repository, commit }, signal);
    const context = { repository, sources, knowledge, mode, places, filesOf };
    if (!keeps) {
      const none: Earlier = new WeakMap();
      const { due } = sortQuestions(ports, context, none);
      return await collect(consider(ports, context, { due, earlier: none, isOver }, signal));
    }
    try {
      return await considerAndKeep(context, isOver);
    } catch (thrown) {
      // The computed proposals may not have been saved.
      earlier = new WeakMap();
      throw thrown;
    }
  }

  async function considerAndKeep(
    context: PassContext,
    isOver: () => boolean,
  ): Promise<readonly Considered[]> {
    const { unchanged, due } = sortQuestions(ports, context, earlier);
    const all = [...unchanged];
    let fresh: Considered[] = [];
    try {
      for await (const considered of consider(ports, context, { due, earlier, isOver }, signal)) {
        all.push(considered);
        if (considered.isNew) fresh.push(considered);
        if (fresh.length < batchSize) continue;
        const portion = fresh;
        fresh = [];
        await keep(context.repository, portion);
      }
    } finally {
      await keep(context.repository, fresh);
    }
    return all;
  }

  async function keep({ id: repositoryId }: RepositorySeen, fresh: readonly Considered[]): Promise<void> {
    if (fresh.length === 0) return;
    await store.saveProposals(new Map(fresh.map(({ id, proposal }) => [id, proposal])));
    const ids = await withAnswers(fresh.map(({ id }) => id));
    await reports.requestRefreshes(repositoryId, ids, "the coordinator finished its pass");
  }

  /** Our answers to each are included: whether one is accepted or waits depends on its question's proposal. */
  async function withAnswers(ids: readonly NodeId[]): Promise<readonly NodeId[]> {
    const records = await store.records(ids);
    return ids.flatMap((id) => [id, ...(records.get(id)?.persisted.opened ?? []).map((opened) => opened.id)]);
  }

  /** Skips a pass if nothing that it depends on has changed. */
  async function passIfChanged(repository: RepositorySeen, isOver: () => boolean): Promise<void> {
    const inputs = await inputsOf(repository);
    if (lastInputs.get(repository.id) === inputs) return;
    lastInputs.delete(repository.id);
    const considered = await passUntil(isOver, repository, true);
    const isAllRead = considered.every(({ isUnread }) => isUnread !== true);
    const isComplete = isAllRead && !isOver() && contexts.areCurrent(contexts.sourcesOf(repository));
    if (isComplete) lastInputs.set(repository.id, inputs);
  }

  /** Everything that a pass depends on and that is known without reading a question. */
  async function inputsOf(repository: RepositorySeen): Promise<string> {
    const edition = await store.edition(repository.id);
    const sources: unknown[] = [];
    for (const source of contexts.sourcesOf(repository)) {
      const { context, records } = settingsOf(source.id);
      const interfaces = gistOf(await interfacesOf(source));
      sources.push([source.id, headOf(source.id), context.paths, records.contracts, interfaces]);
    }
    return JSON.stringify([edition, settingsOf(repository.id), sources]);
  }

  const work = createRepositoryWork(
    {
      store,
      workOn: async (repository, isOver) => {
        await findPages(repository);
        await passIfChanged(repository, isOver);
      },
      failed: ({ id }, thrown) =>
        reports.logger.error({ repository: id }, "a repository's questions could not be considered", thrown),
    },
    signal,
  );
  return { ...work, pass };
}

async function collect(all: AsyncIterable<Considered>): Promise<readonly Considered[]> {
  const collection: Considered[] = [];
  for await (const considered of all) collection.push(considered);
  return collection;
}

function isOpen({ decision }: KnownQuestion): boolean {
  return decision === undefined;
}

/** How many proposals are saved and announced together: the first must not wait for the last of thousands. */
const batchSize = 16;
