/**
 * How a line begins that is more than text: one grammar for what reads it and for what neutralises it, so that a form
 * which a reader is taught here is one that no neutralised line has.
 */

const slashWord = /^\/([a-z][a-z-]{0,30})(?=\s|$)/i;
const sectionHeading = /^ {0,3}###[ \t](.*)$/s;
/** What begins a heading, an underline, a rule, a list, or a command. Quotes and code begin with what is escaped anywhere. */
const active = /^(?:[#+=/-]|(\d{1,9})(?=[.)]))/;

/** The word of a line that may be a command, as written. */
export function slashWordIn(line: string): string | undefined {
  return slashWord.exec(line)?.[1];
}

/** The word of a line that would be a command if it began the line as text of its own. */
export function indentedSlashWordIn(line: string): string | undefined {
  return slashWordIn(line.replace(/^ {0,3}/, ""));
}

/** The text of a heading that may begin a section, as written. */
export function sectionHeadingIn(line: string): string | undefined {
  return sectionHeading.exec(line)?.[1];
}

/** The line, which begins with no white space, with its beginning as plain text. */
export function withInertStart(line: string): string {
  return line.replace(active, (mark, digits?: string) =>
    digits === undefined ? `\\${mark}` : `${digits}\\`,
  );
}
