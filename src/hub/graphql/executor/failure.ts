/**
 * How a field fails. GitHub returns 200 and gives each error a `type` in addition to its message, so a client
 * that checks only the status mistakes a refused mutation for a success.
 */
import { unreachable } from "../../../base/errors.ts";
import type { Actor } from "../../ops/access/actor.ts";
import type { OpRefusal, OpResult } from "../../ops/result.ts";

export type FailureType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "INVALID_CURSOR_ARGUMENTS"
  | "NOT_IMPLEMENTED";

/** Thrown by a resolver; the field becomes null and the response lists the error with its path. */
export class FieldFailure extends Error {
  override readonly name = "FieldFailure";
  readonly type: FailureType;

  constructor(type: FailureType, message: string) {
    super(message);
    this.type = type;
  }
}

export function notFoundFailure(message: string): FieldFailure {
  return new FieldFailure("NOT_FOUND", message);
}

/** The error for a node id of a record that does not exist or that the actor may not see. */
export function noNode(id: string): FieldFailure {
  return notFoundFailure(`Could not resolve to a node with the global id of '${id}'`);
}

/** The error for a part of GitHub's schema that the hub lacks. @param what for example `Issue.bodyHTML` */
export function notImplemented(what: string): FieldFailure {
  return new FieldFailure("NOT_IMPLEMENTED", `not implemented by the hub: ${what}`);
}

/** The value of a mutation's operation. @throws if the operation was refused */
export function valueOrThrow<T>(result: OpResult<T>, actor: Actor, mutation: string): T {
  if (result.kind === "ok") return result.value;
  throw refusalFailure(result, actor, mutation);
}

function refusalFailure(refusal: OpRefusal, actor: Actor, mutation: string): FieldFailure {
  switch (refusal.kind) {
    case "not_found":
      return notFoundFailure("Could not resolve to a node with the global id given.");
    case "forbidden":
      return new FieldFailure("FORBIDDEN", forbiddenMessage(refusal, actor, mutation));
    case "unprocessable":
      return new FieldFailure("UNPROCESSABLE", unprocessableMessage(refusal));
    case "conflict":
    case "not_allowed":
    case "gone":
      return new FieldFailure("UNPROCESSABLE", refusal.message);
    case "moved":
      return notFoundFailure("The issue was transferred to another repository.");
    default:
      return unreachable(refusal);
  }
}

type Forbidden = Extract<OpRefusal, { readonly kind: "forbidden" }>;

/** GraphQL mentions the mutation where REST mentions admin rights; other reasons are the same in both. */
function forbiddenMessage({ message, needs }: Forbidden, actor: Actor, mutation: string): string {
  if (actor.kind !== "user" || needs !== "admin") return message;
  const operation = mutation.charAt(0).toUpperCase() + mutation.slice(1);
  return `${actor.user.login} does not have the correct permissions to execute \`${operation}\``;
}

function unprocessableMessage(refusal: Extract<OpRefusal, { kind: "unprocessable" }>): string {
  const reasons = refusal.errors.map((error) => error.message ?? sentence(error.field, error.code));
  return reasons.length === 0 ? refusal.message : reasons.join(", ");
}

function sentence(field: string, code: string): string {
  const subject = field.charAt(0).toUpperCase() + field.slice(1);
  if (code === "already_exists") return `${subject} has already been taken`;
  return code === "missing" || code === "missing_field"
    ? `${subject} can't be blank`
    : `${subject} is invalid`;
}
