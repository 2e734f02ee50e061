/**
 * The index as a run may see it, read from the server by the run's secret: for commands that read before they write, for
 * `verify`, and for news. Operations that only read are carried out at the server whole.
 */
import { UserError } from "../../base/errors.ts";
import type { Board } from "../../operations/ports.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { type RunRead, withMaps } from "../../server/http/run-reads.ts";
import { absentBoard } from "../login/no-board.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { askServer } from "./ask-server.ts";
import { notInRun, type RunContact, runContact, runIsOver } from "./run-contact.ts";
import { classifySilence, silencePhrase } from "./silence.ts";

const timeoutMs = 10_000;

/** @param terminal of which the file is read each time: a restarted server has another address */
export function createRunBoard(terminal: Pick<Terminal, "env">): Board {
  // Each answer is of the type that the board of the server gives: both are of one release, as `run` started them.
  const ask = async <Answer>(asked: RunRead): Promise<Answer> => readAtServer(terminal, asked);
  return {
    ...absentBoard(notInRun("This command")),
    repositories: () => ask({ read: "repositories" }),
    version: () => ask({ read: "version" }),
    card: (owner, repo, number) => ask({ read: "card", owner, repo, number }),
    agents: (repository) => ask({ read: "agents", repository }),
    sentBefore: ({ owner, repo }, author, id) => ask({ read: "sentBefore", owner, repo, author, id }),
    commandSeen: (issue, comment) => ask({ read: "commandSeen", issue, comment }),
    verdictOf: (issue) => ask({ read: "verdictOf", issue }),
    reported: (issue) => ask({ read: "reported", issue }),
    tracks: ({ repository, limit }) => ask({ read: "tracks", repository, limit }),
    notes: ({ agent, which, after, since, now, limit }) =>
      ask({ read: "notes", agent, which, after, since, now, limit }),
  };
}

async function readAtServer<Answer>(terminal: Pick<Terminal, "env">, asked: RunRead): Promise<Answer> {
  const contact = runContact(terminal);
  if (contact === undefined) throw runIsOver();
  const response = await sent(contact, asked);
  if (response.status === 403) throw runIsOver();
  if (!response.ok)
    throw new UserError(
      `The server ${contact.url} could not read its index (${response.status}); its log says why.`,
      {
        code: "not-here",
      },
    );
  const { found } = JSON.parse(await response.text(), withMaps);
  return found ?? undefined;
}

async function sent(contact: RunContact, asked: RunRead): Promise<Response> {
  try {
    const body =
      "after" in asked && asked.after instanceof Map ? { ...asked, after: [...asked.after] } : asked;
    return await askServer(contact, controlPaths.reads, { body, timeoutMs });
  } catch (thrown) {
    const again = classifySilence(thrown) === "not allowed" ? "" : " Try again.";
    throw new UserError(`The server ${contact.url} did not answer: ${silencePhrase(thrown)}.${again}`, {
      code: "not-here",
      cause: thrown,
    });
  }
}
