/**
 * Files that a tool or an agent's program reads as instructions or configuration. Who writes one decides what other
 * programs do, long before anybody reads the change. The one table, for what `publish` takes, whose words answer a
 * question, and what a brief warns of.
 */

interface InstructionFiles {
  /** Who reads them, as it continues "is read by". */
  readonly readBy: string;
  /** Names of files, in lower case, in any folder; `*` stands for the rest of a name. */
  readonly files?: readonly string[];
  /** Names of folders, in lower case, wherever they are: everything in them counts. */
  readonly folders?: readonly string[];
  /** The same, for folders that mean something in the root alone. */
  readonly rootFolders?: readonly string[];
}

const table: readonly InstructionFiles[] = [
  {
    readBy: "GitHub",
    files: ["codeowners", "dependabot.yml", "dependabot.yaml", "copilot-instructions.md"],
    rootFolders: [".github"],
  },
  {
    readBy: "git",
    files: [".gitattributes", ".gitmodules", ".gitconfig", ".lfsconfig", ".mailmap"],
    folders: [".git", ".githooks", ".husky"],
  },
  {
    readBy: "agents' programs",
    files: [
      ...["agents.md", "agents.*.md", "agent.md", "claude.md", "claude.*.md", "gemini.md", "gemini.*.md"],
      ...["qwen.md", "crush.md", "warp.md", "codex.md", "copilot.md", "skill.md", ".rules", ".goosehints"],
      ...[".cursorrules", ".cursorignore", ".windsurfrules", ".clinerules", ".roorules*", ".roomodes"],
      ...[".mcp.json", "mcp.json", ".aider*", "opencode.json", "opencode.jsonc", ".crush.json", "crush.json"],
      ...[".aiignore", ".aiexclude", ".geminiignore", ".replit", ".llmignore"],
    ],
    folders: [
      ...[
        ".agents",
        ".claude",
        ".claude-plugin",
        ".codex",
        ".gemini",
        ".qwen",
        ".cursor",
        ".windsurf",
        ".cline",
      ],
      ...[
        ".clinerules",
        ".roo",
        ".kilocode",
        ".continue",
        ".opencode",
        ".crush",
        ".junie",
        ".amazonq",
        ".augment",
      ],
      ...[".trae", ".kiro", ".goose", ".factory", ".openhands", ".copilot", ".aider", ".ai"],
    ],
  },
  {
    readBy: "editors and containers for development",
    files: [
      "devcontainer.json",
      ".devcontainer.json",
      "*.code-workspace",
      ".envrc",
      ".exrc",
      ".nvimrc",
      ".vimrc",
    ],
    folders: [".vscode", ".idea", ".zed", ".fleet", ".devcontainer"],
  },
  {
    readBy: "package managers",
    files: [
      ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".pnpmfile.mjs", "pnpmfile.js", "bunfig.toml"],
      ...["pip.conf", "pip.ini", ".pypirc", ".netrc", "nuget.config", "settings.gradle", "gradle.properties"],
      ...[
        "pnpm-workspace.yaml",
        "directory.build.props",
        "directory.build.targets",
        "directory.packages.props",
      ],
    ],
    folders: [".yarn", ".cargo", ".mvn", ".bundle"],
  },
  {
    readBy: "hooks and version managers",
    files: [
      ...[
        ".pre-commit-config.yaml",
        ".pre-commit-config.yml",
        "lefthook*.yml",
        "lefthook*.yaml",
        ".lintstagedrc*",
      ],
      ...[".tool-versions", "mise.toml", ".mise.toml", "mise.*.toml", ".mise.*.toml"],
    ],
    folders: [".mise"],
  },
  {
    readBy: "builds",
    files: [
      ...[".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "jenkinsfile"],
      ...[".drone.yml", "cloudbuild.yaml", "appveyor.yml", "renovate.json", "renovate.json5", ".renovaterc*"],
    ],
    folders: [".circleci", ".buildkite", ".woodpecker", ".forgejo", ".gitea"],
  },
];

/** Hidden files and folders that no program obeys, or only to leave files out. */
const harmlessHidden: ReadonlySet<string> = new Set([
  ...[
    ".changeset",
    ".dockerignore",
    ".editorconfig",
    ".env.example",
    ".eslintignore",
    ".gitignore",
    ".gitkeep",
  ],
  ...[".keep", ".nojekyll", ".npmignore", ".prettierignore", ".well-known"],
]);

/**
 * Who reads the file as instructions or configuration; undefined if nobody is known to.
 * @param path as git has it, with `/` between folders
 */
export function readerOfInstructions(path: string): string | undefined {
  const names = path.normalize("NFKC").toLowerCase().split(/[/\\]/).map(trimmed);
  const file = names.at(-1) ?? "";
  const folders = new Set(names);
  const row = table.find(
    (each) =>
      each.folders?.some((folder) => folders.has(folder)) === true ||
      each.rootFolders?.includes(names[0] ?? "") === true ||
      each.files?.some((pattern) => isNamed(file, pattern)) === true,
  );
  if (row !== undefined) return row.readBy;
  // New programs come with new names, and nearly all begin with a dot.
  const isHidden = names.some((name) => name.startsWith(".") && !harmlessHidden.has(name));
  return isHidden ? "programs that keep their settings in hidden files" : undefined;
}

/** Windows drops dots and spaces at the end of a name. */
function trimmed(name: string): string {
  return name.replace(/[. ]{1,255}$/, "");
}

function isNamed(file: string, pattern: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.join("*");
  if (rest.length === 0) return file === pattern;
  return file.length >= start.length + end.length && file.startsWith(start) && file.endsWith(end);
}
