/**
 * Prints a line on the error stream, where no result goes. It may quote the names of files, branches and issues, which anyone can
 * choose: without what would act on the terminal, and without secrets.
 */
import { visibleText } from "../../operations/output/terminal-text.ts";
import { redact } from "../../protocol/render/redact.ts";
import type { Terminal } from "./terminal.ts";

export function tellLine(terminal: Pick<Terminal, "err">, line: string): void {
  terminal.err(`${redact(visibleText(line))}\n`);
}
