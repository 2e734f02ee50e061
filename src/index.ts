/**
 * The public surface: the Probot App function (the default export, for `probot run`) and the protocol, for programs
 * that read or write signalbox issues themselves. Everything else may change in any release.
 */
import { standalone } from "./server/standalone.ts";

export type { Answer } from "./protocol/answer.ts";
export { type Command, parseCommands } from "./protocol/command.ts";
export { type Envelope, readEnvelope, writeEnvelope } from "./protocol/envelope.ts";
export type { KindName, Message } from "./protocol/kinds.ts";
export { labelsToMake } from "./protocol/label.ts";
export {
  type MessageInput,
  mendedBody,
  type Problem,
  type Reading,
  readMessage,
} from "./protocol/message.ts";
export type { Question } from "./protocol/question.ts";
export { type FullRef, formatRef, parseRefs, type Ref, resolveRef } from "./protocol/ref.ts";
export type { Task } from "./protocol/task.ts";
export { writeBody } from "./protocol/write.ts";

const { app } = standalone(process.env);
export default app;
