/** `signalbox login` and `logout`: a server elsewhere, by the login that gh has. */
import { Command } from "commander";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { serverAddress } from "../answering/server-here.ts";
import { asFlag, type HostFlags, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { exchange } from "./exchange.ts";
import { grantsHere, keepGrant } from "./grants-file.ts";

const examples = `
With SIGNALBOX_SERVER set to the address, commands then read from the server and give orders to it; what they write goes to GitHub, with your own token. The server sees that token when it signs you in, every five minutes of use, and does not keep it.

Examples:
  $ signalbox login https://box.example.com
  $ export SIGNALBOX_SERVER=https://box.example.com
  $ signalbox ready`;

export function loginCommand(terminal: Terminal): Command {
  return new Command("login")
    .description("Use a server on another machine, as the login that gh would use")
    .argument("[server]", "its address, such as https://box.example.com (default: SIGNALBOX_SERVER)")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "the data folder of the hub that --as uses")
    .addHelpText("after", examples)
    .action(async (given: string | undefined, flags: HostFlags) => {
      const server = chosen(terminal, given);
      const { login } = await exchange(terminal, server, flags, systemClock.now());
      terminal.out(`You are ${login} at ${server}.\n`);
      if (terminal.env.SIGNALBOX_SERVER !== server && terminal.isErrTty)
        terminal.err(`To use it: export SIGNALBOX_SERVER=${server}\n`);
    });
}

export function logoutCommand(terminal: Terminal): Command {
  return new Command("logout")
    .description("Forget the login at a server on another machine")
    .argument("[server]", "its address (default: SIGNALBOX_SERVER)")
    .addHelpText("after", "\nExamples:\n  $ signalbox logout https://box.example.com")
    .action((given: string | undefined) => {
      const server = chosen(terminal, given);
      if (grantsHere(terminal)[server] === undefined)
        throw new UserError(`You are not signed in at ${server}.`, { code: "no-login" });
      keepGrant(terminal, server, undefined);
      terminal.out(`Signed out at ${server}: what is left there ends within five minutes.\n`);
    });
}

function chosen({ env }: Terminal, given: string | undefined): string {
  const server = given ?? (env.SIGNALBOX_SERVER || undefined);
  if (server !== undefined) return serverAddress(server);
  throw new UserError("Name the server: signalbox login https://box.example.com, or set SIGNALBOX_SERVER.", {
    code: "invalid-input",
  });
}
