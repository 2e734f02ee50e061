/** Checks a server that runs elsewhere from the machine of an agent: whether it answers, and what the token opens. */
import { messageOf, UserError } from "../../base/errors.ts";
import { ready } from "../../operations/ready.ts";
import { requireSignalbox } from "../answering/identity.ts";
import { portsAt } from "../answering/server-ports.ts";
import type { ServerElsewhere } from "../answering/who-answers.ts";
import { postBeat } from "../beat/post-beat.ts";
import { bodyIn, contactIn } from "../beat/surroundings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import { type CheckResult, failed, passed, warning } from "./check-result.ts";

const timeoutMs = 10_000;

export async function checksElsewhere(
  terminal: Terminal,
  server: ServerElsewhere,
): Promise<readonly CheckResult[]> {
  const found = await serverCheck(server);
  if (found.level === "failed") return [found];
  const token = await tokenCheck(terminal, server);
  if (token.level === "failed") return [found, token];
  return [found, token, await agentCheck(terminal)];
}

async function serverCheck({ url }: ServerElsewhere): Promise<CheckResult> {
  try {
    const { github, version: theirs } = await requireSignalbox(url);
    const what = `signalbox ${theirs} answers at ${url}, for ${github}.`;
    if (theirs === version()) return passed("server", what);
    return warning(
      "server",
      `${what} This command is of release ${version()}.`,
      "Install the same release on both machines.",
    );
  } catch (thrown) {
    return failed("server", messageOf(thrown), "Compare SIGNALBOX_SERVER with the address of the server.");
  }
}

async function tokenCheck(terminal: Terminal, server: ServerElsewhere): Promise<CheckResult> {
  try {
    await ready.run(portsAt(terminal, { type: "server", server }), { limit: 1 });
    return passed("token", "The server takes the token.");
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return failed("token", thrown.message, "On the server's machine: signalbox tokens add --agent ada");
  }
}

async function agentCheck({ env }: Terminal): Promise<CheckResult> {
  const body = bodyIn(env, undefined);
  if (body === undefined)
    return warning("agent", "Nothing says which agent works here.", "Set SIGNALBOX_AGENT to its name.");
  const { agent, session, repo } = body;
  const contact = await contactIn(env, { home: undefined, mayRenew: true });
  const reply = await postBeat(contact, { agent, session, repo }, { timeoutMs });
  if (reply?.type === "heard") return passed("agent", `The server has heard from ${agent}.`);
  const why = reply?.why ?? "the server did not reply";
  return failed(
    "agent",
    `The server took no sign of life of ${agent}: ${why}.`,
    "Use a token of this agent.",
  );
}
