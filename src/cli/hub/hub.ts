/** `signalbox hub`: runs only the hub, for other programs' tests or for an App in another process. */
import { Command } from "commander";
import { readEnterpriseVersion } from "../../base/enterprise-version.ts";
import { UserError } from "../../base/errors.ts";
import type { Release } from "../../hub/release.ts";
import { readUnknownBehaviour, type UnknownBehaviour, unknownSwitches } from "../../hub/unknown-behaviour.ts";
import { readEnvironment } from "../../server/composition/environment.ts";
import { keepHeapLean } from "../start/lean-heap.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Options {
  readonly hubPort?: string;
  readonly home?: string;
  readonly webhook?: string;
  readonly enterprise?: string;
  readonly unknown?: string;
}

export function hubCommand(terminal: Terminal): Command {
  return new Command("hub")
    .description("Run only the hub: GitHub's API on this machine, with a seeded repository")
    .option("--hub-port <number>", "port of the hub (default: HUB_PORT or 4001)")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--webhook <address>", "where to send the seeded App's deliveries")
    .option(
      "--enterprise <version>",
      "be GitHub Enterprise Server of this version, such as 3.17, without what came later",
    )
    .option(
      "--unknown <switches>",
      "what it does where GitHub's behaviour is not known, such as cycle=refused,edgesPerIssue=50",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox hub --hub-port 4001\n  $ signalbox hub --enterprise 3.17\n  $ signalbox hub --unknown cycle=refused,edgeAgain=accepted",
    )
    .action(async (options: Options) => {
      const settings = readEnvironment({
        HUB_PORT: options.hubPort ?? terminal.env.HUB_PORT,
        SIGNALBOX_HOME: options.home ?? terminal.env.SIGNALBOX_HOME,
      });
      const { webhook } = options;
      if (webhook !== undefined) expectAddress(webhook);
      const release = releaseFrom(options.enterprise);
      const unknown = options.unknown === undefined ? undefined : parseSwitches(options.unknown);
      keepHeapLean();
      const { serveHub } = await import("./serve-hub.ts");
      await serveHub(terminal, settings, { webhook, release, unknown });
    });
}

function releaseFrom(enterprise: string | undefined): Release {
  if (enterprise === undefined) return "today";
  const version = readEnterpriseVersion(enterprise);
  if (version !== undefined) return version;
  throw new UserError(`--enterprise must be a version such as 3.17, found ${JSON.stringify(enterprise)}.`);
}

function parseSwitches(given: string): UnknownBehaviour {
  try {
    return readUnknownBehaviour(given);
  } catch (cause) {
    throw new UserError(
      `--unknown takes ${unknownSwitches.join(", ")}, with commas between, found ${JSON.stringify(given)}.`,
      { cause },
    );
  }
}

function expectAddress(given: string): void {
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? "")) return;
  throw new UserError(
    `--webhook must be a URL, for example http://127.0.0.1:4000/api/github/webhooks, found ${given}.`,
  );
}
