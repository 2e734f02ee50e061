/**
 * What the owner of the data folder may ask of the running server. A newcomer would trust every caller on loopback, but
 * any page in a browser on this machine can post there: the token stands in a file that only the owner reads.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { Rebuilt } from "../dispatcher/rebuild.ts";
import { reply } from "./reply.ts";
import { sendJson } from "./send.ts";

export const rebuildPath = "/control/rebuild";

export interface Control {
  readonly token: string;
  readonly rebuild: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** @param rebuild rejects when GitHub cannot be read */
export function createControl(rebuild: () => Promise<Rebuilt>, logger: Logger): Control {
  const token = randomBytes(32).toString("hex");
  const expected = Buffer.from(`Bearer ${token}`);
  const isOwner = (header: string | undefined): boolean => {
    const given = Buffer.from(header ?? "");
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  let underWay: Promise<Rebuilt> | undefined;
  return {
    token,
    rebuild: async (request, response) => {
      if (request.method !== "POST") return reply(request, response, "wrongMethod");
      if (!isOwner(request.headers.authorization)) return reply(request, response, "notOwner");
      underWay ??= rebuild().finally(() => {
        underWay = undefined;
      });
      try {
        sendJson(response, 200, await underWay);
      } catch (thrown) {
        logger.error({ cause: messageOf(thrown) }, "The index could not be rebuilt.", thrown);
        reply(request, response, "unavailable");
      }
    },
  };
}
