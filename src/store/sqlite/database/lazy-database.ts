/**
 * Prepares each statement when it is first used. The store names some two hundred, and a command that reads the index
 * needs a few of them: preparing all took a command longer than reading.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export class LazyDatabase extends DatabaseSync {
  override prepare(sql: string): StatementSync {
    return new LazyStatement(sql, () => super.prepare(sql));
  }
}

type Values = SQLInputValue[] | [Record<string, SQLInputValue>, ...SQLInputValue[]];

/** One for each statement that the store names, so it is a class: a proxy would slow down every use. */
class LazyStatement implements StatementSync {
  readonly sourceSQL: string;
  readonly #prepare: () => StatementSync;
  #prepared: StatementSync | undefined;

  constructor(sql: string, prepare: () => StatementSync) {
    this.sourceSQL = sql;
    this.#prepare = prepare;
  }

  all(...values: Values): ReturnType<StatementSync["all"]> {
    return Reflect.apply(this.#statement.all, this.#statement, values);
  }

  get(...values: Values): ReturnType<StatementSync["get"]> {
    return Reflect.apply(this.#statement.get, this.#statement, values);
  }

  iterate(...values: Values): ReturnType<StatementSync["iterate"]> {
    return Reflect.apply(this.#statement.iterate, this.#statement, values);
  }

  run(...values: Values): ReturnType<StatementSync["run"]> {
    return Reflect.apply(this.#statement.run, this.#statement, values);
  }

  columns(): ReturnType<StatementSync["columns"]> {
    return this.#statement.columns();
  }

  get expandedSQL(): string {
    return this.#statement.expandedSQL;
  }

  setAllowBareNamedParameters(isEnabled: boolean): void {
    this.#statement.setAllowBareNamedParameters(isEnabled);
  }

  setAllowUnknownNamedParameters(isEnabled: boolean): void {
    this.#statement.setAllowUnknownNamedParameters(isEnabled);
  }

  setReturnArrays(isEnabled: boolean): void {
    this.#statement.setReturnArrays(isEnabled);
  }

  setReadBigInts(isEnabled: boolean): void {
    this.#statement.setReadBigInts(isEnabled);
  }

  get #statement(): StatementSync {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }
}
