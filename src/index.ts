/**
 * The public surface: the Probot App function (the default export, for `probot run`) and the protocol, for programs
 * that read or write signalbox issues themselves. Everything else may change in any release.
 */
import { standalone } from "./server/composition/standalone.ts";

export type { Command } from "./protocol/commands/command.ts";
export { parseCommands } from "./protocol/commands/read-commands.ts";
export { type Envelope, readEnvelope, writeEnvelope } from "./protocol/envelope/envelope.ts";
export type { Answer } from "./protocol/kinds/answer.ts";
export type { KindName, Message } from "./protocol/kinds/kinds.ts";
export type { Question } from "./protocol/kinds/question.ts";
export type { Task } from "./protocol/kinds/task.ts";
export { labelsToMake } from "./protocol/label.ts";
export { type MessageInput, type MessageReading, type Problem, readMessage } from "./protocol/message.ts";
export { type FullRef, formatRef, parseRefs, type Ref, resolveRef } from "./protocol/references/ref.ts";
export { repairBody as mendedBody } from "./protocol/sections/mend.ts";
export { writeBody } from "./protocol/sections/write.ts";

const { app } = standalone(process.env);
export default app;
