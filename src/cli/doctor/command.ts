/** `signalbox doctor`: checks everything that commonly goes wrong, and says what to do about it. */
import { Command, Option } from "commander";
import { oneLine, plainLines } from "../../operations/output/terminal-text.ts";
import { type Role, roles } from "../../server/composition/roles.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { dataFolder } from "../local-index/home.ts";
import { readSettingsFile } from "../settings-file.ts";
import { painter } from "../terminal/look.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import type { CheckResult } from "./check-result.ts";

interface Options {
  readonly home?: string;
  readonly settings?: string;
  readonly role?: Role;
  readonly json?: boolean;
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command("doctor")
    .description("Diagnose problems with the configuration, GitHub, webhook, clock and data folder")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--settings <file>", "read settings from this file first, as `signalbox setup` writes it")
    .addOption(
      new Option("--role <role>", "what the process does; by default, guessed from its variables").choices(
        roles,
      ),
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nIt changes nothing. With SIGNALBOX_SERVER it checks that server, the token and the agent. Exits with 1 if a check failed; warnings do not count.\n\nExamples:\n  $ signalbox doctor\n  $ signalbox doctor --settings ~/.config/signalbox/app.env --json\n  $ signalbox doctor --role worker --settings worker.env",
    )
    .action(async (options: Options) => {
      const file = options.settings === undefined ? {} : readSettingsFile(options.settings);
      const findings = await findingsFor({ ...terminal, env: { ...file, ...terminal.env } }, options);
      terminal.out(
        options.json === true ? `${JSON.stringify(findings, undefined, 2)}\n` : textOf(findings, terminal),
      );
      const isWell = findings.every(({ level }) => level !== "failed");
      terminal.exitWith(isWell ? exitCodes.ok : exitCodes.mistake);
    });
}

/** About the server that answers commands here, or about this machine. */
async function findingsFor(terminal: Terminal, { home, role }: Options): Promise<readonly CheckResult[]> {
  const answering = whoAnswers(terminal, home);
  if (answering.type === "server" && !terminal.env.SIGNALBOX_HOME) {
    const { checksElsewhere } = await import("./server-elsewhere.ts");
    return checksElsewhere(terminal, answering.server);
  }
  const { gatherFacts } = await import("./gather-facts.ts");
  const { runChecks } = await import("./checks/all.ts");
  return runChecks(await gatherFacts(terminal.env, dataFolder(terminal, home), role));
}

const signs = { ok: "ok      ", warning: "warning ", failed: "FAILED  " } as const;

const tones = { ok: "good", warning: "waiting", failed: "bad" } as const;

/** Lines to be copied stay lines. */
function adviceLines(advice: string): readonly string[] {
  return plainLines(advice, 1_000).map((line, at) => `          ${at === 0 ? "→" : " "} ${line}`);
}

/** On a terminal, findings that need action come first, and all the others share one line. */
function textOf(findings: readonly CheckResult[], { isTty, env }: Pick<Terminal, "isTty" | "env">): string {
  const paint = painter(isTty, env);
  const listed = isTty
    ? ["failed", "warning"].flatMap((level) => findings.filter((each) => each.level === level))
    : findings;
  const well = [...new Set(findings.filter(({ level }) => level === "ok").map(({ check }) => check))];
  const lines = listed.flatMap(({ check, level, found, advice }) => [
    `${paint(tones[level], signs[level])} ${check}: ${oneLine(found, 600)}`,
    ...(advice === undefined ? [] : adviceLines(advice)),
  ]);
  if (isTty && well.length > 0) lines.push(`${paint(tones.ok, signs.ok)} ${well.join(", ")}`);
  const count = (level: CheckResult["level"]): number =>
    findings.filter((each) => each.level === level).length;
  const warnings = count("warning");
  return `${lines.join("\n")}\n\n${count("failed")} failed, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${count("ok")} ok.\n`;
}
