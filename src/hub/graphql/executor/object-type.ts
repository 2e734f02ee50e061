/**
 * Tables of resolvers, one per GraphQL type. A field that GitHub's schema has and the table lacks fails by
 * name: a silent null would let a client believe that the thing does not exist.
 */
import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLTypeResolver } from "graphql";
import type { HubCore } from "../../core.ts";
import type { RateStatus } from "../../http/rate.ts";
import type { WriteActor } from "../../ops/access/actor.ts";
import { Args } from "./args.ts";
import type { Cost } from "./cost.ts";
import { Composite, type Entities, Entity, type EntityName, isEntity } from "./entity.ts";
import { notImplemented } from "./failure.ts";
import { unreadIn } from "./unread.ts";

/** What every resolver receives in addition to its source and arguments. */
export interface ResolverContext {
  readonly core: HubCore;
  readonly actor: WriteActor;
  /** The maximum that the query may reach. */
  readonly cost: Cost;
  /** The rest of the viewer's hourly budget; undefined if none is enforced. */
  readonly budget: RateStatus | undefined;
}

export type Field<V> = (value: V, args: Args, viewing: ResolverContext) => unknown;
export type Fields<V> = Readonly<Record<string, Field<V>>>;

/** A table whose type of source is checked when it is used. */
export interface ObjectType {
  readonly name: EntityName;
  readonly find: (
    source: unknown,
    field: string,
  ) => ((args: Args, viewing: ResolverContext) => unknown) | undefined;
}

export function objectType<K extends EntityName>(name: K, fields: Fields<Entities[K]>): ObjectType {
  return {
    name,
    find: (source, field) => {
      const resolve = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (resolve === undefined || !isEntity(source, name)) return undefined;
      return (args, viewing) => resolve(source.value, args, viewing);
    },
  };
}

/**
 * The executor's field resolver over these tables. A mutation that fails, also for an unread input, is rolled
 * back.
 */
export function resolverOver(types: readonly ObjectType[]): GraphQLFieldResolver<unknown, ResolverContext> {
  const tables = new Map<string, ObjectType>(types.map((type) => [type.name, type]));
  return (source, given: Readonly<Record<string, unknown>>, viewing, { fieldName, parentType }) => {
    const resolve =
      source instanceof Composite
        ? fieldOf(source, fieldName)
        : tables.get(parentType.name)?.find(source, fieldName);
    if (resolve === undefined) throw notImplemented(`${parentType.name}.${fieldName}`);
    const work = (): unknown => {
      const args = new Args(given);
      const value = resolve(args, viewing);
      refuseUnread(args, parentType, fieldName);
      return value;
    };
    return parentType.name === "Mutation" ? viewing.core.state.transaction(work) : work();
  };
}

function fieldOf({ fields }: Composite, name: string) {
  if (!Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  return (args: Args, viewing: ResolverContext): unknown =>
    typeof value === "function" ? value(args, viewing) : value;
}

function refuseUnread(args: Args, type: GraphQLObjectType, fieldName: string): void {
  const unread = unreadIn(args, type.getFields()[fieldName]?.args ?? []);
  if (unread.length > 0) throw notImplemented(`${type.name}.${fieldName}(${unread.join(", ")})`);
}

/** The concrete type of a value of an interface or a union. */
export const nameType: GraphQLTypeResolver<unknown, ResolverContext> = (source) =>
  source instanceof Entity || source instanceof Composite ? source.typename : undefined;
