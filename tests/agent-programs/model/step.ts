/** What the scripted model does in one turn, and what it was shown. */

export type Step =
  | { readonly type: "shell"; readonly command: string }
  | { readonly type: "write"; readonly path: string; readonly text: string }
  | { readonly type: "tool"; readonly name: string; readonly input: unknown }
  | { readonly type: "text"; readonly text: string }
  /** The provider refuses the request. */
  | { readonly type: "failure"; readonly status: number; readonly message: string };

/** Runs a command by the program's own tool for that. */
export function shell(command: string): Step {
  return { type: "shell", command };
}

/** Writes a file by the program's own tool, or by a command where it has none. */
export function write(path: string, text: string): Step {
  return { type: "write", path, text };
}

export function useTool(name: string, input: unknown): Step {
  return { type: "tool", name, input };
}

/** Ends the turn of the program. */
export function say(text: string): Step {
  return { type: "text", text };
}

export function refuse(status: number, message: string): Step {
  return { type: "failure", status, message };
}

/** The steps of one conversation, in order; one may depend on what the program has shown until then. */
export type Script = readonly (Step | ((shown: Conversation) => Step))[];

export interface OfferedTool {
  /** As the program names it, with the name of its group in front where it has one. */
  readonly name: string;
  /** The name of the group and the tool's own, where the protocol wants both. */
  readonly group?: string;
  readonly ownName?: string;
  readonly bytes: number;
}

/** What one request showed to the model. */
export interface Conversation {
  readonly tools: readonly OfferedTool[];
  /** How many turns the model has had. */
  readonly turn: number;
  /** What the tools returned, in order: of a command that was polled, its whole output as one. */
  readonly results: readonly string[];
  /** What the model does before its script goes on: it polls a command that was given back while it ran. */
  readonly poll?: Step | undefined;
  readonly system: string;
  readonly prompt: string;
  /** The newest text. */
  readonly last: string;
}

/** What the model says, in the words of no protocol yet. */
export type Reply =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "use"; readonly tool: OfferedTool | string; readonly input: unknown };

/** What goes over the wire. */
export type Answer =
  | { readonly type: "json"; readonly status: number; readonly body: unknown }
  | { readonly type: "events"; readonly events: readonly ServerEvent[] };

export interface ServerEvent {
  readonly name?: string;
  readonly data: unknown;
}

/** One provider's protocol. Reads never throw: what a program sends may be anything. */
export interface Protocol {
  readonly name: string;
  readonly isAt: (path: string) => boolean;
  readonly read: (request: unknown) => Conversation;
  readonly answer: (request: unknown, reply: Reply, id: string) => Answer;
  readonly fail: (status: number, message: string) => Answer;
  /** The program's tool for a command or a file, and its input; undefined if none of the tools is one. */
  readonly shellTool: (tools: readonly OfferedTool[], command: string) => Reply | undefined;
}

/** The first of the names that is offered. */
export function offered(tools: readonly OfferedTool[], names: readonly string[]): OfferedTool | undefined {
  return names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])[0];
}

/** Tokens that each request of the script costs, in every protocol. */
export const tokensOfTurn = { input: 150, cached: 30, output: 10 } as const;
