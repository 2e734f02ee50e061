/**
 * Runs the coordinator once, on request: what it proposes for each open question, and how much it does on its
 * own. If a server runs, the server does it. Otherwise the dispatcher runs here until nothing is due, because
 * the coordinator never writes itself.
 */
import { z } from "zod";
import { createOutcomes } from "../../coordinator/asked/outcomes.ts";
import type { Considered } from "../../coordinator/consider-question.ts";
import type { Coordinator } from "../../coordinator/coordinator.ts";
import { answerModeOf } from "../../coordinator/pass.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import { wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { CoordinatorMode } from "../../protocol/settings/context-settings.ts";
import type { Store } from "../../store/store.ts";
import { openIndex } from "../maintenance/open-index.ts";
import { assemble, type BusOptions } from "./assembly.ts";
import { coordinatorOver } from "./coordination.ts";

export const coordinateWishShape = z.object({
  /** `owner/name`; undefined for all. */
  repository: z.string().max(200).optional(),
  /** `plan` stores and writes nothing; `status` considers no question. */
  what: z.enum(["run", "plan", "status"]),
});
export type CoordinateWish = Readonly<z.infer<typeof coordinateWishShape>>;

export interface CoordinatedRepository {
  readonly repository: string;
  readonly mode: CoordinatorMode;
  /** Whether its answers wait for a person's approval. */
  readonly isSuggesting: boolean;
  readonly accepted: number;
  readonly rejected: number;
  readonly lowerBound: number;
  readonly questions: readonly ConsideredQuestion[];
}

export type ConsideredQuestion = Pick<Considered, "number" | "title" | "isNew"> &
  Pick<Proposal, "proposed" | "gates" | "passages" | "isSuggestion">;

/** The functions of a server that `coordinate` needs, whether it is running or was started for this. */
interface Needs {
  readonly store: Pick<Store, "coordinatorStore" | "index">;
  readonly settingsOf: SettingsOf;
  readonly coordinator: Pick<Coordinator, "pass">;
}

export async function coordinateRepositories(
  { store, settingsOf, coordinator }: Needs,
  { repository, what }: CoordinateWish,
): Promise<readonly CoordinatedRepository[]> {
  const meant = store.index.repositories().filter((each) => isMeant(each, repository));
  const outcomes = createOutcomes(store.coordinatorStore);
  const all: CoordinatedRepository[] = [];
  for (const each of meant) {
    const considered = what === "status" ? [] : await coordinator.pass(each, what === "run");
    const settings = settingsOf(each.id);
    const { mode } = settings.coordinator;
    const { isSuggestion, ...record } = answerModeOf(await outcomes(each.id), settings);
    const questions = considered.map(({ number, title, isNew, proposal }) => {
      const { proposed, gates, passages } = proposal;
      return { number, title, isNew, proposed, gates, passages, isSuggestion: proposal.isSuggestion };
    });
    all.push({ repository: nameOf(each), mode, isSuggesting: isSuggestion, ...record, questions });
  }
  return all;
}

/**
 * Coordinates if no server runs; with `run`, the resulting effects are written too.
 * @throws UserError if a server runs after all, or if GitHub refuses us
 */
export async function coordinateAlone(
  options: BusOptions,
  runtime: ProcessRuntime,
  wish: CoordinateWish,
): Promise<readonly CoordinatedRepository[]> {
  const store = await openIndex(options, runtime);
  const stopping = new AbortController();
  try {
    const assembled = await assemble(options, runtime, store, stopping.signal);
    if (assembled === undefined) return [];
    const { ports, coordinating } = assembled;
    const { dispatcher, sweeper, repositories } = wireDispatcher(ports, () => {});
    const { settingsOf } = repositories;
    const coordinator = coordinatorOver(
      { ...coordinating, store, repositories, runtime, woken: () => dispatcher.wake() },
      stopping.signal,
    );
    if (wish.what !== "run") {
      await sweeper(() => {}).sweep();
      return await coordinateRepositories({ store, settingsOf, coordinator }, wish);
    }
    const running = dispatcher.run(stopping.signal);
    await sweeper(() => dispatcher.wake()).start();
    await dispatcher.idle();
    const done = await coordinateRepositories({ store, settingsOf, coordinator }, wish);
    await dispatcher.idle();
    stopping.abort();
    await running;
    return done;
  } finally {
    stopping.abort();
    await store.close();
  }
}

function isMeant(seen: RepositorySeen, wanted: string | undefined): boolean {
  return wanted === undefined || nameOf(seen).toLowerCase() === wanted.toLowerCase();
}

function nameOf({ owner, name }: RepositorySeen): string {
  return `${owner}/${name}`;
}
