/**
 * A story in which the App writes each of its texts: escalations of every reason, suggestions, notices,
 * refusals.
 */
import type { Actor } from "./actor.ts";
import type { TestBus } from "./bus.ts";
import { form } from "./form.ts";

const minutes = 60_000;

/** Our bot's texts, by location. */
export interface Written {
  readonly kind: "escalation" | "answer" | "task" | "comment";
  readonly issue: number;
  readonly title: string;
  readonly body: string;
}

type Sections = Readonly<Record<string, string>>;

const asks = (task: number, more: Sections = {}): string =>
  form({
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: "The exporter needs to know.",
    ...more,
  });

const long =
  "Drop it now, as old clients break anyway with the next release of the login page and nobody has complained about it so far in any of the channels that we read. Then write a note.";

/** Plays it, with the documents of the store as the repository's pages. */
export async function tellEverything(bus: TestBus): Promise<void> {
  const [alice, bob, maria, mallory] = ["alice", "bob", "maria", "mallory"].map((login) => bus.as(login)) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
  const task = (title: string, more: Sections = {}): Promise<number> =>
    alice.open(title, form({ Goal: `${title}.`, ...more }), ["kind:task"]);
  const ask = (title: string, of: number, more?: Sections, who = alice): Promise<number> =>
    who.open(`Q: ${title}`, asks(of, more), ["kind:question"]);

  const exporting = await task("Export the ledger of last month");
  await alice.assign(exporting, ["alice"]);
  const known = await ask("Which time zone do timestamps in the ledger have?", exporting);
  const reserved = await ask(
    "May we break the login API for older clients?",
    await task("Log in by e-mail"),
    {
      "Decision class": "Breaking change",
      Options: `- ${long}\n- Keep it for a release, warn. More code.\n- Keep it for two releases.\n- Ask each client.\n- Version the path.\n- Do nothing.`,
      Context: `${"Older clients send the password in the query, and newer ones do not. ".repeat(8)}\n\n- @maria knows.`,
    },
  );
  const css = await ask("Which CSS tool do we use for the layout?", await task("Page layout"), {
    Options: "- Plain CSS. No build step.\n- Sass. Variables and nesting, one more dependency.",
    Context: "Plain CSS or a preprocessor?",
  });
  await ask("How are leases of the queue printed on paper?", await task("Print leases"), {
    Context: "The goal says paper only.",
  });
  await bus.settled();
  bus.clock.advance(31 * minutes);
  await bus.settled();

  const escalations = await listed(maria, "kind:escalation");
  const about = (issue: number): number =>
    escalations.find(({ body }) => body.includes(`#${issue}`))?.number ?? 0;
  await maria.comment(about(css), "/decide 5");
  await bus.settled();
  await mallory.comment(css, "/answer Mine.");
  await alice.comment(css, "/answer Mine.");
  await maria.comment(about(css), "/decide 2 because nesting keeps the sheets short");
  const [suggestion] = await listed(maria, "kind:answer");
  const status = suggestion && (await maria.comments(suggestion.number))[0]?.body;
  await maria.comment(suggestion?.number ?? 0, /\/approve [0-9a-f]{8}/.exec(status ?? "")?.[0] ?? "/help");
  await bus.settled();
  bus.clock.advance(21 * minutes);
  await bus.settled();

  await bob.comment(css, "/answer Plain CSS, as Sass is no longer kept up.");
  const dead = await task("List deliveries by page");
  await task("Store deliveries", { "Blocked by": `#${dead}` });
  const first = await task("Write the index");
  const second = await task("Read the index", { "Blocked by": `#${first}` });
  await bus.settled();
  await alice.block(first, second);
  await maria.close(dead, "not_planned");
  await mallory.open("Q: May I?", asks(first), ["kind:question"]);
  await bob.open("Q: Which page?", form({ "Blocking task": "9", Urgency: "urgent" }), ["kind:question"]);
  await bob.open(
    "Discovery: The footer needs the licence",
    form({
      "Found by": "bob",
      "Relevant to": `#${exporting}`,
      Finding: "The footer has to show the licence of the fonts.",
      "Action needed": "fix",
    }),
    ["kind:discovery"],
  );
  await bob.open(
    "Handover: Page layout",
    form({
      Completes: `#${second}`,
      Status: "partial",
      Changes: "- src/a.ts: half of it",
      Verified: "- npm test: passed",
      Blockers: `#${first}`,
      Context: "It was late.",
      "Next steps": "1. The other half.",
    }),
    ["kind:handover"],
  );
  await bus.settled();
  await maria.comment(reserved, "/explain");
  await maria.comment(known, "/help");
  await bus.settled();
}

async function listed(who: Actor, labels: string) {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels,
    state: "all",
    per_page: 100,
  });
  return data.map(({ number, title, body }) => ({ number, title, body: body ?? "" }));
}

/** All of our current texts. */
export async function writtenByUs(bus: TestBus): Promise<readonly Written[]> {
  const maria = bus.as("maria");
  const { data } = await maria.octokit.rest.issues.listForRepo({
    ...maria.repository,
    state: "all",
    per_page: 100,
  });
  const all: Written[] = [];
  for (const issue of data) {
    const labels = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
    const kind = (["escalation", "answer", "task"] as const).find((name) => labels.includes(`kind:${name}`));
    const { number, title } = issue;
    if (kind !== undefined && issue.user?.type === "Bot")
      all.push({ kind, issue: number, title, body: issue.body ?? "" });
    const { data: comments } = await maria.octokit.rest.issues.listComments({
      ...maria.repository,
      issue_number: number,
      per_page: 100,
    });
    for (const { body = "", user } of comments)
      if (user?.type === "Bot") all.push({ kind: "comment", issue: number, title, body });
  }
  return all;
}
