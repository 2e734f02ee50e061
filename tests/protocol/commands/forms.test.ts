/** Every command in the forms that are read, beside those that only look like one; and what `/help` says of them. */
import { describe, expect, test } from "vitest";
import { readSilence, silenceForm } from "../../../src/protocol/commands/claim.ts";
import { commands, formOfCommand } from "../../../src/protocol/commands/command.ts";
import { parseCommands, readCommands } from "../../../src/protocol/commands/read-commands.ts";
import { firstWord, readTell } from "../../../src/protocol/commands/tell.ts";

const hash = "0123456789abcdef".repeat(4);

describe("what is read of", () => {
  test.each<readonly [string, object]>([
    ["/ack", { name: "ack", because: undefined }],
    ["/ack because it fits", { name: "ack", because: "it fits" }],
    ["/ACK BECAUSE:  it fits\nand more", { name: "ack", because: "it fits\nand more" }],
    ["/ack because, it fits", { name: "ack", because: "it fits" }],
    ["/object because it breaks", { name: "object", isBreaking: false, because: "it breaks" }],
    ["/object breaking because it breaks", { name: "object", isBreaking: true, because: "it breaks" }],
    ["/object Breaking, because: it\nbreaks", { name: "object", isBreaking: true, because: "it\nbreaks" }],
    ["/object because  it\n\nbreaks", { name: "object", isBreaking: false, because: "it\n\nbreaks" }],
    ["/object breaking:  because, x", { name: "object", isBreaking: true, because: "x" }],
    ["/decide 2", { name: "decide", option: 2, because: undefined }],
    ["/decide 123", { name: "decide", option: 123, because: undefined }],
    ["/decide option  2", { name: "decide", option: 2, because: undefined }],
    ["/decide OPTION 2, Because: it\nis", { name: "decide", option: 2, because: "it\nis" }],
    ["/decide 2. it is", { name: "decide", option: 2, because: "it is" }],
    ["/decide 2:  it is", { name: "decide", option: 2, because: "it is" }],
    ["/decide 2 becauseit is", { name: "decide", option: 2, because: "becauseit is" }],
    ["/decide 2 because  it is", { name: "decide", option: 2, because: "it is" }],
    ["/decide 2 because, it is", { name: "decide", option: 2, because: "it is" }],
    ["/decide because  neither\nfits", { name: "decide", option: undefined, words: "neither\nfits" }],
    ["/decide Because: neither", { name: "decide", option: undefined, words: "neither" }],
    ["/vote 2", { name: "vote", option: 2, because: undefined }],
    ["/vote #123", { name: "vote", option: 123, because: undefined }],
    ["/vote option  2", { name: "vote", option: 2, because: undefined }],
    ["/vote for  option #2, because: x\ny", { name: "vote", option: 2, because: "x\ny" }],
    ["/vote FOR OPTION 2.  x", { name: "vote", option: 2, because: "x" }],
    ["/vote 2 becauseof it", { name: "vote", option: 2, because: "becauseof it" }],
    ["/vote 2 because  x", { name: "vote", option: 2, because: "x" }],
    ["/vote 2 because, x", { name: "vote", option: 2, because: "x" }],
    ["/accept because I saw it", { name: "accept", because: "I saw it" }],
    ["/accept Because:  I saw\nit", { name: "accept", because: "I saw\nit" }],
    ["/accept because, I saw it", { name: "accept", because: "I saw it" }],
    [`/verified ${hash}`, { name: "verified", result: hash }],
    ["/approve 0123ABCD", { name: "approve", hash: "0123abcd" }],
    [`/approve ${hash}`, { name: "approve", hash }],
    [`/approve TEXT:${hash}`, { name: "approve", hash }],
    ["/block #12", { name: "block", blocker: { number: 12 } }],
    ["/unblock acme/web#12", { name: "unblock", blocker: { owner: "acme", repo: "web", number: 12 } }],
    ["/urgency Important", { name: "urgency", urgency: "important" }],
    ["/urgency blocking", { name: "urgency", urgency: "blocking" }],
    ["/claim for 1m", { name: "claim", as: undefined, forMs: 60_000 }],
    ["/claim FOR 24h", { name: "claim", as: undefined, forMs: 86_400_000 }],
    ["/claim as  ada  for  2h", { name: "claim", as: "ada", forMs: 7_200_000 }],
    [`/claim as ${"a".repeat(39)}`, { name: "claim", as: "a".repeat(39), forMs: undefined }],
    ["/claim as 0-a[bot]", { name: "claim", as: "0-a[bot]", forMs: undefined }],
    ["/beat AS  ada", { name: "beat", as: "ada" }],
    ["/release as  ada  to  @bob", { name: "release", as: "ada", to: "bob", because: undefined }],
    ["/release TO bob BECAUSE,  x y", { name: "release", as: undefined, to: "bob", because: "x y" }],
    ["/lock a  b", { name: "lock", as: undefined, isShared: false, globs: ["a", "b"], forMs: undefined }],
    [
      "/lock as @ada[bot] a",
      { name: "lock", as: "ada[bot]", isShared: false, globs: ["a"], forMs: undefined },
    ],
    [
      "/lock as a/b c",
      { name: "lock", as: undefined, isShared: false, globs: ["as", "a/b", "c"], forMs: undefined },
    ],
    [
      "/lock for a for 5m",
      { name: "lock", as: undefined, isShared: false, globs: ["for", "a"], forMs: 300_000 },
    ],
    [
      "/lock a for b5m",
      { name: "lock", as: undefined, isShared: false, globs: ["a", "for", "b5m"], forMs: undefined },
    ],
    ["/lock a 5m", { name: "lock", as: undefined, isShared: false, globs: ["a", "5m"], forMs: undefined }],
    ["/lock AS ADA  a", { name: "lock", as: "ADA", isShared: false, globs: ["a"], forMs: undefined }],
    ["/lock 5m a", { name: "lock", as: undefined, isShared: false, globs: ["5m", "a"], forMs: undefined }],
    ["/lock `` a", { name: "lock", as: undefined, isShared: false, globs: ["a"], forMs: undefined }],
    ["/unlock AS ada a", { name: "unlock", as: "ada", globs: ["a"] }],
    ["/unlock ada a", { name: "unlock", as: undefined, globs: ["ada", "a"] }],
    ["/tell ada it works", { name: "tell", words: "ada it works" }],
    ["/tell ada\n\nit works", { name: "tell", words: "ada\n\nit works" }],
    ["/explain", { name: "explain" }],
    ["/help", { name: "help" }],
  ])("%j", (written, command) => {
    expect(parseCommands(written)).toEqual([command]);
  });

  test.each([
    ...[
      "/ack it fits",
      "/ack because",
      "/ack becauseit fits",
      "/ack x because it fits",
      "/object",
      "/object breaking",
    ],
    ...["/object it breaks", "/object breakingbecause x", "/object becausex y", "/object x because y"],
    ...["/object breaking x because y", "/object because"],
    ...[
      "/decide",
      "/decide 1234",
      "/decide 2x",
      "/decide x2",
      "/decide option",
      "/decide optio 2",
      "/decide 2;x",
    ],
    ...[
      "/decide becauseneither x",
      "/decide x because y",
      "/decide because",
      "/decide option2 x",
      "/decide 2.x",
    ],
    ...[
      "/vote",
      "/vote 1234",
      "/vote 2x",
      "/vote x",
      "/vote for 2",
      "/vote option",
      "/vote #",
      "/vote ##2",
      "/vote 2.x",
    ],
    ...["/vote x for option 2", "/vote x2", "/vote foroption 2", "/vote option2"],
    ...["/accept", "/accept it", "/accept because", "/accept becauseit works", "/accept x because y"],
    ...["/verified", `/verified ${hash}0`, `/verified 0${hash}`, `/verified ${hash.slice(1)}`],
    `/verified ${hash.toUpperCase()}`,
    ...["/approve", "/approve 0123abc", "/approve 0123abcde", "/approve 0123abcg", "/approve x 0123abcd"],
    ...["/approve 0123abcd x", "/approve text: 0123abcd", "/approve texts:0123abcd", `/approve ${hash}0`],
    ...["/block", "/block 12", "/block #1 #2", "/unblock", "/unblock #1 #2", "/unblock it"],
    ...["/urgency", "/urgency soon", "/urgency important now"],
    ...[
      "/claim x as ada",
      "/claim as ada x",
      "/claim asada",
      "/claim as -a",
      "/claim as ada bob",
      "/claim for",
    ],
    ...[
      "/claim for 59s",
      "/claim for 25h",
      "/claim for 2h x",
      "/claim as [bot]",
      `/claim as ${"a".repeat(40)}`,
    ],
    ...[
      "/claim as ada[bots]",
      "/claim as @@ada",
      "/beat ada",
      "/beat as",
      "/beat as ada x",
      "/beat x as ada",
    ],
    ...["/release x", "/release because", "/release becausex y", "/release as ada bob", "/release to bob x"],
    ...["/release to bob as ada", "/release x to bob", "/release x because y"],
    ...[
      "/lock",
      "/lock ``",
      "/lock shared",
      "/lock as ada",
      "/lock a for 0m",
      "/lock a for 5x",
      "/lock a for 5m x",
      "/lock a for 1 0m",
    ],
    ...["/tell", "/tell ada", "/explain it", "/explain #1 #2"],
  ])("%j is its form, as that is not what it says", (written) => {
    const word = /^\/([a-z]+)/.exec(written)?.[1] ?? "";
    const { usage } = formOfCommand(word);
    expect(usage.startsWith(`/${word}`)).toBe(true);
    expect(parseCommands(written)).toEqual([{ name: "malformed", word, usage }]);
  });

  test("a command that takes no text name keeps it as a word", () => {
    for (const { name, bindsText, usage } of commands) {
      const binds = ["answer", "decide", "vote", "ack", "object", "accept"].includes(name);
      expect([usage, bindsText]).toEqual([usage, binds ? true : undefined]);
    }
  });

  test("only those whose argument is a decision, a reason or a message take the rest of the comment", () => {
    const whole = commands.filter(({ takes }) => takes === "comment").map(({ name }) => name);
    expect(whole).toEqual(["answer", "decide", "vote", "ack", "object", "accept", "tell"]);
    expect(commands.every(({ takes }) => takes === "comment" || takes === "line")).toBe(true);
  });
});

