/**
 * Formats a log entry for people: time, subject, level, message, then all other fields. Values may come from
 * outside, so escape sequences and line breaks are removed from them; only a stack has its own lines,
 * indented.
 */
import { visible } from "../../protocol/characters.ts";

/** Fields that continue the message, in this order. */
const reasons = ["error", "message", "because", "why", "cause"] as const;
const words: Readonly<Record<string, string>> = { warn: "warning", error: "error", debug: "debug" };
const colours: Readonly<Record<string, string>> = {
  warn: "\u001b[33m",
  error: "\u001b[31m",
  debug: "\u001b[2m",
};
const plain = "\u001b[0m";
const dim = "\u001b[2m";

/** @param line one JSON object, as pino writes it */
export function readableLine(line: string, isColoured: boolean): string {
  const { time, level, msg, err, repository, issue, ...rest }: Record<string, unknown> = JSON.parse(line);
  const painted = (colour: string | undefined, text: string): string =>
    isColoured && colour !== undefined && text !== "" ? `${colour}${text}${plain}` : text;
  const word = words[String(level)];
  const mark = word === undefined ? "" : `${painted(colours[String(level)], `${word}:`)} `;
  const about = inLine(subject(repository, issue));
  const said = [msg, ...reasons.flatMap((name) => rest[name] ?? [])].map(inLine).join(": ");
  const others = Object.entries(rest).filter(([name]) => !reasons.some((reason) => reason === name));
  const details = others.map(([name, value]) => `${inLine(name)}=${inLine(valueText(value))}`).join(" ");
  const start = [painted(dim, inLine(String(time).slice(11, 19))), about]
    .filter((part) => part !== "")
    .join("  ");
  return `${start}  ${mark}${said}${details === "" ? "" : `  ${painted(dim, details)}`}${stackOf(err)}\n`;
}

/** `acme/demo#12`, `acme/demo` or `#12`; IDs unchanged. */
function subject(repository: unknown, issue: unknown): string {
  const number = issue === undefined ? "" : typeof issue === "number" ? `#${issue}` : ` ${String(issue)}`;
  return `${repository === undefined ? "" : valueText(repository)}${number}`.trim();
}

const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
const inLine = (value: unknown): string => visible(valueText(value)).replaceAll("\n", "\\n");

function stackOf(err: unknown): string {
  const hasStack = typeof err === "object" && err !== null && "stack" in err;
  return hasStack ? visible(`\n${String(err.stack)}`).replaceAll("\n", "\n  ") : "";
}
