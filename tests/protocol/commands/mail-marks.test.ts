/** The lines that mail programs put above the mail that they quote, one by one, beside those that an author writes. */
import { describe, expect, test } from "vitest";
import {
  headersBegin,
  introductionStart,
  isBareRule,
  isSurelyMail,
  ruleBegins,
} from "../../../src/protocol/commands/mail-marks.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";

const linesOf = (text: string) => blocksOf(text).lines;
/** Where the introduction begins that the last line ends. */
const introduced = (text: string) => introductionStart(linesOf(text), linesOf(text).length - 1);
const address = "<a.b@mail.example.org>";

describe("a rule with words", () => {
  test.each([
    "-----Original Message-----",
    "--- Ursprüngliche Nachricht ---",
    "***--Messaggio originale--***",
    "*–– Al ––*",
    "—— 转发 ——",
    "――Al――",
    "──Al──",
    "-- a\nb\nc --",
    "________________________________",
    "_".repeat(20),
  ])("%j begins a mail", (text) => {
    expect(ruleBegins(linesOf(text), 0)).toBe(true);
  });

  test.each([
    "-Original Message-----",
    "-----Original Message-",
    "-----Original Message----- x",
    "x -----Original Message-----",
    "****--Al--",
    "--Al--****",
    "-----------",
    "--- 12 ---",
    "-- a\nb\nc\nd --",
    "-- a\n\nb --",
    "-- a\n/help --",
    "_".repeat(19),
    `${"_".repeat(20)} x`,
    `x ${"_".repeat(20)}`,
    `--${"x".repeat(997)}--`,
    `--${"x".repeat(996)}--y`,
    "    -----Original Message-----",
    "```\n-----Original Message-----\n```",
    "",
  ])("%j does not", (text) => {
    const lines = linesOf(text);
    expect(lines.some((_, at) => ruleBegins(lines, at))).toBe(false);
  });

  test("may be a line of a thousand characters", () => {
    expect(ruleBegins(linesOf(`--${"x".repeat(996)}--`), 0)).toBe(true);
  });
});

test("a bare rule is three marks or more, and nothing else", () => {
  const isBare = (text: string): boolean => linesOf(text).some(isBareRule);
  for (const text of ["---", "***", "___", "—–―─", "x\n\n =-= "])
    expect([text, isBare(text)]).toEqual([text, true]);
  for (const text of ["--", "--- x", "x ---", "", "    ---", "> ---"])
    expect([text, isBare(text)]).toEqual([text, false]);
});

describe("a block of headers", () => {
  const begins = (text: string) => headersBegin(linesOf(text), 0);
  const date = "Date: 2026-11-27";

  test.each([
    "From: Al",
    "*Von:* bob",
    "***Von***: bob",
    "**From:** *Al*",
    "__De__ : x",
    "***De*** :*** ***x",
    "De : alice",
    "Date de réception : hier",
    "Date  de\treception : hier",
    "À : bob",
    "发件人：alice",
    "发件人 ： alice",
    "Reply-To: al",
    "Répondre à l’adresse: al",
    "No./N'o: al",
    `${"a".repeat(31)} ${"b".repeat(30)} ${"c".repeat(30)}: al`,
  ])("begins with %j", (first) => {
    expect(begins(`${first}\n${date}`)).toBe(true);
    expect(begins(`${date}\n${first}`)).toBe(true);
  });

  test.each([
    "From:Al",
    "From:",
    "From: ",
    "From；Al",
    "1st: Al",
    "****From: Al",
    "From****: Al",
    "From  to the one: Al",
    "-: Al",
    "From (Al): x",
    "From:**** Al",
    `${"a".repeat(32)}: al`,
    `a ${"b".repeat(31)}: al`,
  ])("does not begin with %j", (first) => {
    expect(begins(`${first}\n${date}\n${date}`)).toBe(false);
  });

  test.each<readonly [string, boolean]>([
    [date, false],
    ["From: Al\nTo: Bo", false],
    ["From: Al\nTo: Bo\nSubject: x\nDate: yesterday", false],
    ["From: Al\nTo: b@x.org", true],
    ["From: Al\nTo: Bo\nSubject: at 10:12", true],
    [`From: Al\n${address}\nTo: Bo`, true],
    [`From: Al\n${address}\n${address}`, false],
    ["From: Al\nBo\nDate: 2026-11-27", false],
    [`From: Al\nBo ${address}\nTo: Bo`, false],
    [`From: ${"a".repeat(34)}\nBo\nDate: 2026-11-27`, true],
    [`From: ${"a".repeat(34)}\n${"b".repeat(40)}\nDate: 2026-11-27`, true],
    [`From: ${"a".repeat(34)}\nBo\nCy\nDate: 2026-11-27`, false],
    [`From: ${"a".repeat(33)}\nBo\nDate: 2026-11-27`, false],
    ["From: Al\n\nDate: 2026-11-27", false],
    [`From: ${"a".repeat(34)}\n> # Bo\nDate: 2026-11-27`, false],
    [`${address}\nFrom: Al\nTo: b@x.org`, false],
    ["From: Al\n/help\nDate: 2026-11-27", false],
    [`${"From: Al\n".repeat(11)}Date: 2026-11-27`, true],
    [`${"From: Al\n".repeat(12)}Date: 2026-11-27`, false],
    ["From: Al <!--\nx -->\nDate: 2026-11-27", false],
    ["    From: Al\n    Date: 2026-11-27", false],
    ["> From: Al\n> Date: 2026-11-27", false],
  ])("%j: %j", (text, isOne) => {
    expect(begins(text)).toBe(isOne);
  });
});

