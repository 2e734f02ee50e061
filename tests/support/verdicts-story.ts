/**
 * A story in which the App gives each verdict on a handover: in its status comment, and in the check on the
 * commit.
 */
import type { TestBus } from "./bus.ts";
import { form } from "./form.ts";

const repo = "/repos/acme/demo";

/** A check run of ours, as the list of checks and its page show it. */
export interface CheckWritten {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

export interface Verdicts {
  /** Status comments of the handovers, all versions of each. */
  readonly comments: readonly string[];
  readonly checks: readonly CheckWritten[];
}

const settings = `invariants:
  - name: docs
    file_exists: docs/absent.md
`;

/** Plays it. */
export async function giveVerdicts(bus: TestBus): Promise<Verdicts> {
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const ask = bus.testHub.as("alice");
  const comments = new Set<string>();
  const commits = new Set<string>();
  const checks = new Map<string, CheckWritten>();

  const look = async (handover: number): Promise<void> => {
    await bus.settled();
    for (const { body } of await maria.comments(handover)) comments.add(body);
    for (const sha of commits) {
      const { body } = await ask("GET", `${repo}/commits/${sha}/check-runs`);
      for (const { app, name, output } of body.check_runs)
        if (app.id === bus.hub.app.id && output.title !== null)
          checks.set(`${name} ${output.title}`, { name, title: output.title, summary: output.summary });
    }
  };
  const put = async (branch: string, path: string): Promise<string> => {
    if ((await ask("GET", `${repo}/git/ref/heads/${branch}`)).status !== 200) {
      const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
      await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
    }
    const content = Buffer.from("work();\n").toString("base64");
    const answer = await ask("PUT", `${repo}/contents/${path}`, { message: "Work", branch, content });
    commits.add(answer.body.commit.sha);
    return answer.body.commit.sha;
  };
  const ran = async (sha: string, name: string, conclusion?: string): Promise<void> => {
    const bot = await bus.testHub.asInstallation();
    const ended = conclusion === undefined ? { status: "in_progress" } : { status: "completed", conclusion };
    await bot("POST", `${repo}/check-runs`, { name, head_sha: sha, ...ended });
  };
  const says = (task: number, more: Readonly<Record<string, string>> = {}): string =>
    form({
      Completes: `#${task}`,
      Status: "complete",
      Changes: "- src/sessions.ts: keeps them",
      Verified: "- npm test: passed",
      Context: "It was simpler than it looked.",
      "Next steps": "None.",
      ...more,
    });

  const long = "Keep sessions of people who were away for longer than the lifetime of their refresh tokens";
  const task = await alice.open(long, form({ Goal: "They stay." }), ["kind:task"]);
  const head = await put("sessions", "src/sessions.ts");
  for (const name of ["a", "b", "c", "d", "e", "f", "g"])
    commits.add(await put("sessions", `src/parts/of/the/session/store/${name}.ts`));
  const opened = { title: "Sessions", head: "sessions", base: "main", body: `Fixes #${task}` };
  expect201((await ask("POST", `${repo}/pulls`, opened)).status);
  const wrong = { Changes: "- src/api/errors.ts: writes them\n- src/sessions.ts: keeps them" };
  const handover = await alice.open("Handover: sessions", says(task, wrong), ["kind:handover"]);
  await look(handover);
  await alice.edit(handover, { body: says(task, { Changes: "- src/: keeps them" }) });
  await look(handover);
  const last = [...commits].at(-1) ?? head;
  await ran(last, "npm test");
  await ran(last, "lint", "failure");
  await look(handover);
  await ran(last, "npm test", "success");
  await ran(last, "lint", "success");
  await look(handover);

  const second = await alice.open("Page layout", form({ Goal: "A page." }), ["kind:task"]);
  await ran(await put("layout", "src/layout.ts"), "npm test", "success");
  const next = { title: "Layout", head: "layout", base: "main", body: `Fixes #${second}` };
  expect201((await ask("POST", `${repo}/pulls`, next)).status);
  const told = { Status: "partial", Changes: "- src/layout.ts: half of it", "Next steps": "1. The rest." };
  const blocked = { ...told, Blockers: `#${task}` };
  const partial = await alice.open("Handover: half", says(second, blocked), ["kind:handover"]);
  await look(partial);
  const all = { Changes: "- src/layout.ts: all of it", Verified: "- npm run print: passed" };
  const whole = await alice.open("Handover: all", says(second, all), ["kind:handover"]);
  await look(whole);
  // A comment names no work: it counts if the work stood there in an earlier second.
  bus.clock.advance(2_000);
  await maria.comment(whole, "/accept because the check is not needed for a page of one line");
  await look(whole);

  const file = { message: "Settings", content: Buffer.from(settings).toString("base64") };
  const path = `${repo}/contents/.github/signalbox.yml`;
  const { body: known } = await ask("GET", path);
  const sha = known.sha === undefined ? {} : { sha: known.sha };
  commits.add((await ask("PUT", path, { ...file, ...sha })).body.commit.sha);
  await look(whole);
  return { comments: [...comments], checks: [...checks.values()] };
}

function expect201(status: number): void {
  if (status !== 201) throw new Error(`The hub answered ${status}.`);
}
