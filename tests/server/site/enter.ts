/** Lets a browser in as the owner of the data folder of a server that runs in another process. */
import { z } from "zod";
import { askServer } from "../../../src/cli/local-index/ask-server.ts";
import { controlPaths } from "../../../src/server/http/control-paths.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { type Browser, openBrowser } from "./browser.ts";

const opened = z.object({ url: z.url() });

export async function enterAsOwner(home: string): Promise<Browser> {
  const contact = readContact(home);
  if (contact === undefined) throw new Error("No server runs.");
  const answer = await askServer(contact, controlPaths.open, { body: { to: "/" }, timeoutMs: 10_000 });
  const browser = openBrowser(contact.url);
  await browser.ask(new URL(opened.parse(await answer.json()).url).pathname);
  return browser;
}
