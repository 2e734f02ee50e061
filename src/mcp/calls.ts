/** How a tool reaches operations: the door that serves it opens what they need. */

import type { ServerContext } from "@modelcontextprotocol/server";
import type { Millis } from "../base/clock.ts";
import { noteShown, type ShownTexts } from "../operations/commands/remembered-texts.ts";
import type { Operation, OperationPorts, OperationResult } from "../operations/operation.ts";
import type { Given } from "./given.ts";
import type { Leases } from "./leases.ts";
import { longestCallMs } from "./progress.ts";
import { fitsInReply } from "./reply.ts";

/** What a client sent with its call. */
export type CallRequest = Pick<ServerContext["mcpReq"], "_meta" | "signal">;

/** One call of a tool. */
export interface Call {
  /** Aborted if the client cancels the call, or goes. */
  readonly signal: AbortSignal;
  /** Takes what the operation reports while it works. */
  readonly progress: (line: string) => void;
}

/** A place where operations can be carried out. */
export interface Door {
  /** The agent that calls; undefined for a person. No call can name another. */
  readonly agent: string | undefined;
  /**
   * Opens what an operation needs, for as long as `use` takes.
   * @param given its input, which may name the repository
   * @throws UserError where it cannot be carried out, as where there is no index
   */
  readonly open: <T>(
    operation: Operation,
    given: Given,
    call: Call,
    use: (ports: OperationPorts) => Promise<T>,
  ) => Promise<T>;
}

/** What a conversation remembers from one call to the next. */
export interface Remembered {
  readonly leases: Leases;
  readonly shown: ShownTexts;
}

/** The door as one call sees it. */
export interface Calling extends Pick<Door, "agent"> {
  /** What waits is ended after so long, with the answer that it has not happened yet. */
  readonly longestMs: Millis;
  readonly run: (operation: Operation, given: Given) => Promise<OperationResult>;
  readonly withPorts: <T>(
    operation: Operation,
    given: Given,
    use: (ports: OperationPorts) => Promise<T>,
  ) => Promise<T>;
  /** What was reported so far. */
  readonly reported: () => readonly string[];
}

export function callingAt(door: Door, { leases, shown }: Remembered, request: CallRequest): Calling {
  const lines: string[] = [];
  const longestMs = longestCallMs(request);
  const inTime = AbortSignal.any([request.signal, AbortSignal.timeout(longestMs)]);
  const call: Call = { signal: inTime, progress: (line) => void lines.push(line) };
  const open: Calling["withPorts"] = (operation, given, use) =>
    door.open(operation, given, call, (ports) =>
      use({ ...ports, shown, lease: leases.forCall(given, ports.lease) }),
    );
  return {
    agent: door.agent,
    longestMs,
    run: (operation, given) =>
      open(operation, given, async (ports) => {
        const result = await operation.run(ports, given);
        leases.learn(operation.name, result.output);
        noteShown(shown, operation.name, result.output, fitsInReply(result.text) ? result.text : "");
        await result.afterwards?.();
        return result;
      }),
    withPorts: open,
    reported: () => lines,
  };
}
