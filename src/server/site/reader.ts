/** Who sends a request to the API or to MCP: the reader of a session, or a program with a token. */
import { UserError } from "../../base/errors.ts";
import type { Operation, OperationPorts } from "../../operations/operation.ts";
import type { AsCaller } from "../../operations/writes/as-caller.ts";
import type { PortsFor } from "./ports-for.ts";
import type { Session } from "./session/sessions.ts";
import type { Bearer } from "./tokens/bearer.ts";
import { type Instead, insteadOfWriting } from "./tokens/instead.ts";
import type { PortsOfToken } from "./tokens/token-ports.ts";
import type { ShownToken } from "./tokens/tokens.ts";

type Input = Readonly<Record<string, unknown>>;

export type Reader =
  | { readonly type: "session"; readonly id: string; readonly session: Session }
  | { readonly type: "token"; readonly id: string; readonly token: ShownToken };

/** A token that is sent counts, also from a browser that has a session. */
export function readerOf(bearer: Bearer, session: Session | undefined): Reader | undefined {
  if (bearer.type === "token") return { type: "token", id: bearer.token.id, token: bearer.token };
  return session === undefined ? undefined : { type: "session", id: session.id, session };
}

export interface ReaderPorts {
  readonly portsFor: PortsFor;
  readonly portsOfToken: PortsOfToken;
  /** @param login undefined if it is not known who will write */
  readonly wordingFor: (login: string | undefined) => Omit<AsCaller, "login">;
}

/** An order with a token that gives none. */
export class OrdersNotAllowed extends UserError {}

/** @throws UserError, `NotLoggedIn` among them */
export function portsOf(reader: Reader, { portsFor, portsOfToken }: ReaderPorts): Promise<OperationPorts> {
  return reader.type === "session" ? portsFor(reader.session) : portsOfToken(reader.token);
}

/** @throws UserError for what this reader may not do here, with where it can be done */
export function requireAllowed(reader: Reader, { name, effect }: Operation, input: Input): void {
  if (reader.type === "session") {
    requireInSession(reader.session, { name, effect });
    return;
  }
  const { token } = reader;
  if (effect === "orders" && !token.mayOrder)
    throw new OrdersNotAllowed(
      "The token only reads. Make one that names an agent, on the page /tokens or with `signalbox tokens add --agent`, or write the command as a comment.",
      { code: "not-here" },
    );
  if (token.agent !== undefined && "agent" in input && input.agent !== token.agent)
    throw new OrdersNotAllowed(`The token is ${token.agent}'s. Leave \`agent\` out, or use another token.`, {
      code: "not-here",
    });
}

function requireInSession({ caller }: Session, { name, effect }: Pick<Operation, "name" | "effect">): void {
  if (effect === "orders")
    throw new UserError(
      `\`${name}\` is for an agent, and a session is a person's. Make a token for the agent on the page /tokens, or run \`signalbox ${name}\`.`,
      { code: "not-here" },
    );
  if (effect === "writes" && caller.type === "owner")
    throw new UserError(
      `You are here as the owner of the data folder, who is no account at GitHub. Sign in with GitHub at /sign-in, or run \`signalbox ${name}\`, which writes as you.`,
      { code: "not-here" },
    );
}

/** Undefined if the reader writes on GitHub itself. */
export async function insteadFor(
  reader: Reader,
  { wordingFor }: ReaderPorts,
  operation: Operation,
  ports: OperationPorts,
  input: Input,
): Promise<Instead | undefined> {
  if (operation.effect !== "writes" || reader.type === "session") return undefined;
  const { token } = reader;
  return insteadOfWriting(operation, ports, input, wordingFor(token.login), token);
}