test("each command says its form, what it is for and who may use it", () => {
  for (const { name, usage, purpose, who } of commands) {
    expect(usage).toMatch(new RegExp(`^/${name}(?: |$)`));
    expect(purpose).toMatch(/^[A-Z].{8,}\.$/);
    expect(who).toMatch(/^\w.{8,}\w`?(?: or above)?$/);
    expect(formOfCommand(name)).toEqual({ usage, who });
  }
  expect(formOfCommand("nothing").usage).toBe("/help");
});

test("a claim is told from which length to which a silence may be", () => {
  const [, least = "", most = ""] = /^from (\S+) to (\S+)$/.exec(silenceForm) ?? [];
  expect([readSilence(least), readSilence(most)]).toEqual([60_000, 24 * 60 * 60_000]);
  for (const length of ["59s", "1441m", "a while"]) expect(readSilence(length)).toBeUndefined();
});

test("the form of /urgency shows each word that it takes", () => {
  const words = formOfCommand("urgency").usage.replace("/urgency ", "").split("|");
  expect(words.length).toBeGreaterThan(1);
  for (const urgency of words)
    expect(parseCommands(`/urgency ${urgency}`)).toEqual([{ name: "urgency", urgency }]);
});

describe("whom a message is to", () => {
  const names = new Set(["ada", "bob", "role:reviewer", "track:api", "everyone"]);
  const told = (words: string) => readTell({ name: "tell", words }, (word) => names.has(word));
  test.each<readonly [string, readonly string[], string]>([
    ["ada it works", ["ada"], "it works"],
    ["ada, bob: it works", ["ada", "bob"], "it works"],
    ["@Ada @BOB it works", ["ada", "bob"], "it works"],
    ["ada: bob is gone", ["ada"], "bob is gone"],
    ["role:reviewer track:api: look", ["role:reviewer", "track:api"], "look"],
    ["Role:Reviewer look", ["role:reviewer"], "look"],
    ["ada ada bob look", ["ada", "bob"], "look"],
    ["carl ada look", [], "carl ada look"],
    ["ada carl: look", ["ada"], "carl: look"],
    ["ada", ["ada"], ""],
    ["ada,bob look", ["ada", "bob"], "look"],
    ["everyone\n\nlook", ["everyone"], "look"],
    ["ada@x look", [], "ada@x look"],
    ["ada:look", [], "ada:look"],
    ["x ada: look", [], "x ada: look"],
    ["x:ada look", [], "x:ada look"],
    ["", [], ""],
  ])("%j", (words, to, text) => {
    expect(told(words)).toEqual({ to, text });
  });
  test.each([
    ["ada it works", "ada"],
    ["ada: it works", "ada"],
    ["ada, bob", "ada"],
    ["role:reviewer x", "role:reviewer"],
    ["", ""],
  ])("the first word of %j is %j", (words, first) => {
    expect(firstWord({ name: "tell", words })).toBe(first);
  });
});

describe("in a comment", () => {
  const mailed = (text: string) => readCommands(text, { byMail: true });
  const typed = (text: string) => readCommands(text, { byMail: false });
  const help = { name: "help" };

  test("at most five are read, and one that takes the rest of the comment is the last", () => {
    expect(typed("/help\n/help\n/help\n/help\n/help\n/answer x").commands).toEqual(Array(5).fill(help));
    expect(typed("/help\n/answer x\n/help").commands).toEqual([
      help,
      { name: "answer", decision: "x\n/help" },
    ]);
    expect(typed("no slash here")).toEqual({ commands: [] });
  });

  test("too long to be read, the first known command gets its form and the reason", () => {
    const long = "x\n".repeat(20_000);
    const unread = "The comment has more than 20000 lines, so none of it was read.";
    const form = { name: "malformed", word: "help", usage: "/help", unread };
    for (const read of [typed, mailed]) {
      expect(read(`${long}/close\n/HELP\n/explain`).commands).toEqual([form]);
      expect(read(`/help${"\n".repeat(20_000)}`).commands).toEqual([form]);
      expect(read(`${long}x /help\n/helpful\n/help/me`)).toEqual({ commands: [] });
    }
    expect(typed(`/help${"\n".repeat(19_999)}`).commands).toEqual([help]);
    expect(typed(`${long}/help`).commands).toEqual([form]);
    expect(typed(`${long}\r/help now`).commands).toMatchObject([{ word: "help" }]);
  });

  test("a command below what breaks the text gets its form and the reason, unless five stand above", () => {
    const broken = "<!-- not closed\n\n/close\n/help";
    const unread = expect.stringMatching(/, so nothing after it counts\.$/);
    expect(typed(broken).commands).toEqual([{ name: "malformed", word: "help", usage: "/help", unread }]);
    expect(typed(`/help\n\n${broken}`).commands).toEqual([
      help,
      { name: "malformed", word: "help", usage: "/help", unread },
    ]);
    expect(typed(`${"/help\n".repeat(4)}\n${broken}`).commands).toHaveLength(5);
    expect(typed(`${"/help\n".repeat(5)}\n${broken}`).commands).toEqual(Array(5).fill(help));
    expect(typed(`On Monday Maria wrote:\n\n${broken}`)).toEqual({
      commands: [],
      ignored: { name: "help", because: "quote" },
    });
    expect(mailed(`On Monday Maria wrote:\n\n${broken}`).commands).toEqual([]);
    expect(typed("<!-- not closed\n\nnothing / else")).toEqual({ commands: [] });
    expect(mailed(`Hello\n\n${broken}`).commands).toMatchObject([
      { name: "malformed", word: "help", unread },
    ]);
  });

  test.each<readonly [string, object]>([
    ["/help", { commands: [help] }],
    ["\n\n/help", { commands: [help] }],
    [" \n/help", { commands: [help] }],
    ["```signalbox\nv: 1.1\nfrom: ada\nregarding: acme/web#3\n```", { commands: [] }],
    [
      "/help\n\n/explain",
      { commands: [help], ignored: { name: "explain", because: "mail", written: "/explain" } },
    ],
    [
      "/help\n/explain",
      { commands: [help], ignored: { name: "explain", because: "mail", written: "/explain" } },
    ],
    [
      "Yes.\n\n/explain #12",
      { commands: [], ignored: { name: "explain", because: "mail", written: "/explain #12" } },
    ],
    ["/answer Yes", { commands: [{ name: "answer", decision: "Yes" }] }],
    ["/answer Yes\n", { commands: [{ name: "answer", decision: "Yes" }] }],
    [
      "/answer Yes\nwe do",
      { commands: [], ignored: { name: "answer", because: "wrapped", written: "/answer Yes we do" } },
    ],
    [
      "/answer\nYes",
      { commands: [], ignored: { name: "answer", because: "wrapped", written: "/answer Yes" } },
    ],
    ["/block #12\nplease", { commands: [{ name: "block", blocker: { number: 12 } }] }],
    ["/block\n#12", { commands: [], ignored: { name: "block", because: "wrapped", written: "/block #12" } }],
    ["/block\nplease", { commands: [{ name: "malformed", word: "block", usage: "/block #12" }] }],
    ["/help\n\nOn Monday Maria wrote:\n\n/explain", { commands: [help] }],
    [
      "Yes\n\nOn Monday Maria wrote:\n\n/explain",
      { commands: [], ignored: { name: "explain", because: "quote" } },
    ],
    [`/answer ${"x".repeat(292)}\ny`, { commands: [], ignored: { name: "answer", because: "wrapped" } }],
    [
      `/answer ${"x".repeat(290)}\ny`,
      {
        commands: [],
        ignored: { name: "answer", because: "wrapped", written: `/answer ${"x".repeat(290)} y` },
      },
    ],
  ])("by mail, %j", (text, found) => {
    expect(mailed(text)).toEqual(found);
  });

  test.each([
    "/ack\nprovided that it is renamed",
    "/object because it breaks\nthe build",
    "/accept because I saw it\nfail",
    "/decide 2\nif it is cheap",
    "/vote 2\nif it is cheap",
    "/release to bob\nunless ada is back",
    "/tell ada it works\nno more",
    "/lock a\nb",
    "/unlock a\nb",
  ])("by mail, one whose words may go on below is not believed: %j", (text) => {
    const name = /^\/(\w+)/.exec(text)?.[1];
    expect(mailed(text)).toMatchObject({ commands: [], ignored: { name, because: "wrapped" } });
  });

  test.each<readonly [string, object]>([
    ["  /help", { name: "help", because: "indented", written: "/help" }],
    [
      "Yes.\n\n /close\n\n   /explain  #12 ",
      { name: "explain", because: "indented", written: "/explain  #12" },
    ],
    ["/close\n\n /help\n\n /explain", { name: "help", because: "indented", written: "/help" }],
    [
      ` /answer ${"x".repeat(292)}`,
      { name: "answer", because: "indented", written: `/answer ${"x".repeat(292)}` },
    ],
    [` /answer ${"x".repeat(293)}`, { name: "answer", because: "indented" }],
  ])("typed, a command with white space in front is told of: %j", (text, ignored) => {
    expect(typed(text)).toEqual({ commands: [], ignored });
    expect(typed(text).ignored).toStrictEqual(ignored);
  });

  test.each([
    "/help\n\n  /explain",
    "```\n /help\n```",
    "Yes.\n\nOn Monday Maria wrote:\n\n  /help",
    "> x\n  /help",
    "    /help",
    "<p>\n /help\n</p>",
  ])("typed, nothing is told of %j", (text) => {
    expect(typed(text).ignored).toBeUndefined();
    expect(typed(text)).not.toHaveProperty("ignored");
  });

  test.each<readonly [string, string]>([
    ["/answer Yes.\n\n<!--\nno\n-->\n\nAll of it.", "Yes.\n\n\nAll of it."],
    ["/answer Yes.\n\n<details>\n\nno\n\n</details>\n\nAll of it.", "Yes.\n\n\n\nAll of it."],
    ["/answer Yes.\n\nOn Monday Maria wrote:\n> May we?\n\nSee above.", "Yes."],
    ["On Monday Maria wrote:\n> May we?\n\n/answer Yes.\n\nOn Monday Al wrote:\n> Or not?", "Yes."],
    ["/answer Yes.\n\nAll of it.\n\n-- \nMaria", "Yes.\n\nAll of it."],
  ])("typed, a decision is what the page plainly shows of it: %j", (text, decision) => {
    expect(typed(text)).toEqual({ commands: [{ name: "answer", decision }] });
  });

  test.each<readonly [string, string]>([
    ["/answer Yes\nwe do\n\nMaria", "/answer Yes we do"],
    ["/answer Yes\nwe do\n \nMaria", "/answer Yes we do"],
    ["/answer Yes\nwe do\n> May we?", "/answer Yes we do"],
    ["/answer Yes\nwe do\n```\nx\n```", "/answer Yes we do"],
    ["/answer Yes\nwe do\n/help", "/answer Yes we do"],
    [`/answer Yes\nwe  do\n-----Original Message-----`, "/answer Yes we do"],
    ["/decide 2 becaus\nx", "/decide 2 becaus x"],
  ])("by mail, the command that is shown again ends with its paragraph: %j", (text, written) => {
    expect(mailed(text).ignored).toMatchObject({ because: "wrapped", written });
  });

  test.each<readonly [string, object]>([
    ["/decide 2\nbecause it is cheap", { commands: [{ name: "decide", option: 2, because: undefined }] }],
    ["/decide 2\nbecause it is\ncheap", { commands: [{ name: "decide", option: 2, because: undefined }] }],
    ["/ack\n  Because, it fits", { commands: [{ name: "ack", because: undefined }] }],
    ["/decide 2 because cheap\nbecause it is", { commands: [], ignored: { because: "wrapped" } }],
    ["/ack\nbecauseit fits", { commands: [], ignored: { because: "wrapped" } }],
    ["/ack\nnot because it fits", { commands: [], ignored: { because: "wrapped" } }],
    ["/answer Yes\nbecause we do", { commands: [], ignored: { because: "wrapped" } }],
    ["/help\nplease", { commands: [help] }],
  ])("by mail, a reason that begins below a whole command changes nothing of it: %j", (text, found) => {
    expect(mailed(text)).toMatchObject(found);
  });

  test("by mail, what stands above a quote is told before what stands below it", () => {
    const quote = "On Monday Maria wrote:\n> May we?\n\n";
    expect(mailed(`Hm.\n\n/explain\n\n${quote}/help`).ignored).toMatchObject({
      name: "explain",
      because: "mail",
    });
    expect(mailed(`Hm.\n\n${quote}/help`).ignored).toEqual({ name: "help", because: "quote" });
    expect(mailed(`${quote}/help`).ignored).toEqual({ name: "help", because: "mail", written: "/help" });
    expect(mailed(`${quote}Hm.\n\n/help`).ignored).toEqual({
      name: "help",
      because: "mail",
      written: "/help",
    });
    expect(mailed(`/claim\n\n${quote}/help`).ignored).toBeUndefined();
    expect(mailed("Hm.\n\n/claim for ever").ignored).toEqual({ name: "claim", because: "mail" });
  });

  test("below a mail, a command counts as one only where the page shows it", () => {
    const below = (text: string) => typed(`Yes.\n\nOn Monday Maria wrote:\n\n${text}`).ignored;
    expect(below("/help")).toEqual({ name: "help", because: "quote" });
    expect(below("/close\n\n/help")).toEqual({ name: "help", because: "quote" });
    expect(below("```\n/help\n```")).toBeUndefined();
    expect(below("May we?\n\n> /help")).toBeUndefined();
  });

  test("typed, a command below what may be a mail is told, and none of its words", () => {
    expect(typed("/help\n\nOn Monday Maria wrote:\n\n/answer x")).toEqual({
      commands: [help],
      ignored: { name: "answer", because: "quote" },
    });
    expect(typed("/answer Yes.\n\nOn Monday Maria wrote:\n\n/decide 2")).toEqual({
      commands: [{ name: "answer", decision: "Yes." }],
      ignored: { name: "decide", because: "quote" },
    });
  });
});
