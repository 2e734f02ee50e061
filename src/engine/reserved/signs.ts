/**
 * Class patterns: wording that marks a decision as reserved for people. Prefer false positives: a missed
 * breaking change costs more than a question that a person answers in a minute.
 */
import type { PeopleClass } from "./decision-class.ts";

interface Sign {
  readonly decision: PeopleClass;
  readonly pattern: RegExp;
  /** What was found, for display. */
  readonly seen: string;
}

const gap = "[^.?!\\n]{0,60}?";
const change =
  "chang|renam|remov|delet|drop|replac|switch|migrat|mov|alter|deprecat|mak|turn|restructur|redesign|re-design|correct";
const surface =
  "api|endpoint|option|flag|field|param(?:eter)?|prefix|signature|response|request format|schema|output|json|error (?:code|format|message|response)|public|interface|command|header|payload|contract|url|route name|default (?:value|behaviou?r)|config(?:uration)? (?:key|file|format)|return (?:type|value)";
const thing =
  "dependenc(?:y|ies)|librar(?:y|ies)|third[- ]party|package manager|npm package|framework|polyfill|sdk|module from npm|native fetch|fetch api";

const sign = (decision: PeopleClass, seen: string, source: string): Sign => ({
  decision,
  seen,
  pattern: new RegExp(source, "i"),
});

