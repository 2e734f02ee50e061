/** Reads the settings of the pages from the environment. */
import { z } from "zod";
import type { AppClient } from "../../github/sign-in/web-flow.ts";
import { parseProxies } from "../site/guard/callers.ts";

/** What the pages need beyond the App's own settings. */
export interface SiteSettings {
  /** The origin that browsers use, such as `https://box.example.com`; undefined for loopback alone. */
  readonly publicUrl: string | undefined;
  /** The proxies whose `X-Forwarded-For` is believed: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** Undefined for the key in the data folder. */
  readonly sessionKey: string | undefined;
}

const blank = (value: unknown): unknown => (value === "" ? undefined : value);

/** Part of the schema of the environment. */
export const siteVariables = {
  PUBLIC_URL: z.preprocess(
    blank,
    z
      .url({
        protocol: /^https?$/,
        error: "must be the address that browsers use, for example https://box.example.com",
      })
      .transform((url) => new URL(url))
      .refine(({ pathname, search }) => pathname === "/" && search === "", {
        error:
          "must have no path: the pages need a host name of their own, for example https://box.example.com",
      })
      .transform(({ origin }) => origin)
      .optional(),
  ),
  TRUSTED_PROXIES: z.preprocess(
    blank,
    z
      .string()
      .transform((text, context) => {
        const proxies = parseProxies(text);
        if (proxies !== undefined) return proxies;
        context.addIssue({
          code: "custom",
          message: "must list addresses or networks, for example 127.0.0.1,10.0.0.0/8",
        });
        return z.NEVER;
      })
      .optional(),
  ),
  SESSION_KEY: z.preprocess(
    blank,
    z.string().min(32, "needs at least 32 characters, for example from: openssl rand -hex 32").optional(),
  ),
} as const;

/** By which people sign in. Adds to `problems` if only half of it is there. */
export function readClient(
  {
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
  }: Readonly<Partial<Record<"CLIENT_ID" | "CLIENT_SECRET", string | undefined>>>,
  problems: string[],
): AppClient | undefined {
  if (id !== undefined && secret !== undefined) return { id, secret };
  if (id !== undefined)
    problems.push("CLIENT_SECRET is missing: a client secret, from the App's settings page.");
  if (secret !== undefined)
    problems.push("CLIENT_ID is missing: the client ID, from the App's settings page.");
  return undefined;
}

interface SiteVariables {
  readonly PUBLIC_URL?: string | undefined;
  readonly SESSION_KEY?: string | undefined;
  readonly TRUSTED_PROXIES?: readonly string[] | undefined;
}

export function siteSettings({ PUBLIC_URL, SESSION_KEY, TRUSTED_PROXIES }: SiteVariables): SiteSettings {
  return { publicUrl: PUBLIC_URL, sessionKey: SESSION_KEY, trustedProxies: TRUSTED_PROXIES ?? [] };
}
