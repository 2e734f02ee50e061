/** Describes a step of the schema to the operator who runs `signalbox migrate`. */

const verbs: Readonly<Record<string, string>> = {
  "CREATE TABLE": "creates table",
  "ALTER TABLE": "alters table",
  "DROP TABLE": "drops table",
  "CREATE INDEX": "creates index",
  "DROP INDEX": "drops index",
  "CREATE STATISTICS": "creates statistics",
};

/** A statement at the start of a line, and the name of its object. */
const statements =
  /^(CREATE|ALTER|DROP) (?:UNIQUE )?(TABLE|INDEX|STATISTICS) (?:IF (?:NOT )?EXISTS )?(\w+)/gm;

export function describeStep(sql: string): readonly string[] {
  const changes = [...sql.matchAll(statements)].map(([, verb = "", kind = "", name = ""]) => {
    const phrase = verbs[`${verb} ${kind}`];
    return phrase === undefined ? `${verb} ${kind} ${name}` : `${phrase} ${name}`;
  });
  return [...new Set(changes)];
}