const signs: readonly Sign[] = [
  sign(
    "breaking-change",
    "it mentions breaking changes or compatibility",
    "\\bbreak(?:s|ing|age)? (?:change|api|the api|current|existing|compat|backward|application|consumer|user)|\\b(?:is|was|be|being|api|change)\\s+break(?:ing|age)\\b|\\bbreakage\\b|\\bbreaking\\b|\\bbackwards?[- ]?(?:in)?compat|\\bincompatible change|\\bbroke\\b|\\bbreaks? compat",
  ),
  sign(
    "breaking-change",
    "it mentions a major version",
    "\\bmajor (?:version|bump|release)|\\b(?:bump|increase|next) (?:the )?major\\b|\\bsemver\\b|\\bversioning\\b",
  ),
  sign(
    "breaking-change",
    "it ends support for something",
    `\\b(?:drop|end|remov|stop|discontinu|sunset)\\w*\\b${gap}\\bsupport|\\bdeprecat\\w*|\\bend[- ]of[- ]life|\\bno longer support`,
  ),
  sign(
    "breaking-change",
    "it changes what others rely on",
    `\\b(?:${change})\\w*\\b${gap}\\b(?:${surface})s?\\b|\\b(?:${surface})s?\\b${gap}\\b(?:${change})\\w*\\b`,
  ),
  sign("breaking-change", "it renames something", "\\brenam(?:e|es|ed|ing)\\b"),
  sign("breaking-change", "it mentions consumers of the output", "\\bconsumers?\\b|\\bdownstream\\b"),
  sign(
    "breaking-change",
    "it changes what is required or returned",
    "\\b(?:mandatory|required|optional) (?:field|param|propert|argument|query)|\\b(?:field|param|parameter|propert\\w+|argument)s?\\b[^.?!\\n]{0,40}\\b(?:mandatory|required|optional)\\b|\\breturns? (?:a )?promise|\\binstead of (?:a |using )?(?:callback|boolean|string|array|html|json)|\\b(?:support|to) async\\b",
  ),
  sign(
    "breaking-change",
    "it changes the shape of errors or output",
    "\\b(?:error|response|output|json|data) (?:res(?:ponse)? )?(?:format|structure|shape|message)s?\\b|\\bstructured errors?\\b|\\bless \\w+ errors\\b",
  ),
  sign(
    "new-dependency",
    "it mentions dependencies or libraries to adopt",
    `\\b(?:add|adopt|introduc|includ|pull|bring|us|switch|replac|remov|drop|migrat|upgrad|instead|need|new|standard|swap|explicit|canonical|huge|heavy|bloated|deprecated)\\w*\\b${gap}\\b(?:${thing})\\b|\\b(?:${thing})\\b${gap}\\b(?:add|adopt|introduc|includ|pull|replac|remov|drop|migrat|swap|depreca|bloat|heavy|huge|instead)\\w*`,
  ),
  sign(
    "new-dependency",
    "it replaces one thing with another",
    `\\b(?:replac|swap|substitut)\\w*\\b${gap}\\b(?:with|by|for|lib)\\b|\\breplace\\w* \\w+|\\bswitch\\w* (?:out|from|to)\\b|\\bmigrat\\w* (?:from|to|away|off)\\b|\\binstead of\\b${gap}\\bus(?:e|ing)\\b|\\bmove (?:away|off) from\\b`,
  ),
  sign(
    "new-dependency",
    "it adopts or drops something by name",
    "\\b(?:remove|drop|adopt|introduce) [a-z][\\w.-]* (?:v?\\d|dependency|lib)|\\bas a (?:dep|dependency)\\b|\\bdep(?:s)?\\b|\\bhand-?roll|\\bown implementation\\b|\\breinvent",
  ),
  sign(
    "new-dependency",
    "it adds something, removes it or compares it with an alternative",
    "\\bpull(?:ing)? in\\b|\\bget(?:ting)? rid of\\b|^\\W{0,20}[\\w.@/-]{1,100} (?:instead of|over|or|vs\\.?|versus) [\\w.@/-]{1,100}\\W{0,20}$|\\bnot us(?:e|ing) (?!this|it\\b|the\\b)[a-z]",
  ),
  sign(
    "architecture",
    "it lets parts reach past their layer",
    "\\b(?:talks?|calls?|access(?:es)?|reach(?:es)?|writes?|reads?)\\b[^.?!\\n]{0,30}\\bdirectly\\b[^.?!\\n]{0,20}\\b(?:from|in|to|into)\\b",
  ),
  sign(
    "performance",
    "it adds an index or more machines",
    "\\badd(?:ing)? an? (?:\\w+ )?index\\b|\\bscal(?:e|ing) (?:up|out|horizontally)\\b",
  ),
  sign(
    "architecture",
    "it mentions the architecture",
    "\\barchitect(?:s|ures?|ural)?\\b(?! (?:decision|key))|\\bmonolith\\w*|\\bmicro-?services?\\b|\\bsupersed\\w*|\\bsupercede|\\bre-?design|\\brestructur\\w*|\\bservice layer\\b|\\bclean architecture\\b|\\bdomain[- ]driven\\b|\\bmonorepo\\b|\\bmulti-?tenan|\\bevent[- ](?:driven|sourc)|\\bserverless architecture|\\blayers? rules?\\b|\\banti-?pattern",
  ),
  sign(
    "architecture",
    "it moves responsibilities",
    `\\b(?:split|extract|separat|decoupl|isolat|merg|modulari[sz])\\w*\\b${gap}\\b(?:module|package|service|layer|component|process|repositor|structure)s?\\b|\\bmov\\w*\\b${gap}\\b(?:to|into|in|out of)\\b${gap}\\b(?:service|layer|module|package|core|backend|server|controller|repository)s?\\b|\\bstructure:|\\b(?:service|data|business)[- ]?(?:access )?layer\\b`,
  ),
  sign(
    "architecture",
    "it chooses where state lives or how parts communicate",
    "\\b(?:session|message|job|task|event)[- ]?(?:stor(?:e|age)|management|queue|broker|bus)\\b|\\b(?:store|storage) backend\\b|\\bbackend storage\\b|\\b(?:graphql|grpc)\\b[^.?!\\n]{0,60}\\b(?:rest|adr|move|switch)|\\brest\\b[^.?!\\n]{0,40}\\bgraphql\\b|\\b(?:use|using|to|in|with|introduce|into|further|add)\\b[^.?!\\n]{0,30}\\b(?:redis|kafka|rabbitmq|postgres(?:ql)?|mysql|mongodb|sqlite|memcached|elasticsearch|dynamodb|websockets?)\\b|\\bredis\\b",
  ),
  sign(
    "performance",
    "it weighs speed against something",
    "\\btrade-?offs?\\b|\\bperformance gain|\\b(?:improve|increase|better|worse|reduce|degrade)\\w*\\b[^.?!\\n]{0,40}\\b(?:performance|speed|latency|throughput|memory (?:usage|footprint)|accuracy|size)\\b|\\boptimi[sz](?:e|ing|ation)\\b|\\bspeed up\\b|\\bfaster\\b|\\bslower\\b|\\bbottleneck|\\bbloat\\w*|\\bspeed-optimi",
  ),
  sign(
    "performance",
    "it mentions caching or size",
    "\\bcach(?:e|es|ing)\\b|\\bmemoi[sz]|\\b(?:bundle|binary|image|package) (?:size|bloat)|\\blazy[- ]load|\\bprecomput|\\bdenormali[sz]|\\bmultiple threads|\\bparalleli[sz]",
  ),
];

