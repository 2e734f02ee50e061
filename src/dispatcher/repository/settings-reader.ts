/** Reads which settings of a repository are in effect. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { ReceivedPush, StoredSettings } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";
import type { SettingsNow } from "../settings-approval/settings-now.ts";

/** How soon settings are read again that GitHub refused to show. */
const refusedMs = 60_000;

export class SettingsReader {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">;
  readonly #settingsNow: SettingsNow;

  constructor(ports: Pick<DispatcherPorts, "stores" | "github" | "runtime">, settingsNow: SettingsNow) {
    this.#ports = ports;
    this.#settingsNow = settingsNow;
  }

  /** Undefined if nothing changed, or if the files may not be read. */
  async read(
    repository: RepositorySeen,
    known: StoredSettings | undefined,
    push: ReceivedPush | undefined,
  ): Promise<StoredSettings | undefined> {
    try {
      return await this.readOrFail(repository, known, push);
    } catch (thrown) {
      // A repository whose files we may not read keeps its settings; its work continues.
      if (!isRefusal(thrown)) throw thrown;
      const { message } = thrown.failure;
      const { owner, name } = repository;
      const { logger } = this.#ports.runtime;
      logger.warn({ repository: `${owner}/${name}`, message }, "settings cannot be read");
      return undefined;
    }
  }

  /**
   * Where none are stored: undefined if the repository is empty. While GitHub refuses, what asks waits, as nobody may decide by
   * the defaults instead, and costs no attempt.
   * @throws RequestFailed
   */
  async readFirst(
    repository: RepositorySeen,
    push: ReceivedPush | undefined,
  ): Promise<StoredSettings | undefined> {
    try {
      return await this.readOrFail(repository, undefined, push);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      const { message } = thrown.failure;
      const retryAt = this.#ports.runtime.clock.now() + refusedMs;
      throw new RequestFailed({ type: "wait", scope: "request", retryAt, message }, { cause: thrown });
    }
  }

  /**
   * Undefined if nothing changed, or if nothing is known and the repository is empty.
   * @throws RequestFailed also where GitHub does not let us read the files, which says nothing about what they say
   */
  async readOrFail(
    repository: RepositorySeen,
    known: StoredSettings | undefined,
    push: ReceivedPush | undefined,
  ): Promise<StoredSettings | undefined> {
    const { tracker } = this.#ports.github;
    const seen = await tracker.headSince(repository, known?.commit, known?.authority?.branch);
    if (known === undefined && seen === undefined) return undefined;
    return this.#settingsNow(repository, { known, seen, push });
  }

  /** Works out the current settings where none are stored, and writes nothing to GitHub. */
  async findMissing(repository: RepositorySeen): Promise<void> {
    const { index } = this.#ports.stores;
    if (index.settings(repository.id) !== undefined) return;
    const found = await this.readFirst(repository, undefined);
    if (found !== undefined) await index.saveSettings(repository.id, found);
  }
}

function isRefusal(thrown: unknown): thrown is RequestFailed {
  if (!(thrown instanceof RequestFailed)) return false;
  const { type } = thrown.failure;
  return type === "refused" || type === "gone";
}
