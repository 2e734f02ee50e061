/** Works on what was scheduled, in the background and one after another. */
import type { RepositoryId, RepositorySeen } from "../engine/model/fact.ts";

export interface BackgroundWork<Key> {
  /** Schedules work. Returns immediately. What is worked on at the moment is worked on again afterwards. */
  readonly wake: (key: Key) => void;
  /** Resolves once everything scheduled is done. */
  readonly idle: () => Promise<void>;
}

/** @param workOn must not reject: nothing after it would be worked on */
export function createBackgroundWork<Key>(workOn: (key: Key) => Promise<void>): BackgroundWork<Key> {
  const due = new Set<Key>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (const key of due) {
      due.delete(key);
      await workOn(key);
    }
    working = undefined;
  }

  return {
    wake: (key) => {
      due.add(key);
      working ??= Promise.resolve().then(work);
    },
    idle: async () => {
      while (working !== undefined) await working;
    },
  };
}

export interface RepositoryWork extends BackgroundWork<RepositoryId> {
  /** Schedules work on every repository. Returns immediately. */
  readonly wakeAll: () => void;
  /** Begins nothing more: `idle` waits only for what is being done. */
  readonly rest: () => void;
  /** What was scheduled and is not done, or was broken off. */
  readonly unfinished: () => readonly RepositoryId[];
}

interface Needs {
  readonly store: {
    readonly repository: (id: RepositoryId) => RepositorySeen | undefined;
    readonly repositories: () => readonly RepositorySeen[];
  };
  /** @param isOver whether it is to begin nothing more */
  readonly workOn: (repository: RepositorySeen, isOver: () => boolean) => Promise<void>;
  /** Called if `workOn` rejects; the others are worked on all the same. */
  readonly failed: (repository: RepositorySeen, thrown: unknown) => void;
}

/** @param signal ends everything scheduled */
export function createRepositoryWork({ store, workOn, failed }: Needs, signal: AbortSignal): RepositoryWork {
  const waiting = new Set<RepositoryId>();
  let current: RepositoryId | undefined;
  let isResting = false;
  const isOver = (): boolean => isResting || signal.aborted;
  const { wake: schedule, idle } = createBackgroundWork(async (id: RepositoryId) => {
    if (isOver()) return;
    waiting.delete(id);
    const repository = store.repository(id);
    if (repository === undefined) return;
    current = id;
    await workOn(repository, isOver).catch((thrown: unknown) => failed(repository, thrown));
    current = undefined;
    if (isOver()) waiting.add(id);
  });
  const wake = (id: RepositoryId): void => {
    waiting.add(id);
    schedule(id);
  };
  return {
    wake,
    idle,
    wakeAll: () => {
      for (const { id } of store.repositories()) wake(id);
    },
    rest: () => {
      isResting = true;
    },
    unfinished: () => [...new Set([...waiting, ...(current === undefined ? [] : [current])])],
  };
}
