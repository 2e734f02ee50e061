/** An agents' program: where npm puts it, and what a user sets so that it speaks to the scripted model. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const programNames = ["claude", "codex", "opencode"] as const;
export type ProgramName = (typeof programNames)[number];

export interface SetUp {
  /** Its HOME, empty until now. */
  readonly home: string;
  /** The scripted model's address. */
  readonly model: string;
}

export interface AgentProgram {
  readonly name: ProgramName;
  /** As people call it. */
  readonly title: string;
  /** As npm has it. */
  readonly package: string;
  /** The program itself, below node_modules: installed without its scripts, its package has no other. */
  readonly binary: string;
  /** A command line with which it may use its shell, gh and git, whatever the docs say. */
  readonly unrestricted: string;
  /** The same without `signalbox run`, reading its prompt on standard input. */
  readonly headless: string;
  /** With no more rights than signalbox' tools need: as most users start it. */
  readonly withTools: string;
  /** As it names a tool of the server `signalbox`. */
  readonly toolName: (tool: string) => string;
  /** Writes its settings, and returns the variables that it needs. */
  readonly setUp: (options: SetUp) => Readonly<Record<string, string>>;
  /** Trusts a checkout, as its user does once; undefined if it runs no differently then. */
  readonly trust?: (home: string, checkout: string) => void;
}

export function writeSettings(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
