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
import { writePrivately } from "../../server/maintenance/data-folder.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { findHubSession, type HubSession } from "../hub/hub-session.ts";
import { askServer } from "../local-index/ask-server.ts";
import type { RunContact } from "../local-index/run-contact.ts";
import { silencePhrase } from "../local-index/silence.ts";
import { findGh, ghScript, signalboxScript, writeCommands } from "../shell-commands.ts";
import { contactNow, type RunPlace } from "./run-place.ts";
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

  /** @throws UserError if no server gives the run a secret */
  static async open(place: RunPlace, env: Environment, run: RunWish): Promise<RunAccess> {
    const contact = contactNow(place);
    if (contact === undefined)
      throw new UserError("The server has stopped, so the program has no way to it.");
    const response = await askServer(contact, controlPaths.runs, { body: run, timeoutMs }).catch(
      (thrown: unknown) => {
        throw new UserError(
          `The server ${contact.url} gave the program no way to it: ${silencePhrase(thrown)}. Try again.`,
          { code: "not-here", cause: thrown },
        );
      },
    );
    const answer = answerShape.safeParse(await response.json().catch(() => undefined)).data;
    if (answer === undefined)
      throw new UserError(`The server gave the program no way to it: it answers ${response.status}.`);
    if ("refused" in answer) throw new UserError(`The program gets no way to the server: ${answer.refused}.`);
    return new RunAccess(place, env, contact.url, answer.secret);
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
