/**
 * What a program needs to reach the server: a folder outside of the checkout and of the data folder, with the run's own secret in
 * a file that only its user can read, and the commands. It ends with the run, and the secret in it with the lease.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Environment } from "../../programs/withheld.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import type { RunWish } from "../../server/http/control-shapes.ts";
import { type Contact, writePrivately } from "../../server/maintenance/data-folder.ts";
import { forgetIdentity } from "../answering/identity.ts";
import { untilBack } from "../answering/patience.ts";
import type { RunContact } from "../answering/run-contact.ts";
import {
  explainFailure,
  noSignalbox,
  parseJson,
  readRefusal,
  readText,
  ServerAway,
  serverAway,
} from "../answering/server-answers.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { findHubSession, type HubSession } from "../hub/hub-session.ts";
import { askServer } from "../local-index/ask-server.ts";
import { findGh, ghScript, signalboxScript, writeCommands } from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { contactNow, contactToAsk, patienceOf, type RunPlace } from "./run-place.ts";
import { runtimeFolder } from "./runtime-folder.ts";

const timeoutMs = 10_000;
const answerShape = z.union([z.object({ secret: z.string() }), z.object({ refused: z.string() })]);

/**
 * @param home absolute path of the data folder
 * @param folder in which the program will work
 * @throws UserError if the program would find the server's secrets where it works
 */
export function requireApart(home: string, folder: string): void {
  const [data, work] = [realPath(home), realPath(folder)];
  if (!isWithin(work, data) && !isWithin(data, work)) return;
  throw new UserError(
    `The data folder ${home} has the server's secrets, and the program would work next to them, in ${folder}. Run it in another folder, or move the data folder: stop the server, mv ${home} ~/.signalbox, and set SIGNALBOX_HOME=~/.signalbox from then on.`,
  );
}

/** Where a path leads, through links; as it is written if it leads nowhere. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith("../") || way.startsWith("/"));
}

export class RunAccess {
  readonly #folder: string;
  readonly #place: RunPlace;
  readonly #contact: Omit<RunContact, "url">;
  #url: string;
  /** What the program gets in place of what the data folder has. */
  readonly instead: Environment;

  private constructor(place: RunPlace, env: Environment, url: string, secret: string) {
    this.#folder = mkdtempSync(join(runtimeFolder(env), "signalbox-run-"));
    this.#place = place;
    this.#url = url;
    const session = env.GH_HOST === hubHost ? findHubSession(place.home) : undefined;
    this.#contact = { token: secret, ...(session === undefined ? {} : { hub: session.url }) };
    this.#write();
    this.instead = this.#writeCommands(env, session);
  }

  /** Waits for a server that is away. @throws UserError if no server gives the run a secret */
  static async open(
    place: RunPlace,
    terminal: Pick<Terminal, "env" | "err">,
    run: RunWish,
  ): Promise<RunAccess> {
    const [contact, secret] = await untilBack(patienceOf(terminal), () => askForSecret(place, run));
    return new RunAccess(place, terminal.env, contact.url, secret);
  }

  get secret(): string {
    return this.#contact.token;
  }

  get contactFile(): string {
    return join(this.#folder, "server.json");
  }

  get commands(): string {
    return join(this.#folder, "bin");
  }

  /** A server that was restarted may have another address. */
  refresh(): void {
    const url = contactNow(this.#place)?.url ?? this.#url;
    if (url === this.#url) return;
    this.#url = url;
    this.#write();
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(): void {
    writePrivately(this.contactFile, `${JSON.stringify({ url: this.#url, ...this.#contact })}\n`);
  }

  /** At the hub, `gh` needs a command and a folder of its own, which a shell of the hub has in the data folder. */
  #writeCommands(env: Environment, session: HubSession | undefined): Environment {
    const gh = findGh(env);
    if (session === undefined || gh === undefined) {
      writeCommands(this.commands, { signalbox: signalboxScript() });
      return {};
    }
    const folder = join(this.#folder, "gh");
    mkdirSync(folder);
    writeCommands(this.commands, { signalbox: signalboxScript(), gh: ghScript(session, folder, gh) });
    return { GH_CONFIG_DIR: join(folder, "config") };
  }
}

/** The same run may ask again: nothing of it is kept at the server. */
async function askForSecret(place: RunPlace, run: RunWish): Promise<readonly [Contact, string]> {
  const contact = await contactToAsk(place);
  if (contact === undefined)
    throw new ServerAway(
      "The server has stopped, and the program has no way to it before it runs again.",
      undefined,
      true,
    );
  const response = await askServer(contact, controlPaths.runs, { body: run, timeoutMs }).catch(
    (thrown: unknown) => {
      forgetIdentity(contact.url);
      throw serverAway(contact.url, thrown);
    },
  );
  if (response.status === 403) throw await readRefusal(response, contact.url);
  const said = await readText(response, contact.url);
  if (!response.ok) throw explainFailure(response.status, undefined, contact.url);
  const answer = answerShape.safeParse(parseJson(said)).data;
  if (answer === undefined) throw noSignalbox(contact.url);
  if ("refused" in answer) throw new UserError(`The program gets no way to the server: ${answer.refused}.`);
  return [contact, answer.secret];
}
