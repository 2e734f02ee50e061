/** Sends effects, one batch of an installation at a time, and records their outcomes. */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Mutex } from "../mutex.ts";
import type { ProgressWatch } from "../progress-watch.ts";
import type { RepositoryList } from "../repository/repository-list.ts";
import { Allowance, type Choice } from "./allowance.ts";
import type { EffectJudge, Judgement } from "./effect-judge.ts";
import type { EffectSender } from "./effect-sender.ts";
import { endHeld, endJudged } from "./endings.ts";
import { buildReceipt, type EffectEnd } from "./receipt.ts";

/** Minimum time between two listings of our repositories, however many effects are refused. */
const refusalsGapMs = 60_000;

/** An installation's due effects and their verdicts. */
interface JudgedEffects extends Pick<Choice, "held" | "holders"> {
  readonly judged: readonly Judgement[];
}

export class Performer {
  readonly #ports: DispatcherPorts;
  readonly #mutex: Mutex;
  readonly #judge: EffectJudge;
  readonly #sender: EffectSender;
  readonly #repositoryList: RepositoryList;
  readonly #progress: Pick<ProgressWatch, "noteDone" | "noteFailed">;
  readonly #allowance: Allowance;
  #relistedAt: Millis = Number.NEGATIVE_INFINITY;

  constructor(
    ports: DispatcherPorts,
    mutex: Mutex,
    judge: EffectJudge,
    sender: EffectSender,
    repositoryList: RepositoryList,
    progress: Pick<ProgressWatch, "noteDone" | "noteFailed">,
  ) {
    this.#ports = ports;
    this.#mutex = mutex;
    this.#judge = judge;
    this.#sender = sender;
    this.#repositoryList = repositoryList;
    this.#progress = progress;
    this.#allowance = new Allowance(ports.stores.index, ports.stores.outbox, ports.pace);
  }

  /** Sends one batch of what is due. Rejects only if the store fails. */
  async perform(installationId: InstallationId): Promise<void> {
    const { judged, held, holders } = await this.#judgeDue(installationId);
    const chosen = judged.flatMap((judgement) => (judgement.type === "send" ? judgement.effect : []));
    const sent = await this.#sender.send(installationId, chosen, holders);
    const endings = [...held.map(endHeld), ...judged.flatMap(endJudged), ...sent];
    if (endings.length === 0) return;
    await this.#save(endings);
    if (endings.some(({ type }) => type !== "later")) this.#progress.noteDone();
    else if (sent.length > 0) this.#progress.noteFailed();
    if (endings.some(({ type }) => type === "refused")) await this.#relistRepositories();
  }

  async #judgeDue(installationId: InstallationId): Promise<JudgedEffects> {
    const { stores, runtime, pace } = this.#ports;
    const { clock } = runtime;
    const due = await stores.outbox.due(installationId, clock.now(), pace.effectsPerBatch);
    if (due.length === 0) return { judged: [], held: [], holders: new Map() };
    const { going, held, holders } = await this.#allowance.choose(installationId, due, clock.now());
    return { judged: await this.#judge.judgeAll(installationId, going), held, holders };
  }

  /** Commits what became of effects. */
  async #save(endings: readonly EffectEnd[]): Promise<void> {
    const { stores, runtime } = this.#ports;
    await this.#mutex.run(async () => {
      const receipt = await buildReceipt(stores.index, endings, runtime.clock.now());
      return stores.outbox.receipt(receipt.outcomes, receipt.records, receipt.refreshes, receipt.ledger);
    });
    for (const { effect, type } of endings) runtime.observer?.effectEnded(effect.effect.type, type);
  }

  /**
   * After a refusal: the repository may be archived or the installation's permissions reduced, and then
   * nothing more is tried there.
   */
  async #relistRepositories(): Promise<void> {
    const { clock } = this.#ports.runtime;
    if (clock.now() - this.#relistedAt < refusalsGapMs) return;
    this.#relistedAt = clock.now();
    await this.#repositoryList.tryRefresh();
  }
}