describe("a date", () => {
  const isDate = (words: string) => introduced(`Al, ${words} x:`) !== undefined;

  test.each([
    ...["10:12", "9:05", "10h12", "10時12", "10点12", "10시12", "10시 12", "١٠:١٢", "T10:12"],
    ...["27.11.2026", "7.1.2026", "27. 11. 2026", "27/11/2026", "27-11-2026", "27/ 1/ 2026"],
    ...[
      "2026-11-27",
      "2026/1/7",
      "2026. 1. 7",
      "27.11.26",
      "27-11-26",
      "27/11/26",
      "27/1/26",
      "7/1/26",
      "7/11/26",
    ],
    ...["٢٧/١١/٢٠٢٦", "2026-1-27", "1.12.2026"],
    ...["27. November 2026", "27 November 2026", "1st November 2026", "2nd, Nov 2026", "3rd of Nov 2026"],
    ...["27 de nov. de 2026", "27-Nov-2026", "1er d’août 2026", "5º de mayo de 2026", "27, Nov, 1999"],
    ...[
      "Nov 27, 2026",
      "November 7 2026",
      "Nov. 27th 2026",
      "2026. nov. 27.",
      "2026 nov 7",
      "2026年11月27日",
    ],
    ...["2026 年 11", "2026년 11월 27일", "5 พฤศจิกายน 2569", "٢٧ نوفمبر ٢٠٢٦"],
  ])("%j", (words) => {
    expect(isDate(words)).toBe(true);
  });

  test.each([
    ...["", "110:12", "10:123", "10:1", "10.12", "10", "h10", "1000h10"],
    ...["127.11.2026", "27.11-2026", "27.11.20261", "7.1.26", "1.2.3", "27.11.202", "2026-11", "12026-11-27"],
    ...["2026-11/27", "27.111.2026", "27.11/26", "2026.11.277", "27//11/2026", "27.  .2026"],
    ...[
      "27 November",
      "November 2026",
      "in 2026",
      "27 - 2026",
      "27 Nov 1826",
      "27 Nov 20261",
      "127 Nov 2026",
    ],
    ...["27 N 2026", "v2026.nov", "27 Nov12 2026", "2026 年 111", "November twenty 2026"],
  ])("%j is none", (words) => {
    expect(isDate(words)).toBe(false);
  });
});

describe("an address", () => {
  const hasOne = (words: string) => introduced(`see ${words} x:`) !== undefined;

  test.each([
    ...["a@xy.org", "a.b+c@mail.xy-z.example", "<a@xy.org>", "[a@xy.org]", '"a@xy.org"', "a@xy.org,b"],
    ...["@al b@xy.org", "a@b a@xy.org", "ä@xy.рф", "a@10.0.0.12", "a@x.x-", `a@${"b".repeat(100)}.org`],
  ])("%j", (words) => {
    expect(hasOne(words)).toBe(true);
  });

  test.each([
    ...["", "a@", "@xy.org", "(@xy.org)", "a@b", "a@b.c", "a@.org", "a@ xy.org", "a @xy.org", "@@xy.org"],
    ...["a@x,y.org", "a@b.!!", "a@x(y.org", "a@x.", ":@xy.org", "a at xy.org", `a@${"b".repeat(101)}.org`],
  ])("%j is none", (words) => {
    expect(hasOne(words)).toBe(false);
  });
});

