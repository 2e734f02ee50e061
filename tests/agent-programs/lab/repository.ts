/** The hub's `acme/demo`, with two agents on alice's login, and what people do there. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../../src/base/errors.ts";
import { type People, quoted } from "./people.ts";
import { until } from "./until.ts";

const listShape = z.array(z.object({ number: z.number(), body: z.string() }));
const issueShape = z.object({
  state: z.string(),
  body: z.string(),
  labels: z.array(z.object({ name: z.string() })),
});
type Issue = z.infer<typeof issueShape>;

const remote = "http://github.localhost/acme/demo.git";

export class Repository {
  readonly #people: People;
  readonly #folder: string;
  #checkouts = 0;

  constructor(people: People, folder: string) {
    this.#people = people;
    this.#folder = folder;
  }

  /** Brings what `init` installs, and more leases than the settings give by default: a rehearsal has many tasks. */
  async prepare(files: Readonly<Record<string, string>>): Promise<void> {
    const checkout = await this.clone("maria");
    const here = { cwd: checkout };
    await this.#people.must(
      "maria",
      "signalbox init --yes --harness claude --agents ada,bea --account alice",
      here,
    );
    const settings = join(checkout, ".github/signalbox.yml");
    const text = readFileSync(settings, "utf8");
    writeFileSync(settings, text.replace(/^agents:/m, "leases: { parallel: 60 }\n\nagents:"));
    for (const [path, content] of Object.entries(files)) writeFileSync(join(checkout, path), content);
    await this.#people.must(
      "maria",
      "git add -A && git commit -qm 'Let agents work here' && git push -q",
      here,
    );
    await until("What the settings say of ada", 30_000, async () =>
      (await this.#people.run("maria", "signalbox agents --json")).stdout.includes('"ada"'),
    );
  }

  /** Puts other settings in the place of those, which name no agent. */
  async replaceSettings(text: string): Promise<void> {
    const checkout = await this.clone("maria");
    writeFileSync(join(checkout, ".github/signalbox.yml"), text);
    await this.#people.must("maria", "git commit -qam 'Let one agent answer' && git push -q", {
      cwd: checkout,
    });
    await until("That the settings name no agent", 30_000, async () => {
      const { stdout } = await this.#people.run("maria", "signalbox agents --json");
      return stdout !== "" && !stdout.includes('"ada"');
    });
  }

  /** A fresh checkout of the default branch. */
  async clone(login = "alice"): Promise<string> {
    this.#checkouts += 1;
    const path = join(this.#folder, `checkout-${this.#checkouts}`);
    const name = login === "alice" ? "ada" : login;
    await this.#people.must(
      login,
      `git clone -q ${remote} ${path} && git -C ${path} config user.name ${name} && git -C ${path} config user.email ${name}@example.com`,
    );
    return path;
  }

  /** Opens a task, and waits until it is ready. */
  async openTask(title: string, goal = "A file says hello."): Promise<number> {
    const body = `### Goal\n\n${goal}`;
    const printed = await this.#people.must(
      "maria",
      `gh issue create --title ${quoted(title)} --label kind:task --body ${quoted(body)}`,
    );
    const number = Number(/(\d+)\s*$/.exec(printed)?.[1]);
    await until(`That #${number} is ready`, 30_000, async () =>
      (await this.issue(number)).labels.some(({ name }) => name === "status:ready"),
    );
    return number;
  }

  waitUntilIndexed(number: number): Promise<void> {
    return until(
      `That the server has read #${number}`,
      60_000,
      async () => (await this.#people.run("maria", `signalbox show ${number}`)).code === 0,
    );
  }

  waitForKind(number: number, kind: string): Promise<void> {
    return until(`That #${number} is typed`, 30_000, async () =>
      (await this.issue(number)).labels.some(({ name }) => name === kind),
    );
  }

  async issue(number: number): Promise<Issue> {
    const printed = await this.#people.must("maria", `gh issue view ${number} --json state,labels,body`);
    return issueShape.parse(JSON.parse(printed));
  }

  async isMerged(pull: number): Promise<boolean> {
    return (
      (await this.#people.must("maria", `gh pr view ${pull} --json state --jq .state`)).trim() === "MERGED"
    );
  }

  waitUntilReady(task: number): Promise<void> {
    return until(`That #${task} goes on`, 30_000, async () =>
      (await this.issue(task)).labels.every(({ name }) => name !== "status:blocked"),
    );
  }

  waitForNote(agent: string, text: string): Promise<void> {
    return until(`The arrival of the note "${text}"`, 20_000, async () =>
      (await this.#people.must("alice", `signalbox inbox --agent ${agent}`)).includes(text),
    );
  }

  /** @throws with signalbox' own explanation if it stays open */
  async waitUntilClosed(task: number): Promise<void> {
    try {
      await until(`The closing of #${task}`, 60_000, async () => (await this.issue(task)).state === "CLOSED");
    } catch (thrown) {
      const { stdout } = await this.#people.run("maria", `signalbox explain ${task}`);
      throw new Error(`${messageOf(thrown)}: ${stdout}`);
    }
  }

  comment(login: string, number: number, body: string): Promise<string> {
    return this.#people.must(login, `gh issue comment ${number} --body ${quoted(body)}`);
  }

  /** Bob answers the question that the task waits for, as soon as there is one. */
  async answerQuestion(task: number, decision: string): Promise<void> {
    let question: number | undefined;
    await until(`A question about #${task}`, 90_000, async () => {
      question = await this.#questionAbout(task);
      return question !== undefined;
    });
    await this.comment("bob", question ?? 0, `/answer ${decision}`);
  }

  async #questionAbout(task: number): Promise<number | undefined> {
    const printed = await this.#people.must(
      "maria",
      "gh issue list --label kind:question --state open --json number,body",
    );
    const names = new RegExp(`#${task}\\b`);
    return listShape.parse(JSON.parse(printed)).find(({ body }) => names.test(body))?.number;
  }
}
