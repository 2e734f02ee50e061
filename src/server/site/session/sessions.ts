/**
 * Sessions of the site's readers. The store has one row for each, under the hash of its secret, so that signing out
 * ends it even for a copy of its cookie, and a restart does not.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Grant, Grants } from "../../../store/shape/grant.ts";
import { seal, unseal } from "./seal.ts";
import type { SessionKeys } from "./session-key.ts";

/**
 * What the cookie holds: the secret by which the server knows the session and, for a person who signed in, their token
 * for GitHub, which is kept nowhere else.
 */
const sealedShape = z.object({ secret: z.string().length(43), userToken: z.string().optional() });

/** Who reads the site. */
export type SiteCaller =
  /** The owner of the data folder, who sees everything and writes nothing here. */
  { readonly type: "owner" } | { readonly type: "person"; readonly login: string; readonly nodeId: string };

export interface Session {
  /** Names it in the store. */
  readonly id: string;
  readonly caller: SiteCaller;
  /** Goes into every form of this session. */
  readonly formToken: string;
  /** The person's token for GitHub; undefined for the owner. */
  readonly userToken: string | undefined;
  readonly expiresAt: Millis;
}

export interface BegunSession {
  /** The value of the cookie. */
  readonly sealed: string;
  readonly expiresAt: Millis;
}

export interface Sessions {
  readonly begin: (caller: SiteCaller, userToken?: string) => Promise<BegunSession>;
  /** @param sealed the cookie's value; undefined without one */
  readonly find: (sealed: string | undefined) => Promise<Session | undefined>;
  /** Whether a session that was found has not ended since. */
  readonly isOpen: (session: Session) => Promise<boolean>;
  readonly end: (session: Session) => Promise<void>;
}

/** As long as GitHub's own user tokens, which are not renewed. */
const sessionMs: Millis = 8 * 60 * 60_000;

export interface SessionsPorts {
  readonly grants: Grants;
  readonly keys: SessionKeys;
  readonly clock: Pick<Clock, "now">;
  /** Called when a session was ended before its time. */
  readonly ended: () => void;
}

export function createSessions({ grants, keys, clock, ended }: SessionsPorts): Sessions {
  return {
    begin: async (caller, userToken) => {
      const secret = randomBytes(32).toString("base64url");
      const now = clock.now();
      const expiresAt = now + sessionMs;
      const person = caller.type === "person" ? caller : undefined;
      await grants.add({
        id: idOf(secret),
        kind: caller.type,
        login: person?.login,
        nodeId: person?.nodeId,
        createdAt: now,
        expiresAt,
      });
      const sealed = await seal({ secret, ...(userToken === undefined ? {} : { userToken }) }, keys.sealing);
      return { sealed, expiresAt };
    },
    find: async (sealed) => {
      const opened = sealed === undefined ? undefined : await unseal(sealed, keys.sealing, sealedShape);
      if (opened === undefined) return undefined;
      const { secret, userToken } = opened;
      const grant = await grants.find(idOf(secret), clock.now());
      const caller = grant && callerOf(grant);
      if (grant === undefined || caller === undefined) return undefined;
      const formToken = createHmac("sha256", keys.forms).update(secret).digest("base64url");
      return { id: grant.id, caller, formToken, userToken, expiresAt: grant.expiresAt };
    },
    isOpen: async ({ id }) => (await grants.find(id, clock.now())) !== undefined,
    end: async ({ id }) => {
      await grants.end(id);
      ended();
    },
  };
}

/** Whether a form was sent from a page of this session. */
export function isOwnForm({ formToken }: Session, given: string | undefined): boolean {
  const expected = Buffer.from(formToken);
  const found = Buffer.from(given ?? "");
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function callerOf({ kind, login, nodeId }: Grant): SiteCaller | undefined {
  if (kind === "owner") return { type: "owner" };
  return login === undefined || nodeId === undefined ? undefined : { type: "person", login, nodeId };
}

function idOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
