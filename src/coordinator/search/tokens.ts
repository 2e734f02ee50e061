/**
 * Splits text into terms: words, and identifiers both whole and in parts (`beforeDelete` is also before and
 * delete). Not every punctuation mark splits: `ray.init` and `max_workers` have to be found by name.
 */
import { stem } from "./stem.ts";

/** Anything longer is a hash, a data URL or an attack. */
const maxTermCharacters = 60;
const word = /[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu;
const partBreak = /[._-]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Abbreviations that engineers write, with the word that documents use. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    auth: "authentication",
    authn: "authentication",
    authz: "authorization",
    config: "configuration",
    configs: "configuration",
    conf: "configuration",
    db: "database",
    dbs: "database",
    dir: "directory",
    dirs: "directory",
    doc: "documentation",
    docs: "documentation",
    env: "environment",
    envs: "environment",
    k8s: "kubernetes",
    repo: "repository",
    repos: "repository",
    param: "parameter",
    params: "parameter",
    arg: "argument",
    args: "argument",
    func: "function",
    fn: "function",
    impl: "implementation",
    dep: "dependency",
    deps: "dependency",
    dev: "development",
    prod: "production",
    perf: "performance",
    ts: "typescript",
    js: "javascript",
    err: "error",
    msg: "message",
    img: "image",
    pkg: "package",
    spec: "specification",
    temp: "temporary",
    tmp: "temporary",
    vs: "versus",
    i18n: "internationalization",
    l10n: "localization",
    async: "asynchronous",
    sync: "synchronize",
    stats: "statistics",
    info: "information",
  }),
);

/** The terms of a text in order; an identifier yields itself, then its parts. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [found] of text.matchAll(word)) {
    if (found.length > maxTermCharacters) continue;
    const parts = found.split(partBreak);
    if (parts.length > 1) terms.push(found.toLowerCase());
    for (const part of parts) if (part !== "") terms.push(termOf(part.toLowerCase()));
  }
  return terms;
}

function termOf(word: string): string {
  return stem(abbreviations.get(word) ?? word);
}
