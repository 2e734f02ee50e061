/**
 * Decides what to do with an effect just before it is sent. A queued effect may have been applied already, or
 * no longer be allowed: a create with an unknown outcome is looked up, and its requester must still be
 * trusted.
 */
import type { Millis } from "../../base/clock.ts";
import { type Trust, trustOf } from "../../engine/admission/trust.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import { statusKey } from "../../engine/fold/seen-record.ts";
import type { Effect } from "../../engine/model/effect.ts";
import {
  type InstallationId,
  type NodeId,
  type RepositoryId,
  type RepositorySeen,
  type Role,
  takesWrites,
} from "../../engine/model/fact.ts";
import { type IssueRecord, rolesOf } from "../../engine/model/snapshot.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { computeDelayMs } from "../failure/failure-counts.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Person, Tracker } from "../ports/tracker.ts";

export type Judgement =
  | { readonly type: "send"; readonly effect: QueuedEffect }
  /** It was applied: only the receipt was lost. */
  | { readonly type: "adopt"; readonly effect: QueuedEffect; readonly found: LostReceipt }
  | { readonly type: "later"; readonly effect: QueuedEffect; readonly at: Millis; readonly error: string }
  | { readonly type: "drop"; readonly effect: QueuedEffect; readonly error: string };

/** The contents of the lost receipt. */
type LostReceipt = Pick<WriteReceipt, "commentId" | "opened">;

export class EffectJudge {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">;
  readonly #settingsOf: SettingsOf;
  readonly #failures: FailureHandler;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">,
    settingsOf: SettingsOf,
    failures: FailureHandler,
  ) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
    this.#failures = failures;
  }

  /** The verdict on each effect of one installation. */
  async judgeAll(
    installationId: InstallationId,
    effects: readonly QueuedEffect[],
  ): Promise<readonly Judgement[]> {
    if (effects.length === 0) return [];
    // Only this installation's performer writes status comments, so none appears while the others are judged.
    const records = await this.#ports.stores.index.records(effects.map(({ issueId }) => issueId));
    const roles = new LiveRoles(this.#ports.github.tracker);
    const judgements: Judgement[] = [];
    for (const effect of effects)
      judgements.push(
        await this.#judge(installationId, addComment(records.get(effect.issueId), effect), roles),
      );
    return judgements;
  }

  async #judge(installationId: InstallationId, effect: QueuedEffect, roles: LiveRoles): Promise<Judgement> {
    const repository = this.#ports.stores.index.repository(effect.repositoryId);
    if (repository !== undefined && !takesWrites(repository))
      return { type: "drop", effect, error: "its repository takes no writes now" };
    try {
      const judgement = await this.#settleDoubt(installationId, effect);
      return judgement.type === "send" ? await this.#checkPermission(judgement.effect, roles) : judgement;
    } catch (thrown) {
      const { retryAt, message } = this.#failures.handle(thrown, {
        installationId,
        doing: `judge ${effect.key}`,
        backoffMs: this.#computeDelayMs(effect),
      });
      return { type: "later", effect, at: retryAt, error: message };
    }
  }

  /**
   * Looks the effect up before repeating it. A status that is found is edited, not trusted: its text may be
   * outdated.
   */
  async #settleDoubt(installationId: InstallationId, effect: QueuedEffect): Promise<Judgement> {
    if (effect.sentAt === undefined) return { type: "send", effect };
    const found = await this.#findCreated(installationId, effect, effect.sentAt);
    if (found === "not a create") return { type: "send", effect };
    if (found?.commentId !== undefined && effect.effect.type === "ShowStatus") {
      const { commentId } = found;
      return { type: "send", effect: { ...effect, effect: { ...effect.effect, commentId } } };
    }
    if (found !== undefined) return { type: "adopt", effect, found };
    const visibleAt = effect.sentAt + this.#ports.pace.visibilityMs;
    if (this.#ports.runtime.clock.now() >= visibleAt) return { type: "send", effect };
    return { type: "later", effect, at: visibleAt, error: "it may have been done and not be visible yet" };
  }

  /** Looks for what the effect may have created; everything else GitHub does only once. */
  async #findCreated(
    installationId: InstallationId,
    { effect, issueId, repositoryId }: QueuedEffect,
    sentAt: Millis,
  ): Promise<LostReceipt | "not a create" | undefined> {
    const { writer } = this.#ports.github;
    if (effect.type === "OpenIssue") {
      const opened = await writer.findOwnIssue(installationId, repositoryId, effect.marker, sentAt);
      return opened === undefined ? undefined : { commentId: undefined, opened };
    }
    const key = commentKey(effect);
    if (key === undefined) return "not a create";
    const commentId = await writer.findOwnComment(installationId, issueId, key);
    return commentId === undefined ? undefined : { commentId };
  }

  /** Trust rule 2: permission is looked up live, and again when the effect runs. */
  async #checkPermission(effect: QueuedEffect, roles: LiveRoles): Promise<Judgement> {
    const { actor } = effect.reason;
    if (actor === undefined || actor.id === this.#ports.github.botId) return { type: "send", effect };
    const repository = this.#ports.stores.index.repository(effect.repositoryId);
    if (repository === undefined) return { type: "drop", effect, error: "the repository is no longer ours" };
    const role = await roles.read(repository, actor);
    switch (this.#computeTrust(actor, effect.repositoryId, role)) {
      case "trusted":
        return { type: "send", effect };
      case "untrusted":
        return { type: "drop", effect, error: `${actor.login} is now ${role} and may no longer ask for it` };
      case "unknown": {
        const at = this.#ports.runtime.clock.now() + this.#computeDelayMs(effect);
        return { type: "later", effect, at, error: `the role of ${actor.login} could not be asked for` };
      }
    }
  }

  #computeTrust({ id }: { readonly id: NodeId }, repositoryId: RepositoryId, role: Role): Trust {
    const authority = { settings: this.#settingsOf(repositoryId), botId: this.#ports.github.botId };
    return trustOf({ roles: rolesOf(repositoryId, id, role) }, repositoryId, { id }, authority);
  }

  #computeDelayMs({ attempts }: QueuedEffect): Millis {
    return computeDelayMs(this.#ports.pace.failures, attempts + 1, this.#ports.runtime.random());
  }
}

/** Live roles, each looked up once for a batch: its effects are sent together. */
class LiveRoles {
  readonly #tracker: Pick<Tracker, "roleOf">;
  readonly #asked = new Map<string, Promise<Role>>();

  constructor(tracker: Pick<Tracker, "roleOf">) {
    this.#tracker = tracker;
  }

  read(repository: RepositorySeen, person: Person): Promise<Role> {
    const key = `${repository.id} ${person.id}`;
    const role = this.#asked.get(key) ?? this.#tracker.roleOf(repository, person, true);
    this.#asked.set(key, role);
    return role;
  }
}

/** A status decided on while the first one was being sent becomes an edit of it, not a second comment. */
function addComment(record: IssueRecord | undefined, queued: QueuedEffect): QueuedEffect {
  const { effect } = queued;
  if (effect.type !== "ShowStatus" || effect.commentId !== undefined) return queued;
  const written = record?.seen.own.find(({ key }) => key === statusKey);
  return written === undefined ? queued : { ...queued, effect: { ...effect, commentId: written.id } };
}

/** Marker key of the comment that the effect would create. */
function commentKey(effect: Effect): string | undefined {
  if (effect.type === "AddComment") return effect.marker;
  return effect.type === "ShowStatus" && effect.commentId === undefined ? statusKey : undefined;
}
