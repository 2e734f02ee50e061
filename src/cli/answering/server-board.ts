/**
 * The index as a run or a token may see it, read from the server: for commands that read before they write, for `verify`, for
 * what is offered to an agent, and for news. Operations that only read are carried out at the server whole.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { doneTaskShape, TaskDone } from "../../operations/holding/task-done.ts";
import type { Board } from "../../operations/ports.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { type RunRead, withMaps } from "../../server/http/run-reads.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { askServer } from "../local-index/ask-server.ts";
import { version } from "../version.ts";
import { forgetIdentity, otherRelease } from "./identity.ts";
import { absentBoard } from "./no-board.ts";
import { type Patience, untilBack } from "./patience.ts";
import { runIsOver } from "./run-contact.ts";
import { explainFailure, parseJson, readRefusal, readText, serverAway } from "./server-answers.ts";
import type { Answering } from "./who-answers.ts";

const timeoutMs = 10_000;

/** Rejects with a UserError where nothing leads to the server any longer. */
export type ReachServer = () => Promise<Contact>;

export interface ServerBoardWish {
  readonly type: Answering["type"];
  /** How long a reading goes on while the server is away; not at all if it is absent. */
  readonly patience?: Patience | undefined;
}

/** @param reach asked each time: a restarted server may have another address */
export function createServerBoard(reach: ReachServer, { type, patience }: ServerBoardWish): Board {
  // Each answer is of the type that the board of the server gives: both are of one release, which `readAtServer` checks.
  const ask = async <Answer>(asked: RunRead): Promise<Answer> => {
    const once = (): Promise<Answer> => readAtServer(reach, type, asked);
    return patience === undefined ? once() : untilBack(patience, once);
  };
  return {
    ...absentBoard(type === "run" ? notInRun("This command") : notElsewhere),
    repositories: () => ask({ read: "repositories" }),
    version: () => ask({ read: "version" }),
    openStarts: () => ask({ read: "openStarts" }),
    card: (owner, repo, number) => ask({ read: "card", owner, repo, number }),
    agents: (repository) => ask({ read: "agents", repository }),
    sentBefore: ({ owner, repo }, author, id) => ask({ read: "sentBefore", owner, repo, author, id }),
    commandSeen: (issue, comment) => ask({ read: "commandSeen", issue, comment }),
    reported: (issue) => ask({ read: "reported", issue }),
    tracks: ({ repository, limit }) => ask({ read: "tracks", repository, limit }),
    notes: ({ agent, track, repository, which, after, since, now, limit }) =>
      ask({ read: "notes", agent, track, repository, which, after, since, now, limit }),
  };
}

async function readAtServer<Answer>(
  reach: ReachServer,
  type: Answering["type"],
  asked: RunRead,
): Promise<Answer> {
  const contact = await reach();
  const response = await sent(contact, asked);
  if (response.status === 403 && type === "run") throw await readRunOver(response);
  if (response.status === 403) throw await readRefusal(response, contact.url);
  const text = await readText(response, contact.url);
  // An older server does not know everything that is asked.
  if (response.status === 400) throw otherRelease(contact.url, undefined, version());
  const outline = outlineShape.safeParse(parseJson(text)).data;
  if (!response.ok || outline === undefined) throw explainFailure(response.status, undefined, contact.url);
  if (outline.release !== version()) throw otherRelease(contact.url, outline.release, version());
  const { found } = JSON.parse(text, withMaps);
  return found ?? undefined;
}

const overShape = z.object({ why: z.string(), done: doneTaskShape });

async function readRunOver(response: Response): Promise<UserError> {
  const over = overShape.safeParse(await response.json().catch(() => undefined)).data;
  return over === undefined ? runIsOver() : new TaskDone(over.why, over.done);
}

const outlineShape = z.object({ release: z.string() });

async function sent(contact: Contact, asked: RunRead): Promise<Response> {
  try {
    const body =
      "after" in asked && asked.after instanceof Map ? { ...asked, after: [...asked.after] } : asked;
    return await askServer(contact, controlPaths.reads, { body, timeoutMs });
  } catch (thrown) {
    forgetIdentity(contact.url);
    throw serverAway(contact.url, thrown);
  }
}

function notInRun(what: string): UserError {
  return new UserError(
    `${what} reads the server's data folder, which a program that \`signalbox run\` started does not have. Run it in a shell of the server's owner.`,
    { code: "not-here" },
  );
}

const notElsewhere = new UserError(
  "This command reads the server's data folder. Run it on the server's machine, or name the folder with --home.",
  { code: "not-here" },
);