describe("an introduction", () => {
  const long = `Alice of the team with a very long name,`;

  test.each<readonly [string, number]>([
    ["On Monday Al wrote:", 0],
    ["ON MONDAY AL WROTE:", 0],
    ["On Monday Al wrote :", 0],
    ["Am Montag schrieb Al:", 0],
    ["Am Montag schrieb :", 0],
    ["Le lundi Al a écrit :", 0],
    ["Le lundi Al a écrit:", 0],
    ["Le lundi Al a écrit\u00a0:", 0],
    ["Al, 10:12:", 0],
    ["1. # Al, 10:12:", 0],
    ["@al, b@xy.org:", 0],
    ["Dr. Al of the team\n10:12, Bo:", 0],
    ["On Monday Alice of the second house in the long street\nwrote:", 0],
    ["Short\nOn Monday Alice of the second house in the long street\nwrote:", 1],
    ["Al, 10:12：", 0],
    ["\u202bAl, 10:12:\u202c", 0],
    ["Al \t 10:12: ", 0],
    ["-Al, 10:12:", 0],
    ["Al - 10:12:", 0],
    ["on 1/2 at 10:12:", 0],
    [`On Fri, Nov 27, 2026 Al\n${address} wrote:`, 0],
    [`I am done.\nOn Fri, Nov 27, 2026 Al\n${address} wrote:`, 1],
    [`I am done！\nOn Fri, Nov 27, 2026 Al\n${address} wrote:`, 1],
    [`See ${address}.\n10:12, Al wrote:`, 0],
    ["At 10:12.\nwith a@xy.org:", 0],
    ["/help\n10:12, Al wrote:", 1],
    ["One\ntwo\nthree\n10:12, Al:", 1],
    [`One\n${long} 10:12,\nwrote:`, 0],
    [`One.\n${long} 10:12,\nwrote:`, 1],
    [`10:12, Al\n${address}\nwrote:`, 0],
    [`Al of\n${address}\nwrote:`, 0],
    ["10:12, a@xy.org of\nwith a@xy.org at 10:12:", 1],
    ["Al of the second house in the long street\n10:12:", 0],
    ["Hm.\n\nof\n10:12:", 2],
    ["# Al\nof\n10:12:", 1],
    [`${"a".repeat(34)} 10:12\nwrote:`, 0],
    [`2026/11/27 Al ${address}`, 0],
    ["2026-11-27 10:12 GMT+01:00 Al", 0],
    ["7.11.2026 9:05 GMT-1 Al", 0],
    [`2026/11/27 Alice of the team ${address}\nwrote:`, 0],
    [`    10:12, Al ${address}:`, 0],
    [`    10:12, Al ${address}：`, 0],
    [`10:12${"x".repeat(994)}:`, 0],
  ])("%j begins at line %j", (text, start) => {
    expect(introduced(text)).toBe(start);
  });

  test.each([
    "So on Monday Al wrote:",
    "On Monday Al wrote: x",
    "On Monday Al wrote: may we:",
    `${address} and so on\nwrote:`,
    `10:12${"x".repeat(994)}:y`,
    "On Monday Al wrote",
    "On wrote:",
    "Onto Monday Al wrote:",
    "On Monday Al rewrote:",
    "Amy and Al schrieb Al:",
    "Montag schrieb Al:",
    "Le lundi Al a écrits:",
    "Al:",
    "Al, 10:12",
    "- Al, 10:12:",
    "* Al, 10:12:",
    "+ Al, 10:12:",
    "/accept because of 10:12:",
    "# Al, 10:12:",
    "> Al, 10:12:",
    "Al, 10:12\nwrote:",
    `${"a".repeat(33)} 10:12\nwrote:`,
    "/help at 10:12 with what is told to be so long\nwrote:",
    `Al ${address}`,
    `${address} 2026/11/27`,
    "x 2026-11-27 10:12 GMT+01:00 Al",
    "2026-11-27 10:12 GMT Al",
    "2026-11-27 GMT+1 10:12 Al",
    "    10:12, Al:",
    `    Al ${address}:`,
    `    10:12, Al ${address}`,
    `    10:12 ${address} ${"x".repeat(1_000)}:`,
    `10:12${"x".repeat(995)}:`,
    "```\nAl, 10:12:\n```",
    "",
  ])("%j is none", (text) => {
    const lines = linesOf(text);
    expect(lines.map((_, at) => introductionStart(lines, at)).filter((start) => start !== undefined)).toEqual(
      [],
    );
  });

  test.each<readonly [string, readonly (number | undefined)[]]>([
    [`2026/11/27 Alice of the team ${address}\nwrote:`, [undefined, 0]],
    [
      `2026/11/27 Alice of the team ${address}\nin the second house in the very long street\nwrote:`,
      [undefined, undefined, 0],
    ],
    [`2026/11/27 Alice of the team ${address}\nat 10:12:`, [undefined, 0]],
    [`2026/11/27 Al ${address}\nwrote:`, [0, undefined]],
    [`2026/11/27 Al ${address}\nat 10:12:`, [undefined, 0]],
    [`2026/11/27 Alice of the team ${address}\nat 10:12 he wrote`, [0, undefined]],
    [`2026/11/27 Al ${address}\nof the team\nwrote:`, [0, undefined, undefined]],
    [`2026/11/27 Alice of the team ${address}\n\nwrote:`, [0, undefined, undefined]],
    [`2026/11/27 Alice of the team ${address}\nwrote`, [0, undefined]],
    [`2026/11/27 Alice of the team ${address}\na\nb\n10:12:`, [0, undefined, undefined, 1]],
  ])("ends with the last of its lines: %j", (text, starts) => {
    const lines = linesOf(text);
    expect(lines.map((_, at) => introductionStart(lines, at))).toEqual(starts);
  });
});

