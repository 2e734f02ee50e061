/** Decides whose text counts. */
import type { Feature } from "../feature.ts";
import { admitBody } from "./admit-body.ts";
import { adoptOpened } from "./adopt-opened.ts";
import { liftMutes } from "./lift-mutes.ts";
import { settleKind } from "./settle-kind.ts";
import { keepSigned } from "./speaking/keep-signed.ts";

export const admission: Feature = {
  name: "admission",
  stateRules: () => [admitBody, settleKind, adoptOpened, keepSigned],
  projectionRules: () => [liftMutes],
};
