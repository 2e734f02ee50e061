/** What the board says when it has no cards: what to try, since that is why somebody looks at an empty one. */
import { type Html, html } from "../html.ts";

const command = (
  repository: string,
): string => `gh issue create --repo ${repository} --label kind:task --title "Sign in" \\
  --body $'### Goal\\n\\nPeople can sign in with an e-mail address.'`;

export function emptyBoard(repositories: readonly string[]): Html {
  const [repository = "owner/name"] = repositories;
  return html`<div class="empty">
<h2>No open tasks</h2>
<p>A task is an issue with the label <code>kind:task</code>. Open one, and it is here a moment later:</p>
<pre><code>${command(repository)}</code></pre>
<p>Or watch a team at work on this board. In another terminal, in the same folder:</p>
<pre><code>npm run demo</code></pre>
</div>`;
}

export const nothingFits = html`<div class="empty">
<h2>Nothing fits the filter</h2>
<p>Use fewer words, or <a href="/board">clear the filter</a>. Closed issues are not on the board.</p>
</div>`;
