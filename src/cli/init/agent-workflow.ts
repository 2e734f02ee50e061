/** The workflow that starts agents: filled in with what must not be a variable, as it decides who can start them. */
import { UserError } from "../../base/errors.ts";
import { repositorySource } from "../../base/login.ts";

export const agentWorkflowPath = ".github/workflows/signalbox-agent.yml";
export const startedPrograms = ["claude", "codex", "command"] as const;

export interface WorkflowOptions {
  readonly start?: (typeof startedPrograms)[number];
  readonly bot?: string;
  readonly source?: string;
}

const setup = (
  packageName: string,
): string => `      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
          package-manager-cache: false
      - run: npm install --global ${packageName}
`;

/** Outside of the checkout a program may write into the folder of its messages only where it is told so. */
const programs: Readonly<
  Record<
    NonNullable<WorkflowOptions["start"]>,
    { readonly setup: string; readonly key: string; readonly run: string }
  >
> = {
  claude: {
    setup: setup("@anthropic-ai/claude-code@2.1.328"),
    key: "ANTHROPIC_API_KEY",
    run: 'claude -p --permission-mode acceptEdits --add-dir "$RUNNER_TEMP/work"',
  },
  codex: {
    setup: setup("@openai/codex@0.171.0"),
    key: "CODEX_API_KEY",
    run: 'codex exec --sandbox workspace-write --add-dir "$RUNNER_TEMP/work" -',
  },
  command: { setup: "", key: "MODEL_KEY", run: "./.github/signalbox-agent" },
};

const sourceForm = new RegExp(`^(${repositorySource})@([0-9a-f]{40})$`);

/** @throws UserError without the bot's id or a commit of signalbox: neither may change without a review */
export function agentWorkflow(
  template: string,
  { start, bot, source }: WorkflowOptions & { readonly start: NonNullable<WorkflowOptions["start"]> },
): string {
  if (bot === undefined || !/^[1-9]\d{0,11}$/.test(bot))
    throw new UserError(
      "--start needs --bot: the number of the App's bot, `gh api 'users/your-app[bot]' --jq .id`.",
    );
  const [, repository, commit] = sourceForm.exec(source ?? "") ?? [];
  if (repository === undefined || commit === undefined)
    throw new UserError(
      "--start needs --source: signalbox's own repository at a commit, owner/name@<40 digits>.",
    );
  const { setup: before, key, run } = programs[start];
  const program = `${before}      - env:
          ${key}: \${{ secrets.MODEL_KEY }}
        run: ${run} < "$RUNNER_TEMP/prompt.md"`;
  return template
    .replaceAll("{{bot}}", bot)
    .replaceAll("{{source}}", repository)
    .replaceAll("{{commit}}", commit)
    .replace('      - run: "{{program}}"', () => program);
}
