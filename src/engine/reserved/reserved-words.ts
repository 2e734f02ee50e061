/**
 * Whether a question may ask for a decision that is people's. Its form alone is not enough: "may an
 * interrupt send messages?" asks for a rule, "add gobreaker, go ahead?" requests a decision.
 */
import { nameOf } from "./decision-class.ts";
import { formOf, signsIn } from "./signs.ts";

/** Asks for permission, or announces a step. */
const leave =
  /\b(?:may|can|could|should|shall) (?:i|we)\b|\b(?:can|could|may|should) (?:it|this|that) (?:be |go |stay |have )|\bok(?:ay)?\s*\?|\b(?:ok(?:ay)?|fine|all ?right) (?:for|with|by|to|if)\b|\bgo ahead\b|\b(?:fine|agreed|acceptable|objections?|allowed|good to go|right)\s*\?|\bany objections?\b|\b(?:is|would|are) (?:it|that|this|they|you) (?:be )?(?:ok(?:ay)?|fine|acceptable|alright)\b|\bmerge (?:it )?(?:as|now|anyway)\b|\bas an exception\b|\bpermission\b|\bapprov(?:e|al)\b|\bsign[- ]?off\b/i;
const intent =
  /\b(?:i['’]d|i would|i['’]ll|i will|i want to|i plan|i(?:['’]d| would) like to|i could|we could|i(?:['’]m| am) (?:going|about|planning|thinking)|i was about to|let me|my plan|i propose|i suggest|the (?:easiest|simplest|quickest)|easiest is|simplest is|(?:it|that|this) would|(?:it|that)['’]d)\b/i;
const steps =
  "(?:add|adopt|allow|answer|break|bring|bump|cache|change|convert|copy|create|cut|delete|disable|drop|enable|erase|expose|extend|format|give|hand|ignore|increase|introduce|keep|let|log|lower|make|merge|migrate|move|open|publish|pull|purge|raise|reduce|release|remove|rename|replace|retry|rewrite|send|share|ship|shorten|show|skip|split|store|support|swap|switch|take|trim|turn|update|upgrade|use|vendor|widen|wipe|write)";
const imperative = new RegExp(`^\\W*(?:\\w+(?:\\([\\w-]+\\))?: *)?${steps}\\b`, "i");
/** "How can I add …" asks for a way, not for leave. */
const asksForStep = new RegExp(
  `(?<!\\b(?:how|where|when|what|which|why) )\\b(?:may|can|could|should|shall) (?:i|we) (?:(?:also|just|now|please|then|simply) )?${steps}\\b`,
  "i",
);
const interrogative =
  /^\W*(?:who|what|when|where|why|which|whose|how|is|are|was|were|do|does|did|has|have|must|in which|at which|at what|by which|for which|on which|to which|from which)\b/i;

/** The asker declares a class of decision that is reserved for people. */
const named =
  /\bbreaking (?:api )?changes?\b|\b(?:is|would be|be) breaking\b|\bnew (?:third[- ]party |external )?dependency\b|\bdepart(?:s|ure|ing)? from (?:the|our) architecture\b|\bdeviat(?:es?|ion|ing) from (?:the|our) architecture\b|\b(?:drop|end|remove)(?:s|ping|ing)? (?:the )?support for\b/i;
const gap = "[^.?!\\n]{0,70}?";
const topics: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "adds something from outside",
    pattern: new RegExp(
      `\\b(?:add|adopt|use|pull|bring|vendor|copy|introduc|switch|install|depend|includ|import|buy|upgrad|swap|mov)\\w*\\b${gap}\\b(?:crate|librar(?:y|ies)|package|dependenc(?:y|ies)|third[- ]party|vendored?|licen[cs]ed?|plugin|gem|sdk|framework|saas|service provider|go\\.mod|cargo\\.toml|package\\.json|requirements\\.txt|pom\\.xml)\\b|\\b(?:mit|apache|gpl|bsd|isc|agpl|lgpl|mpl)[- ](?:2\\.0 )?licen[cs]|\\bpull in\\b|\\bvendor(?:ing)?\\b`,
      "i",
    ),
  },
  {
    what: "changes what others rely on",
    pattern: new RegExp(
      `\\b(?:renam|remov|drop|chang|break|mak|alter|replac|deprecat|answer|return|add|extend|new|one more|another|different)\\w*\\b${gap}\\b(?:endpoint|field|attribute|status code|schema|public|api|wire|protocol|frame|header|keyword|syntax|grammar|url|query parameter|parameter|payload|contract|message format|file format|exit code|flag|column)s?\\b|\\b(?:mandatory|stricter|breaking|backwards?|incompatib\\w+)\\b|\\brenam(?:e|ing)\\b`,
      "i",
    ),
  },
  {
    what: "deletes data",
    pattern: new RegExp(
      `\\b(?:delet|eras|wip|purg|format|truncat|discard|drop|overwrit|clear|forget|throw away|throwing away)\\w*\\b${gap}\\b(?:data|rows?|records?|entries|users?|customers?|accounts?|tenants?|measurements?|histor(?:y|ies)|backups?|logs?|tables?|rings?|archives?|files?|volumes?|everything|merchants?|members?|patients?)\\b`,
      "i",
    ),
  },
  {
    what: "weakens a check or a protection",
    pattern: new RegExp(
      `\\b(?:skip|disabl|turn(?:ing)? off|switch(?:ing)? off|bypass|weaken|relax|loosen|ignor|accept|lower|open|shar|expos|stor|log|send|hard-?cod|whitelist|allow)\\w*\\b${gap}\\b(?:checks?|checking|verif\\w+|validations?|signatures?|authenti\\w+|authori[sz]\\w+|tls|certificates?|encrypt\\w+|counters?|permissions?|tokens?|secrets?|passwords?|keys?|firewall|sandbox|audit|personal|addresses)\\b`,
      "i",
    ),
  },
  {
    what: "trades one quality for another",
    pattern:
      /\btrade-?offs?\b|\b\d+(?:\.\d+)? ?%\s+(?:slower|more|larger|bigger|longer|less)|\b(?:slower|costs? (?:us|more|about|\d)|stale|small loss|some risk|at the (?:cost|price|expense) of|loss of|halve|double|twice (?:as|the))\b|\b(?:cache|caching)\b[^.?!\n]{0,60}\b(?:in front|would|latency|p9\d|faster|ms)\b|\bas (?:the )?default\b|\bthe default\b|\bby default\b/i,
  },
  {
    what: "concerns people's data, money or law",
    pattern:
      /\b(?:real|production|live|customers?['’]?s?|citizens?['’]?s?|patients?['’]?s?|taxpayers?|personal|users?['’]?s?) (?:data|cases?|records?|traffic|names?|addresses|names removed)\b|\b(?:gdpr|privacy|legal|lawyers? say|licence fee|invoice|price|pricing|budget|discount|refund policy|embargo|nda)\b/i,
  },
  {
    what: "departs from what was agreed",
    pattern:
      /\bexception\b[^.?!\n]{0,30}\b(?:to|from|rule|this once)\b|\b(?:just )?this once\b|\b(?:despite|although|even though|instead of|against|anyway|around) (?:the |our |what )?(?:rule|constraint|decision|adr|limit|policy|freeze|agreement|guideline)s?\b|\b(?:raise|lift|exceed|extend|go (?:above|over|beyond)|bump|increase) (?:the |our )?(?:limit|budget|cap|bound|ceiling|quota|memory|threshold)\b|\bmerge\b[^.?!\n]{0,30}\b(?:without|before|as the default)\b|\bround(?:ing)? half\b|\bchange of meaning\b/i,
  },
];