/** Later text is ignored: the question is asked at the top. */
const readCharacters = 1500;

/** The class patterns that the text matches. */
export function signsIn(text: string): readonly Sign[] {
  const read = text.slice(0, readCharacters);
  return signs.filter(({ pattern }) => pattern.test(read));
}

/** A proposal or a request for opinions, which leaves the class of decision open. */
const proposal =
  /\b(?:is|are|would) (?:it|that|this|we) (?:be )?(?:ok|okay|fine|acceptable|allowed|good|sensible)\b|\bmakes? sense to\b|\bwhat if we\b|\breasons? not to\b|\bpropos(?:e|al|ed|ing)\b|\brequest (?:you|that|a change)\b|\bi suggest\b|\blet'?s\b|\bwe (?:should|could)\b|\bshould (?:we|this|it|i)\b|\bwhat do (?:you|we) think\b|\bthoughts\b|\bconsider(?:ing)?\b|\binvestigat\w*|\bevaluat\w*|\brfc\b|\bpros and cons\b/i;
/** A title that begins with one of these asks for a change. */
const imperative =
  /^\W*(?:\w+(?:\([\w-]+\))?: *)?(?:add|allow|adopt|build|bump|cache|change|convert|correct|create|drop|enable|enforce|expose|extend|extract|implement|improve|introduc|increase|integrate|make|merge|migrate|move|publish|reduce|refactor|remove|rename|replace|restructure|rewrite|split|support|switch|turn|unify|update|upgrade|use|write)(?:e?s|e?d|ing)?\b(?!.*\?)/i;
const inquiry =
  /\?|(?:^|[.!\n]\W{0,20})(?:how|what|where|why|which|when|who|can|could|is|are|does|do|did|explain|describe|give|about|question)\b|\bhow (?:to|do|does|can|could|would|should|is|are)\b|\bis (?:there|it possible)\b|\b(?:i|we) (?:am|are|was|want|need|have|get|would like|tried|try|can't|cannot|can not|don't|followed|created|build|built|use|installed)\b|\bi'm\b|\bhelp\b/i;
const fault =
  /\b(?:errors?|fail(?:s|ed|ing|ure|ures)?|exceptions?|crash\w*|bugs?|fix(?:es|ed|ing)?|cannot|can[’']t|doesn[’']t|isn[’']t|won[’']t|not (?:work\w*|found|start\w*|load\w*|respond\w*|accessible)|undefined|race|deadlock\w*|flaky|broken|killed|problems?|unable|unexpected\w*|incorrect\w*|typo|retr(?:y|ies))\b/i;
const test = /\b(?:unit tests?|tests?|testing|coverage|mock\w*|regression)\b/i;
const inside = /\b(?:helpers?|internals?|clean(?:s|ed)? ?up|private|protected)\b/i;

export type Form = "proposal" | "inquiry" | "fault" | "test" | "internal" | "unclear";

/**
 * The form of a question. The coordinator may answer only an inquiry, a fault, a test or a matter inside the
 * code; any other proposal is reserved for people.
 */
export function formOf(title: string, body: string): Form {
  const text = `${title}\n${body}`.slice(0, readCharacters);
  if (proposal.test(text)) return "proposal";
  if (test.test(title)) return "test";
  if (fault.test(title)) return "fault";
  if (inside.test(text)) return "internal";
  if (imperative.test(title)) return "proposal";
  if (inquiry.test(text)) return "inquiry";
  return fault.test(text) ? "fault" : "unclear";
}
