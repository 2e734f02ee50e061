/**
 * One of the two hosts that a rehearsal compares: the stand-in or GitHub, by the same requests. Everything that a case
 * creates goes through here, so that it is counted, paced, and cleaned up.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Defect } from "../../base/errors.ts";
import { Leftovers } from "./leftovers.ts";
import { NotAsked } from "./not-asked.ts";
import { scrub } from "./observation.ts";
import type { GraphqlAnswer, Requester, RestAnswer } from "./requester.ts";

export interface SideOptions {
  /** As the table names it. */
  readonly name: string;
  readonly owner: string;
  readonly repo: string;
  /** A person who administers the repository. */
  readonly person: Requester;
  /** The App's installation there. */
  readonly app: Requester;
  /** The App itself, with its JWT: reads the delivery log. */
  readonly appItself: Requester;
  readonly appId: number;
  readonly installationId: number;
  /** The App's account, with `[bot]`. */
  readonly botLogin: string;
  /** What the App may do there, such as `contents: "write"`. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Another repository of the same owner, for what moves. */
  readonly second?: RepositoryName | undefined;
  /** Whether it is the stand-in, of which what it lacks is not asked. */
  readonly isStandIn: boolean;
  /** Has the stand-in enforce its limits, which it does not by itself. */
  readonly enforceLimits?: () => void;
  /** Resolves to what the person at the terminal typed after doing what the words say; undefined if there is nobody. */
  readonly waitForPerson?: ((words: string) => Promise<string>) | undefined;
  /** Sends as the owner of a token. */
  readonly openAs: (token: string) => Requester;
  /** For example `https://github.com`. */
  readonly webUrl: string;
  /** How long a delivery may take that need not come. */
  readonly deliveryWaitMs: number;
  /** Between two creations. */
  readonly paceMs: number;
  /** What this run may create at most. */
  readonly maxCreations: number;
}

export type RepositoryName = { readonly owner: string; readonly repo: string };

export interface CreatedIssue {
  readonly number: number;
  readonly id: number;
  readonly nodeId: string;
}

export interface Delivered {
  /** `event.action` */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every shape, compared by shape
  readonly payload: any;
}

const deliveryPollMs = 500;

export class Side {
  readonly options: SideOptions;
  /** What this run made. */
  readonly leftovers = new Leftovers();
  #creations = 0;

  constructor(options: SideOptions) {
    this.options = options;
  }

  /** How much was created so far, refused attempts included. */
  get creations(): number {
    return this.#creations;
  }

  /** Deletes what this run created. @returns what could not be deleted, a sentence each */
  cleanUp(): Promise<readonly string[]> {
    return this.leftovers.removeAll(this.options.paceMs);
  }

  get place(): RepositoryName {
    const { owner, repo } = this.options;
    return { owner, repo };
  }

  /** By the person, or by the App. @throws NotAsked if it is refused */
  async openIssue(
    title: string,
    { body, asApp = false }: { readonly body?: string; readonly asApp?: boolean } = {},
  ): Promise<CreatedIssue> {
    const content = { title: `Rehearsal: ${title}`, ...(body !== undefined && { body }) };
    const answer = await this.createIssue(asApp ? this.options.app : this.options.person, content);
    if (answer.status !== 201) throw new NotAsked(`An issue was refused with ${answer.status}.`);
    return { number: answer.body.number, id: answer.body.id, nodeId: answer.body.node_id };
  }

  async createIssue(
    as: Requester,
    content: { readonly title: string; readonly body?: string },
  ): Promise<RestAnswer> {
    const answer = await this.create(as, "POST /repos/{owner}/{repo}/issues", { ...this.place, ...content });
    const { status, body } = answer;
    if (status === 201) this.expectIssue(body.number, body.node_id);
    return answer;
  }

  /** Has an issue deleted at the end; one that is gone by then is no leftover. */
  expectIssue(number: number, nodeId: string): void {
    const mutation = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
    this.leftovers.add(`Issue #${number}`, async () => {
      const { errors } = await this.options.person.graphql(mutation, { id: nodeId });
      const [error] = errors;
      return error === undefined || error.type === "NOT_FOUND" ? undefined : error.message;
    });
  }

