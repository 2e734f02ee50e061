/**
 * What resolvers return. An `Entity` is a record of the hub under its GraphQL name, with its fields looked up
 * in the table of that type; a `Composite` carries its fields itself (payloads, connections, counts).
 * Resolvers state the type they return instead of importing its table, so the tables do not depend on each
 * other.
 */

import type { User } from "../../state/accounts/users.ts";
import type { Comment } from "../../state/issues/comments.ts";
import type { IssueType } from "../../state/issues/issue-types.ts";
import type { Issue } from "../../state/issues/issues.ts";
import type { Label } from "../../state/issues/labels.ts";
import type { Reaction } from "../../state/issues/reactions.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";

/** The record behind each GraphQL type. */
export interface Entities {
  readonly Query: undefined;
  readonly Mutation: undefined;
  readonly Repository: Repository;
  readonly Issue: Issue;
  readonly IssueComment: Comment;
  readonly PullRequest: Pull;
  readonly IssueType: IssueType;
  readonly Label: Label;
  readonly Reaction: Reaction;
  readonly User: User;
  readonly Bot: User;
  readonly Organization: User;
}

export type EntityName = keyof Entities;

export class Entity<K extends EntityName> {
  readonly typename: K;
  readonly value: Entities[K];

  constructor(typename: K, value: Entities[K]) {
    this.typename = typename;
    this.value = value;
  }
}

export function entity<K extends EntityName>(typename: K, value: Entities[K]): Entity<K> {
  return new Entity(typename, value);
}

export function isEntity<K extends EntityName>(source: unknown, typename: K): source is Entity<K> {
  return source instanceof Entity && source.typename === typename;
}

/** Fields by name; a function is called only when its field is requested. */
export type CompositeFields = Readonly<Record<string, unknown>>;

export class Composite {
  /** Needed if the field's type is an interface or a union. */
  readonly typename: string | undefined;
  readonly fields: CompositeFields;

  constructor(fields: CompositeFields, typename: string | undefined) {
    this.fields = fields;
    this.typename = typename;
  }
}

export function composite(fields: CompositeFields, typename?: string): Composite {
  return new Composite(fields, typename);
}

/** An account under its GraphQL type. */
export function account(user: User): Entity<"User"> | Entity<"Bot"> | Entity<"Organization"> {
  return entity(user.type, user);
}
