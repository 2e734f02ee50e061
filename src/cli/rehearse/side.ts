/**
 * One of the two hosts that a rehearsal compares: the stand-in or GitHub, by the same requests. Everything that a case
 * creates goes through here, so that it is counted, paced, and cleaned up.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Defect } from "../../base/errors.ts";
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
  /** The App's account, with `[bot]`. */
  readonly botLogin: string;
  /** Between two creations. */
  readonly paceMs: number;
  /** What this run may create at most. */
  readonly maxCreations: number;
}

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
const deliveryWaitMs = 20_000;

export class Side {
  readonly options: SideOptions;
  readonly #issues: CreatedIssue[] = [];
  readonly #labels: string[] = [];
  #creations = 0;

  constructor(options: SideOptions) {
    this.options = options;
  }

  /** How much was created so far, refused attempts included. */
  get creations(): number {
    return this.#creations;
  }

  /** Deletes what this run created. @returns what could not be deleted, a sentence each */
  async cleanUp(): Promise<readonly string[]> {
    const { person } = this.options;
    const left: string[] = [];
    const mutation = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
    for (const { nodeId, number } of this.#issues.splice(0)) {
      const { errors } = await person.graphql(mutation, { id: nodeId });
      if (errors.length > 0) left.push(`Issue #${number} is left: ${errors[0]?.message}`);
    }
    for (const name of this.#labels.splice(0)) {
      const { status } = await person.rest("DELETE /repos/{owner}/{repo}/labels/{name}", {
        ...this.place,
        name,
      });
      if (status !== 204) left.push(`The label ${name} is left: GitHub answered ${status}.`);
    }
    return left;
  }

  get place(): { readonly owner: string; readonly repo: string } {
    const { owner, repo } = this.options;
    return { owner, repo };
  }

  /** By the person, or by the App. @throws RefusedCreation */
  async openIssue(
    title: string,
    { body, asApp = false }: { readonly body?: string; readonly asApp?: boolean } = {},
  ): Promise<CreatedIssue> {
    const content = { title: `Rehearsal: ${title}`, ...(body !== undefined && { body }) };
    const answer = await this.createIssue(asApp ? this.options.app : this.options.person, content);
    if (answer.status !== 201) throw new RefusedCreation(`An issue was refused with ${answer.status}.`);
    return { number: answer.body.number, id: answer.body.id, nodeId: answer.body.node_id };
  }

  async createIssue(
    as: Requester,
    content: { readonly title: string; readonly body?: string },
  ): Promise<RestAnswer> {
    const answer = await this.create(as, "POST /repos/{owner}/{repo}/issues", { ...this.place, ...content });
    const { status, body } = answer;
    if (status === 201) this.#issues.push({ number: body.number, id: body.id, nodeId: body.node_id });
    return answer;
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
    if (answer.status === 201) this.#labels.push(label.name);
    return answer;
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
    const { owner, repo, botLogin } = this.options;
    return scrub(words, [`${owner}/${repo}`, botLogin, owner, repo]);
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
      if (enough(seen) || waited >= deliveryWaitMs) return seen;
      await delay(deliveryPollMs);
    }
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

/** What a case needs could not be created: the case has no answer. */
class RefusedCreation extends Error {
  override readonly name = "RefusedCreation";
}