  /** By the App. */
  async createLabel(label: {
    readonly name: string;
    readonly color: string;
    readonly description?: string;
  }): Promise<RestAnswer> {
    const answer = await this.create(this.options.app, "POST /repos/{owner}/{repo}/labels", {
      ...this.place,
      ...label,
    });
    if (answer.status === 201)
      this.leftovers.add(`The label ${label.name}`, () =>
        this.tryDelete("DELETE /repos/{owner}/{repo}/labels/{name}", { name: label.name }),
      );
    return answer;
  }

  /** By the person. @returns why it was not, or undefined */
  async tryDelete(route: string, parameters: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    const { status } = await this.options.person.rest(route, { ...this.place, ...parameters });
    return status < 300 || status === 404 ? undefined : `GitHub answered ${status}.`;
  }

  /** A REST request that creates something, in its turn. */
  async create(
    as: Requester,
    route: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<RestAnswer> {
    await this.#takeTurn();
    return as.rest(route, parameters);
  }

  /** A mutation that creates something, in its turn. */
  async mutate(
    as: Requester,
    document: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<GraphqlAnswer> {
    await this.#takeTurn();
    return as.graphql(document, variables);
  }

  async #takeTurn(): Promise<void> {
    const { maxCreations, paceMs } = this.options;
    if (this.#creations >= maxCreations)
      throw new Defect(`The cases create more than ${maxCreations} things.`);
    this.#creations++;
    if (paceMs > 0) await delay(paceMs);
  }

  /** The App's GraphQL points of this hour so far; undefined if the host counts none. Asking costs nothing. */
  async spentPoints(): Promise<number | undefined> {
    const { status, body } = await this.options.app.rest("GET /rate_limit");
    return status === 200 ? body.resources?.graphql?.used : undefined;
  }

  /** Until the clock of the host, which counts seconds, shows another time. */
  async pause(): Promise<void> {
    await delay(1_100);
  }

  /** A refusal as type, status and words, without names and numbers. */
  describeRefusal(answer: RestAnswer | GraphqlAnswer): { readonly [key: string]: string | number } {
    if ("status" in answer)
      return answer.status < 300
        ? { status: answer.status }
        : { status: answer.status, message: this.scrub(String(answer.body?.message ?? "")) };
    const [error] = answer.errors;
    return error === undefined ? { type: "none" } : { type: error.type, message: this.scrub(error.message) };
  }

  scrub(words: string): string {
    const { owner, repo, botLogin, second } = this.options;
    const others = second === undefined ? [] : [`${second.owner}/${second.repo}`];
    return scrub(words, [...others, `${owner}/${repo}`, botLogin, owner, repo]);
  }

  /** The newest delivery in the log; a case takes it before what it observes. */
  async lastDelivery(): Promise<number> {
    return (await this.#deliveries())[0]?.id ?? 0;
  }

  /** What was delivered since, oldest first. Waits until `enough` says so, or for as long as GitHub may take. */
  async deliveriesSince(
    last: number,
    enough: (seen: readonly Delivered[]) => boolean,
  ): Promise<readonly Delivered[]> {
    for (let waited = 0; ; waited += deliveryPollMs) {
      const news = (await this.#deliveries()).filter(({ id }) => id > last).toReversed();
      const seen: Delivered[] = [];
      for (const { id } of news) seen.push(await this.#delivery(id));
      const ours = seen.filter((each) => this.#isOurs(each));
      if (enough(ours) || waited >= this.options.deliveryWaitMs) return ours;
      await delay(deliveryPollMs);
    }
  }

  /** Deliveries about other repositories of the installation are nobody's business here. */
  #isOurs({ payload: { repository } }: Delivered): boolean {
    const { second } = this.options;
    const names = [this.place, ...(second === undefined ? [] : [second])];
    return (
      repository === undefined ||
      names.some(({ owner, repo }) => repository?.full_name === `${owner}/${repo}`)
    );
  }

  async #deliveries(): Promise<readonly { readonly id: number }[]> {
    const { body } = await this.options.appItself.rest("GET /app/hook/deliveries", { per_page: 100 });
    return Array.isArray(body) ? body : [];
  }

  async #delivery(id: number): Promise<Delivered> {
    const { body } = await this.options.appItself.rest("GET /app/hook/deliveries/{delivery_id}", {
      delivery_id: id,
    });
    const payload = body.request?.payload ?? {};
    const { action } = payload;
    return { name: typeof action === "string" ? `${body.event}.${action}` : body.event, payload };
  }
}
