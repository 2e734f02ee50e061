/** Why a request to a server was not answered: what went wrong decides what its user can do. */
import { messageOf } from "../../base/errors.ts";
import { isNetworkForbidden, networkForbidden } from "../../base/no-network.ts";

export type Silence =
  /** A sandbox forbids this process the network. */
  | "not allowed"
  /** Nothing listens at the address. */
  | "nobody there"
  | "no such host"
  | "out of reach"
  | "too slow"
  | "cut off"
  | "untrusted"
  /** What answered speaks no HTTP, or speaks it over TLS alone. */
  | "other program"
  | "unknown";

const causes: readonly (readonly [RegExp, Silence])[] = [
  [/^(?:ECONNREFUSED|ENOENT)$/, "nobody there"],
  [/^(?:ENOTFOUND|EAI_\w+)$/, "no such host"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "out of reach"],
  [/^(?:UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/, "too slow"],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, "cut off"],
  [/^(?:CERT_\w+|ERR_TLS_CERT_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_\w+|UNABLE_TO_\w+)$/, "untrusted"],
  [/^(?:HPE_\w+|ERR_SSL_\w+|EPROTO)$/, "other program"],
];

/** Deeper than errors name their causes. */
const maxDepth = 5;

/** @param thrown what `fetch` threw, or reading its response */
export function classifySilence(thrown: unknown): Silence {
  if (isNetworkForbidden(thrown)) return "not allowed";
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxDepth; depth++) {
    if (error.name === "TimeoutError") return "too slow";
    if (error.name === "HTTPParserError") return "other program";
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    const known = causes.find(([codes]) => codes.test(code));
    if (known !== undefined) return known[1];
    error = error.cause;
  }
  return "unknown";
}

const unsent: ReadonlySet<Silence> = new Set(["not allowed", "nobody there", "no such host", "out of reach"]);

/** Whether the server cannot have received anything. */
export function wasNeverSent(thrown: unknown): boolean {
  const silence = classifySilence(thrown);
  return unsent.has(silence);
}

/** For the end of a sentence about a server at an address. */
export function silencePhrase(thrown: unknown): string {
  const silence = classifySilence(thrown);
  return silence === "unknown" ? messageOf(thrown).slice(0, 200) : phrases[silence];
}

const phrases: Readonly<Record<Exclude<Silence, "unknown">, string>> = {
  "not allowed": networkForbidden,
  "nobody there": "nothing listens there",
  "no such host": "no machine has that name",
  "out of reach": "it cannot be reached from this machine",
  "too slow": "it took too long",
  "cut off": "it ended the connection",
  untrusted: "its certificate is not trusted here",
  "other program": "another program answers there",
};
