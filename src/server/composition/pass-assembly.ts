/** Assembles the ports of a pass that has only a token. */
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Outbox, QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { renamingIn } from "../../dispatcher/repository/label-keeper.ts";
import { settingsIn } from "../../dispatcher/repository/settings-refresher.ts";
import { createGitHubByToken, type GitHubByToken } from "../../github/identity/by-token.ts";
import type { Store } from "../../store/store.ts";
import { type Assembled, type BusOptions, paceOf, renderWithout } from "./assembly.ts";
import { constraintsOver } from "./coordination.ts";
import { webUrlOf } from "./environment.ts";
import type { KeptIndexOptions } from "./kept-index.ts";
import { noticeRefusedChecks } from "./missing-permissions.ts";

export interface PassOptions extends Pick<BusOptions, "pacing"> {
  /** The sealed index that runs pass on; undefined if they do not. */
  readonly kept?: KeptIndexOptions | undefined;
  /** Where the index is kept between passes; undefined recreates it each time. */
  readonly home: string | undefined;
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
  readonly baseUrl: string | undefined;
  /** The secret that signs our markers. Undefined if there is none; nothing is written then. */
  readonly markerSecret: string | undefined;
  /** Decide, but write nothing. */
  readonly isDryRun: boolean;
  /** Writes answers in addition to quoting; undefined if nothing is configured. */
  readonly answerer: BusOptions["answerer"];
  /** Maximum duration of the pass, in milliseconds. The next one picks up whatever is left. */
  readonly limitMs: number;
}

export interface PassSurroundings {
  readonly options: PassOptions;
  readonly runtime: ProcessRuntime;
  readonly store: Store;
  readonly mayWrite: boolean;
}

/** The writes reported to a pass. */
export interface Notices {
  readonly written: (effects: readonly QueuedEffect[]) => void;
  readonly refusedCheck: () => void;
}

/** @throws UserError if the token is unusable */
export async function assemblePass(
  { options, runtime, store, mayWrite }: PassSurroundings,
  notices: Notices,
): Promise<Assembled & Pick<GitHubByToken, "mayReadPulls" | "indexMarks" | "currentWait">> {
  const { token, markerSecret = "" } = options;
  const secrets = [token, markerSecret, ...(options.answerer?.secrets ?? [])].filter(
    (secret) => secret !== "",
  );
  const { inbox, index, outbox, orders, sessions } = store;
  const github = await createGitHubByToken({
    token,
    owner: options.owner,
    repo: options.repo,
    pacing: options.pacing,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    clock: runtime.clock,
    random: runtime.random,
    log: runtime.logger,
    // A placeholder key: without a secret nothing is written, and no marker is trusted.
    markerSecret: markerSecret === "" ? token : markerSecret,
    renames: renamingIn(index, settingsIn(index)),
  });
  const { tracker, bot } = github;
  const writer = mayWrite
    ? noticeRefusedChecks(reporting(github.writer, notices.written), notices.refusedCheck)
    : readOnlyWriter(github.writer);
  const translate = () => Promise.reject(new TypeError("A pass receives no deliveries."));
  return {
    ports: {
      stores: { inbox, index, outbox: mayWrite ? outbox : pausedOutbox(outbox), orders, sessions },
      github: { tracker, writer, translate, learnIds: async () => {}, botId: bot.id },
      runtime,
      pace: paceOf({ ...options, pollMs: undefined }),
      render: renderWithout(secrets, webUrlOf(options.baseUrl)),
      keepsIndex: options.home !== undefined,
      constraints: constraintsOver(store),
    },
    coordinating: { source: github.context, answering: { answerer: options.answerer, secrets } },
    files: github.files,
    mayReadPulls: github.mayReadPulls,
    indexMarks: github.indexMarks,
    currentWait: github.currentWait,
  };
}

function reporting(writer: Writer, written: Notices["written"]): Writer {
  return {
    ...writer,
    write: async (installationId, effects) => {
      const results = await writer.write(installationId, effects);
      const done = new Set(results.flatMap(({ id, ok }) => (ok ? [id] : [])));
      written(effects.filter(({ id }) => done.has(id)));
      return results;
    },
  };
}

/**
 * Reads, but writes nothing. The outbox alone cannot prevent all writes: the issues opened about settings
 * bypass it.
 */
function readOnlyWriter(writer: Writer): Writer {
  return {
    ...writer,
    write: async (_, effects) =>
      effects.map(({ id }) => ({
        id,
        ok: false,
        failure: { type: "refused", message: "Nothing is written." },
      })),
    showSettings: async () => {},
    showLocks: () => async () => {},
    reopenIssue: async () => {},
    ensureLabels: async (_, known) => ({ made: 0, labels: known }),
  };
}

/** Stores effects and never hands them out. */
function pausedOutbox(outbox: Outbox): Outbox {
  return {
    ...bound(outbox),
    dueInstallations: async () => [],
    nextDueAt: async () => undefined,
  };
}

function bound(outbox: Outbox): Outbox {
  return {
    pause: outbox.pause.bind(outbox),
    due: outbox.due.bind(outbox),
    dueInstallations: outbox.dueInstallations.bind(outbox),
    sending: outbox.sending.bind(outbox),
    receipt: outbox.receipt.bind(outbox),
    sharesTaken: outbox.sharesTaken.bind(outbox),
    storedBackoffs: outbox.storedBackoffs.bind(outbox),
    saveBackoff: outbox.saveBackoff.bind(outbox),
    nextDueAt: outbox.nextDueAt.bind(outbox),
    counts: outbox.counts.bind(outbox),
  };
}
