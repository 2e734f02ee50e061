/** Describes a step of the schema to the operator who runs `signalbox migrate`. */

const words: Readonly<Record<string, string>> = {
  "CREATE TABLE": "makes the table",
  "ALTER TABLE": "changes the table",
  "DROP TABLE": "removes the table",
  "CREATE INDEX": "makes the index",
  "DROP INDEX": "removes the index",
  "CREATE STATISTICS": "makes the statistics",
};

/** A statement at the start of a line, and the name of its object. */
const statements =
  /^(CREATE|ALTER|DROP) (?:UNIQUE )?(TABLE|INDEX|STATISTICS) (?:IF (?:NOT )?EXISTS )?(\w+)/gm;

export function changesOf(sql: string): readonly string[] {
  const changes = [...sql.matchAll(statements)].map(([, verb = "", kind = "", name = ""]) => {
    const said = words[`${verb} ${kind}`];
    return said === undefined ? `${verb} ${kind} ${name}` : `${said} ${name}`;
  });
  return [...new Set(changes)];
}
