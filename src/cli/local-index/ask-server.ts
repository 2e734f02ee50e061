/** Sends a request that only the running server of a data folder can carry out. */
import { UserError } from "../../base/errors.ts";
import { type Contact, readContact } from "../../server/maintenance/data-folder.ts";
import { classifySilence, silencePhrase } from "./silence.ts";

interface ServerRequest {
  readonly body?: object;
  readonly timeoutMs: number;
}

export function askServer(
  { url, token }: Contact,
  path: string,
  { body, timeoutMs }: ServerRequest,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** What came of asking: `absent` if no server runs with the data folder. */
export type ServerReply =
  | { readonly type: "answered"; readonly response: Response; readonly url: string }
  /** `why` is a sentence. */
  | { readonly type: "absent"; readonly why: string };

/**
 * Asks the server of a data folder. A server that was killed leaves its address behind, which another program may have by now.
 * @param home absolute path of the data folder
 * @throws UserError if a server may run and did not answer
 */
export async function askLocalServer(
  home: string,
  path: string,
  asking: ServerRequest,
): Promise<ServerReply> {
  const contact = readContact(home);
  if (contact === undefined) return { type: "absent", why: `No server runs with the data folder ${home}.` };
  const { url } = contact;
  try {
    const response = await askServer(contact, path, asking);
    if (!isOtherPrograms(response)) return { type: "answered", response, url };
    // A server that has just been started again has another secret.
    if (readContact(home)?.token !== contact.token) return await askLocalServer(home, path, asking);
    return { type: "absent", why: otherProgram(home, url) };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    const silence = classifySilence(thrown);
    if (silence === "nobody there")
      return { type: "absent", why: `No server runs with the data folder ${home}.` };
    if (silence === "other program") return { type: "absent", why: otherProgram(home, url) };
    throw new UserError(explainSilence(home, url, thrown), { code: "not-here", cause: thrown });
  }
}

/** Our server knows the path, takes a secret that its data folder has, and answers in JSON or one line of text. */
function isOtherPrograms({ status, headers }: Response): boolean {
  const type = headers.get("content-type") ?? "";
  if (status === 200) return !type.startsWith("application/json");
  return status < 400 || status === 401 || status === 404 || status === 405 || type.startsWith("text/html");
}

function otherProgram(home: string, url: string): string {
  return `No server runs with the data folder ${home}: what answers at ${url}, where it was last, is another program.`;
}

/** What to tell a user whose request got no answer: a busy server is no absent one. */
function explainSilence(home: string, url: string, thrown: unknown): string {
  const server = `The server with the data folder ${home}`;
  switch (classifySilence(thrown)) {
    case "too slow":
      return `${server} runs, and did not answer in time. Try again; \`signalbox doctor\` says what keeps it busy.`;
    case "cut off":
      return `${server} ended the connection before it answered: it may be stopping. Try again; its log says what happened.`;
    case "not allowed":
      return `${server} cannot be asked: ${silencePhrase(thrown)}.`;
    case "no such host":
    case "out of reach":
      return `${server} should be at ${url}, and ${silencePhrase(thrown)}. If it runs elsewhere, run the command there.`;
    default:
      return `${server} did not answer (${silencePhrase(thrown)}). Try again; \`signalbox doctor\` looks further.`;
  }
}
