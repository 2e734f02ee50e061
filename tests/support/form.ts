/** A body as the issue form writes it: `### Label`, a blank line, the value. */
export function form(sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections)
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");
}