/** Later text is ignored: the question is asked at the top. */
const readCharacters = 1_500;

interface Text {
  readonly title: string;
  readonly body: string;
}

/**
 * Why people have to decide: the question asks permission for a step that its title names, or for something
 * reserved for people. Empty if they do not have to.
 */
export function reservedIn({ title, body }: Text): readonly string[] {
  const text = `${title}\n${body}`.slice(0, readCharacters);
  const asksLeave = leave.test(text);
  const isStep = asksLeave || intent.test(text) || imperative.test(title);
  const isProposal = !title.includes("?") && !interrogative.test(title);
  const found = topicsIn(text);
  const topic = isStep
    ? [...found.map((what) => `It asks for a step that ${what}.`), ...signMarks(text)]
    : [];
  if (topic.length > 0) return topic;
  if (named.test(text)) return ["It mentions a kind of decision reserved for people."];
  return asksLeave && isProposal ? ["It asks permission for a step in its title."] : [];
}

/** Longer texts are not read: nobody knows what they decide. */
const maxMarked = 50_000;
/** No pattern is longer, so none is cut by two windows that overlap by as much. */
const overlap = 300;

/** What marks a decision as people's anywhere in a text, and not only where it asks: sentences. */
export function marksIn(text: string): readonly string[] {
  if (text.length > maxMarked) return ["It is too long to be read for what it decides."];
  const marks: string[] = [];
  for (let at = 0; at < text.length; at += readCharacters - overlap) {
    const part = text.slice(at, at + readCharacters);
    marks.push(...signMarks(part), ...topicMarks(part));
    if (named.test(part)) marks.push("It mentions a kind of decision reserved for people.");
  }
  return [...new Set(marks)];
}

function signMarks(text: string): readonly string[] {
  return signsIn(text).map(({ decision, seen }) => `${nameOf(decision)}: ${seen}.`);
}

function topicMarks(text: string): readonly string[] {
  return topicsIn(text).map((what) => `It mentions something that ${what}.`);
}

function topicsIn(text: string): readonly string[] {
  return topics.filter(({ pattern }) => pattern.test(text)).map(({ what }) => what);
}

/** Reasons to doubt who decides; an answer then becomes a suggestion. */
export function doubtsIn({ title, body }: Text): readonly string[] {
  const text = `${title}\n${body}`.slice(0, readCharacters);
  const form = formOf(title, body);
  return [
    ...signMarks(text),
    ...topicMarks(text),
    ...(form === "proposal" ? ["It proposes a change, but the kind of decision is unclear."] : []),
    ...(form === "unclear" ? ["It is unclear what kind of decision it is."] : []),
    ...(form !== "proposal" && intent.test(text) ? ["It announces the asker's own step."] : []),
    ...(asksForStep.test(text) ? ["It asks permission for a step."] : []),
  ];
}
