/**
 * Takes out of a recording what our parsers do not read, and what is of this machine or of the program itself: all keys
 * but those below, long texts, folders, addresses, and the ids of conversations.
 */

export interface Places {
  readonly home: string;
  readonly checkout: string;
  readonly model: string;
}

/** What the parsers of src/harness read, and what tells a reader which line is which. */
const keptKeys: ReadonlySet<string> = new Set([
  ...[
    "type",
    "subtype",
    "text",
    "name",
    "message",
    "error",
    "errors",
    "data",
    "result",
    "item",
    "part",
    "tokens",
  ],
  ...[
    "is_error",
    "api_error_status",
    "terminal_reason",
    "permission_denials",
    "tool_name",
    "tool_input",
    "command",
  ],
  ...["session_id", "thread_id", "sessionID", "total_cost_usd", "cost", "usage", "reason", "statusCode"],
  ...["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
  ...["cached_input_tokens", "cache_write_input_tokens", "reasoning_output_tokens"],
  ...["input", "output", "reasoning", "cache", "read", "write", "total", "status", "exit_code"],
  ...["claude_code_version"],
]);
const conversationKeys: ReadonlySet<string> = new Set(["session_id", "thread_id", "sessionID"]);
/** Longer strings are the program's own words. */
const longest = 300;
const maxErrorLines = 8;

/** Only the beginning: some programs print their whole help. */
export function scrubErrors(text: string, places: Places): string {
  const lines = text.split("\n");
  const kept = lines.slice(0, maxErrorLines).map((line) => withoutPlaces(line, places));
  return [...kept, ...(lines.length > maxErrorLines ? ["…", ""] : [])].join("\n");
}

/** @param conversation what takes the place of every conversation's id */
export function scrub(text: string, places: Places, conversation: string): string {
  return text
    .split("\n")
    .map((line) => withoutPlaces(scrubLine(line, conversation), places))
    .join("\n");
}

function scrubLine(line: string, conversation: string): string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return JSON.stringify(scrubValue(value, conversation));
  } catch {
    // It is no JSON, and stays as it is.
  }
  return line;
}

function scrubValue(value: unknown, conversation: string): unknown {
  if (typeof value === "string") return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (Array.isArray(value)) return value.map((each) => scrubValue(each, conversation));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => keptKeys.has(key));
  return Object.fromEntries(
    kept.map(([key, each]) => [
      key,
      conversationKeys.has(key) ? conversation : scrubValue(each, conversation),
    ]),
  );
}

function withoutPlaces(line: string, { home, checkout, model }: Places): string {
  return line
    .replaceAll(model, "http://127.0.0.1:5790/model")
    .replaceAll(checkout, "/srv/demo")
    .replaceAll(home, "/home/ada");
}
