/**
 * What of the HTML in a Markdown text reaches a page: less than GitHub allows. Nothing is loaded, styled or focused
 * by what somebody wrote, and no address leads anywhere but to http, https and mail.
 */
import type { Schema } from "hast-util-sanitize";

const blocks = ["blockquote", "dd", "details", "div", "dl", "dt", "hr", "li", "ol", "p", "pre", "section"];
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const tables = ["table", "tbody", "td", "tfoot", "th", "thead", "tr"];
const words = [
  "a",
  "b",
  "br",
  "code",
  "del",
  "em",
  "i",
  "input",
  "ins",
  "kbd",
  "q",
  "s",
  "samp",
  "span",
  "strike",
  "strong",
  "sub",
  "summary",
  "sup",
  "tt",
  "ul",
  "var",
];
const cell = ["align", "colSpan", "rowSpan"];

/** Without script, its text would be shown; the others are elements whose text is not meant to be read. */
const strip = ["script", "style", "template", "textarea", "title", "iframe", "object", "noscript"];

export const schemaFor = (idPrefix: string): Schema => ({
  tagNames: [...blocks, ...headings, ...tables, ...words],
  strip,
  attributes: {
    a: ["href", "dataFootnoteRef", "dataFootnoteBackref", "ariaLabel", "ariaDescribedBy"],
    details: ["open"],
    h2: [["className", "sr-only"]],
    input: [["disabled", true], ["type", "checkbox"], "checked"],
    li: ["value", ["className", "task-list-item"]],
    ol: ["start", "reversed", ["className", "contains-task-list"]],
    section: ["dataFootnotes"],
    td: cell,
    th: [...cell, "scope"],
    ul: [["className", "contains-task-list"]],
    "*": ["dir", "id", "lang", "title"],
  },
  ancestors: Object.fromEntries(tables.filter((name) => name !== "table").map((name) => [name, ["table"]])),
  required: { input: { disabled: true, type: "checkbox" } },
  protocols: { href: ["http", "https", "mailto"] },
  clobber: ["ariaDescribedBy", "id"],
  clobberPrefix: idPrefix,
});
