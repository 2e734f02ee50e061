/** Runs slash commands in comments; what each does is defined by its own feature. */
import type { Feature } from "../feature.ts";
import { adoptReplies } from "./adopt-replies.ts";
import { explain } from "./explain.ts";
import { notePut } from "./note-put.ts";
import { obeyCommands } from "./obey-commands.ts";
import { handlerOf } from "./order.ts";
import { readReported } from "./read-reported.ts";
import { runCommands } from "./run-commands.ts";

export const commands: Feature = {
  name: "commands",
  stateRules: (collected) => [notePut, adoptReplies, readReported, obeyCommands(collected.commands)],
  projectionRules: (collected) => [runCommands(collected.commands)],
  commands: [handlerOf("explain", explain)],
};