describe("a mark that only a mail has", () => {
  const isSure = (text: string, last = 0) => isSurelyMail(linesOf(text), 0, last);

  test.each<readonly [string, number]>([
    [`From: Al ${address}\nDate: yesterday`, 0],
    [`From: Al\nTo: Bo ${address}\nDate: yesterday`, 0],
    ["From: Al\nTo: Bo\nDate: 2026-11-27", 0],
    ["Al wrote at 10:12:", 0],
    ["Al at 10:12\nwrote:", 1],
    ["Al schrieb 10:12:", 0],
    ["Al a écrit 10:12:", 0],
    ["Al et Bo ont écrit 10:12:", 0],
    ["10:12 Al escribió:", 0],
    ["10:12 Al escreveu:", 0],
    ["10:12 Al ha scritto:", 0],
    ["10:12 schreef Al:", 0],
    ["10:12 heeft Al geschreven:", 0],
    ["10:12 skrev Al:", 0],
    ["10:12 Al kirjoitti:", 0],
    ["10:12 Al napisał:", 0],
    ["10:12 Al napisała:", 0],
    ["10:12 Al napisał(a):", 0],
    ["10:12 Al napsal:", 0],
    ["10:12 Al написал:", 0],
    ["10:12 Аня написала:", 0],
    ["10:12 Al yazdı:", 0],
    ["10:12 כתב Al:", 0],
    ["10:12 كتب Al:", 0],
    ["10:12 Al写道：", 0],
    ["10:12 Al寫道：", 0],
    ["10:12 Alのメール：", 0],
    ["10:12 Al 작성:", 0],
    [`2026/11/27 Al ${address}`, 0],
    ["2026-11-27 10:12 GMT+01:00 Al", 0],
    ["2026-11-27 10:12 GMT+01:00 Al\nof the team:", 1],
  ])("%j", (text, last) => {
    expect(isSure(text, last)).toBe(true);
    expect(isSure(`${text}\n\nMay we?`, last)).toBe(true);
  });

  test.each<readonly [string, number]>([
    ["name: text\ncreated: 2026-11-27", 0],
    ["Host: <a@b> x\nUser: app at 10:12", 0],
    ["Host: a@xy.org\nUser: app", 0],
    ["Schedule as of 27 Nov 2026:", 0],
    ["Al rewrote it at 10:12:", 0],
    ["Al wroteit at 10:12:", 0],
    ["Al a décrit 10:12:", 0],
    ["Al at 10:12:\nwrote", 0],
    ["name: text\ncreated: 2026-11-27\n\nFrom: Al\nTo: Bo\nCc: Cy", 0],
    [`created: 2026-11-27\nname: text\n\nAl ${address}`, 0],
    [`Plan of 10:12:\n${"x\n".repeat(11)}From: Al ${address}`, 0],
  ])("%j may be the author's", (text, last) => {
    expect(isSure(text, last)).toBe(false);
    expect(isSurelyMail(linesOf(`Yes.\n\n${text}`), 2, last + 2)).toBe(false);
  });
});
