/** What a client gets for a call of a tool, and for a resource. */
import { UserError } from "../base/errors.ts";
import { brief } from "../operations/brief/brief.ts";
import { ShownInMemory } from "../operations/commands/remembered-texts.ts";
import { inbox } from "../operations/notes/inbox.ts";
import type { Operation } from "../operations/operation.ts";
import { show } from "../operations/show.ts";
import { cleanText } from "../protocol/render/clean-text.ts";
import { type CallRequest, callingAt, type Door, type Remembered } from "./calls.ts";
import type { Given } from "./given.ts";
import { createLeases } from "./leases.ts";
import { replyText } from "./reply.ts";
import type { Tool } from "./tools/tool.ts";
import { type ToolOptions, toolsOf } from "./tools.ts";

export interface AnswersOptions extends ToolOptions {
  /** What the conversation remembers, where it goes on beyond this server. */
  readonly remembered?: Remembered;
  /** Takes a bug of ours; the client only learns that there was one. */
  readonly onDefect: (thrown: unknown) => void;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

export class Answers {
  readonly #door: Door;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #remembered: Remembered;
  readonly #onDefect: AnswersOptions["onDefect"];

  constructor(door: Door, { allowsDecisions, remembered, onDefect }: AnswersOptions) {
    this.#door = door;
    this.#tools = new Map(toolsOf({ allowsDecisions }).map((tool) => [tool.name, tool]));
    this.#remembered = remembered ?? { leases: createLeases(), shown: new ShownInMemory() };
    this.#onDefect = onDefect;
  }

  /** Never rejects. @param raw the arguments, as they were sent */
  async toCall(name: string, raw: unknown, request: CallRequest): Promise<Answer> {
    try {
      const tool = this.#tools.get(name);
      if (tool === undefined) throw new Error(`The tool ${name} is listed, and there is none.`);
      const reply = await tool.call(callingAt(this.#door, this.#remembered, request), raw);
      return { text: replyText(reply), isError: reply.isError === true };
    } catch (thrown) {
      if (thrown instanceof UserError) return { text: cleanText(thrown.message), isError: true };
      this.#onDefect(thrown);
      return { text: "signalbox failed: this is a bug. Its log has more.", isError: true };
    }
  }

  inboxText(request: CallRequest): Promise<string> {
    return this.#shown(inbox, {}, request);
  }

  /** The brief of a task, and any other issue as it is shown. */
  async issueText(issue: string, request: CallRequest): Promise<string> {
    try {
      return await this.#shown(brief, { issue }, request);
    } catch (thrown) {
      if (!(thrown instanceof UserError) || thrown.code !== "wrong-kind") throw thrown;
      return this.#shown(show, { issue }, request);
    }
  }

  async #shown(operation: Operation, given: Given, request: CallRequest): Promise<string> {
    const calling = callingAt(this.#door, this.#remembered, request);
    const { text } = await calling.run(operation, given);
    return replyText({ own: [], shown: [...calling.reported(), text].join("\n") });
  }
}
