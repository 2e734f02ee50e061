/**
 * Explains why GitHub rejects the App, based on its response to the App's own token. GitHub's words alone do
 * not help: "A JSON web token could not be decoded" does not say that the key belongs to a different App.
 */

/** One sentence on what is wrong and what would work; undefined for any other response from GitHub. */
export function keyAdvice(message: string): string | undefined {
  if (/integration not found/i.test(message))
    return `GitHub has no App with that ID: APP_ID must be the "App ID" on the App's settings page, on this host (GHE_HOST).`;
  if (/could not be decoded/i.test(message))
    return "The key does not match: PRIVATE_KEY is not one of the keys of the App APP_ID, or was deleted there. Generate a new one on the App's settings page.";
  if (/'(?:expiration time|issued at)' claim|\b(?:exp|iat)\b/i.test(message))
    return "The clock is wrong: GitHub rejects this machine's signatures as too old or too new. Set the clock, for example with NTP.";
  if (/suspended/i.test(message)) return "The App is suspended. Its owner can ask GitHub why.";
  return undefined;
}
