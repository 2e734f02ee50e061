/**
 * `signalbox gh --as alice …`: runs one real `gh` command against the hub. Its arguments are passed on
 * unchanged, without a shell.
 */
import { spawn } from "node:child_process";
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import { isListening, nothingAnswers, readHubSession } from "../hub/hub-session.ts";
import { dataFolder } from "../local-index/home.ts";
import { hubBrowser } from "../shell-commands.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { ghEnvironment, toGhArgument } from "./gh-environment.ts";

export function ghCommand(terminal: Terminal): Command {
  return new Command("gh")
    .description("Run one gh command against the hub, as one of its users")
    .requiredOption("--as <login>", "whose token to use: maria, alice, bob or mallory")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .argument("<words...>", "arguments for gh")
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText("after", "\nExamples:\n  $ signalbox gh --as alice issue list --json number,title")
    .action(async (words: readonly string[], options: { as: string; home?: string }) => {
      const home = dataFolder(terminal, options.home);
      const session = readHubSession(home);
      const variables = {
        ...ghEnvironment(session, options.as, home, terminal.env),
        GH_BROWSER: hubBrowser(home, options.as),
      };
      const code = await runGh(
        words.map((word) => toGhArgument(session, word)),
        { ...terminal.env, ...variables },
      );
      terminal.exitWith(code);
      if (code !== exitCodes.ok && !(await isListening(session.url))) terminal.err(nothingAnswers(session));
    });
}

function runGh(words: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn("gh", words, { stdio: "inherit", env });
  child.on("error", (error) => {
    const isAbsent = "code" in error && error.code === "ENOENT";
    reject(
      isAbsent
        ? new UserError("gh is not installed. Get it from https://cli.github.com, or use any Octokit client.")
        : error,
    );
  });
  child.on("close", (code) => resolve(code ?? exitCodes.defect));
  return promise;
}
