/**
 * Answers what a client asks after it has listed the tools. What that takes is loaded with the first call: a program waits
 * for the list before its first request to its model, and not for this.
 */
import type { Answers, AnswersOptions } from "./answers.ts";
import type { Door } from "./calls.ts";

export class Conversation {
  readonly #door: Door;
  readonly #options: AnswersOptions;
  #answers: Promise<Answers> | undefined;

  constructor(door: Door, options: AnswersOptions) {
    this.#door = door;
    this.#options = options;
  }

  answers(): Promise<Answers> {
    this.#answers ??= import("./answers.ts").then(({ Answers }) => new Answers(this.#door, this.#options));
    return this.#answers;
  }
}
