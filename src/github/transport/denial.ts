/**
 * What GitHub means when it refuses the App's own signature or an installation's token. GitHub's words alone do not help: "A
 * JSON web token could not be decoded" does not say that the key was deleted.
 */

/**
 * `moment` may be over in seconds: a new token that not all of GitHub's machines know yet. A wrong `clock` is set right by a
 * time server; the others last until a person acts.
 */
export type DenialKind = "moment" | "clock" | "key" | "app" | "suspended";

export interface Denial {
  readonly kind: DenialKind;
  /** One sentence on what is wrong and what would work; undefined where GitHub's words say all that is known. */
  readonly advice: string | undefined;
}

interface KnownDenial extends Denial {
  readonly words: RegExp;
}

/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
const knownDenials: readonly KnownDenial[] = [
  {
    kind: "app",
    words: /integration not found/i,
    advice: `GitHub has no App with that ID: APP_ID must be the "App ID" on the App's settings page, on this host (GHE_HOST). If the App was deleted, register another one with \`signalbox setup\`.`,
  },
  {
    kind: "key",
    words: /could not be decoded|must generate a public key/i,
    advice:
      "The key does not match: PRIVATE_KEY is not one of the keys of the App APP_ID, or was deleted there. Generate a new one on the App's settings page, and start the server with it.",
  },
  {
    kind: "clock",
    words: /'(?:expiration time|issued at)' claim|\b(?:exp|iat)\b/i,
    advice:
      "The clock is wrong: GitHub rejects this machine's signatures as too old or too new. Set the clock, for example with NTP.",
  },
  {
    kind: "suspended",
    words: /installation has been suspended/i,
    advice:
      "The installation is suspended: an owner of its account can unsuspend it there, in the settings under GitHub Apps.",
  },
  { kind: "suspended", words: /suspended/i, advice: "The App is suspended. Its owner can ask GitHub why." },
];

export function denialIn(message: string): Denial {
  return knownDenials.find(({ words }) => words.test(message)) ?? { kind: "moment", advice: undefined };
}
