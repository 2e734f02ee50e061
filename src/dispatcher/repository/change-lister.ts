/** Lists the issues of a repository that changed, which is how a lost delivery is noticed. */
import type { Millis } from "../../base/clock.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { ChangedIssue } from "../ports/tracker.ts";
import type { Activity } from "./activity.ts";
import { type Changes, unknownAmong } from "./changes.ts";

export class ChangeLister {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "pace">;
  readonly #activity: Activity;

  constructor(ports: Pick<DispatcherPorts, "stores" | "github" | "pace">, activity: Activity) {
    this.#ports = ports;
    this.#activity = activity;
  }

  /**
   * Lists what changed since the cursor.
   * @param cursor where a pass begins that took its work before: another list may have moved the cursor since
   */
  async listSince(
    repository: RepositorySeen,
    cursor = this.#ports.stores.index.cursor(repository.id),
  ): Promise<Changes> {
    const listed = await this.#ports.github.tracker.changedSince(repository, cursor);
    return this.#note(repository, listed, await unknownAmong(this.#ports.stores.index, listed));
  }

  async listEverything(repository: RepositorySeen): Promise<Changes> {
    const listed = await this.#ports.github.tracker.changedSince(repository, undefined);
    return this.#note(repository, listed, listed);
  }

  #note(
    { id, installationId }: RepositorySeen,
    listed: readonly ChangedIssue[],
    issues: readonly ChangedIssue[],
  ): Changes {
    const { stores, pace } = this.#ports;
    const latest = listed.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
    const newest: Millis = latest - pace.cursorOverlapMs;
    if (issues.length > 0) this.#activity.heard(installationId);
    return { issues, cursor: newest > (stores.index.cursor(id) ?? 0) ? newest : undefined };
  }
}
