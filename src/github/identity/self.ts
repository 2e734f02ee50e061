/**
 * Reads who we are on GitHub. Recognise our own comments and events by the bot's node id alone, never by
 * login: anyone may name a user `signalbox-bot`.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Client } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import type { Identity } from "../transport/octokits.ts";

/** The App and the bot user it acts as. */
export interface Self {
  readonly appId: number;
  readonly slug: string;
  readonly bot: { readonly id: string; readonly login: string };
}

const appShape = z.object({ id: z.number(), slug: z.string().min(1) });
const accountShape = z.object({ node_id: z.string().min(1), login: z.string(), type: z.string() });

/**
 * Asks once. Throws `RequestFailed`, and a `UserError` if the key belongs to a different App.
 * @param reader an installation that may read users, as the App's JWT may not; `anybody` where users are
 * public
 */
export async function readSelf(client: Client, appId: number, reader: number | "anybody"): Promise<Self> {
  const app = await client.get("app", "/app", {}, appShape);
  if (app.type !== "fresh" || app.data.id !== appId)
    throw new UserError(
      `The private key does not belong to App ${appId}: GitHub has it for a different App.`,
    );
  const { slug } = app.data;
  const login = `${slug}[bot]`;
  const bot = await readBot(client, reader, login);
  if (bot === undefined) throw new UnexpectedResponse(`GitHub says that ${login} is not a bot.`);
  return { appId, slug, bot };
}

/** The bot of that name, with its node id; undefined if the name is a person's. Throws `RequestFailed`. */
export async function readBot(client: Client, as: Identity, login: string): Promise<Self["bot"] | undefined> {
  const account = await client.get(as, "/users/{username}", { username: login }, accountShape);
  if (account.type !== "fresh") throw new UnexpectedResponse(`GitHub did not say who ${login} is.`);
  return account.data.type === "Bot" ? { id: account.data.node_id, login } : undefined;
}
