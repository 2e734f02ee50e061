/**
 * How output looks on a terminal: colour if it is supported, and how a person opens an issue. The hub has no
 * issue pages, so there it is a command instead of a URL.
 */
import { createRequire } from "node:module";
import { styleText } from "node:util";
import { type Look, plainLook, type Tone } from "../../operations/output/look.ts";
import { runContact } from "../answering/run-contact.ts";
import { findHubSession } from "../hub/hub-session.ts";
import { takesColour } from "./colour.ts";
import type { Terminal } from "./terminal.ts";

const styles = {
  good: "green",
  waiting: "yellow",
  bad: "red",
  quiet: "dim",
  strong: "bold",
} as const satisfies Readonly<Record<Tone, Parameters<typeof styleText>[0]>>;

/** Colours text for one of the terminal's streams. */
export function painter(isTty: boolean, env: Terminal["env"]): Look["paint"] {
  if (!isTty || !takesColour(env)) return plainLook.paint;
  return (tone, text) => (text === "" ? text : styleText(styles[tone], text, { validateStream: false }));
}

/** Loaded with the first table on a screen: it compiles expressions that no other output needs. */
let stringWidth: typeof import("string-width").default | undefined;
function widthOf(text: string): number {
  if (stringWidth === undefined) {
    const loaded: typeof import("string-width") = createRequire(import.meta.url)("string-width");
    stringWidth = loaded.default;
  }
  return stringWidth(text);
}

/** @param home absolute path of the data folder */
export function terminalLook(
  { isTty, env, columns }: Pick<Terminal, "isTty" | "env" | "columns">,
  home: string,
): Look {
  return {
    isTerminal: isTty,
    paint: painter(isTty, env),
    opening: openingIn(env, home),
    widthOf,
    columns: columns?.(),
  };
}

/** By a URL on GitHub; by gh on the hub, whose issues have no pages. */
function openingIn(env: Terminal["env"], home: string): Look["opening"] {
  const run = runContact({ env });
  if (run?.hub !== undefined)
    return ({ owner, repo, number }) => `gh issue view ${number} --repo ${owner}/${repo}`;
  const isAtHub = run === undefined && env.APP_ID === undefined && findHubSession(home) !== undefined;
  const root = `${env.GHE_PROTOCOL || "https"}://${env.GHE_HOST || "github.com"}`;
  return ({ owner, repo, number }) =>
    isAtHub
      ? `signalbox gh --as maria issue view ${number} --repo ${owner}/${repo}`
      : `${root}/${owner}/${repo}/issues/${number}`;
}
