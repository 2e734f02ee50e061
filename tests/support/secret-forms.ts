/** One example of each form that a secret has: none of them is, or ever was, one. */
const body = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJ${body}.${body}`;

/** What each is called, the text that has it, and the part that may not be shown. */
export const secretForms: readonly (readonly [name: string, text: string, secret: string])[] = [
  ["a classic token of GitHub", `ghp_${body}`, `ghp_${body}`],
  ["an OAuth token", `gho_${body}`, `gho_${body}`],
  ["a user token", `ghu_${body}`, `ghu_${body}`],
  ["a refresh token", `ghr_${body.repeat(2)}`, body.repeat(2)],
  ["an installation token", `ghs_${body}`, `ghs_${body}`],
  // A stateless one of GitHub Apps: a JSON Web Token behind the App's id.
  ["a long installation token", `ghs_123456_${jwt.repeat(4)}`, body],
  ["a fine-grained token", `github_pat_${body}_${body}`, `github_pat_${body}`],
  ["a token of signalbox", `sbx_${body}_ABCDEF`, `sbx_${body}`],
  ["the App's JWT", jwt, jwt],
  ["a live key of a payment provider", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"],
  ["a secret of its webhooks", `whsec_${body}`, body],
  ["a key of a model provider", `sk-ant-api03-${body}`, body],
  ["a key of Slack", `xoxb-123456789012-${body}`, body],
  ["an AWS key id", "AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
  ["a password in a URL", "postgres://bus:hunter2-or-so@db.example/bus", "hunter2-or-so"],
  ["a password without a user in a URL", "redis://:hunter2-or-so@cache.example", "hunter2-or-so"],
  ["a bearer header", `Authorization: Bearer ${body}`, body],
  ["a token in a URL", `https://${body}@host.example/a.git`, body],
  ["a variable with a weak password", "DB_PASSWORD=hunter2hunter2", "hunter2hunter2"],
  ["an exported one", 'export API_TOKEN="monday-1-monday"', "monday-1-monday"],
  ["an assignment", `DB_PASSWORD=${body}`, body],
  ["a private key", `-----BEGIN RSA PRIVATE KEY-----${body}-----END RSA PRIVATE KEY-----`, body],
];

/** The same text with a character in the middle of each secret that nobody sees. */
export function hideIn(text: string, secret: string, hidden: string): string {
  const middle = Math.floor(secret.length / 2);
  return text.replace(secret, secret.slice(0, middle) + hidden + secret.slice(middle));
}
