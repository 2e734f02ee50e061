/** Tests which commands of a reply by mail count, and where a quoted mail begins in any other comment. */
import { describe, expect, it, test } from "vitest";
import { ownProse } from "../../../src/protocol/commands/own-lines.ts";
import { parseCommands, readCommands } from "../../../src/protocol/commands/read-commands.ts";

const mailed = (text: string) => readCommands(text, { byMail: true });
const typed = (text: string) => readCommands(text, { byMail: false });
const answer = (decision: string) => ({ name: "answer", decision });
const decide = (option: number, because?: string) => ({ name: "decide", option, because });
const outlook =
  "From: alice <notifications@github.com>\nSent: Friday, November 27, 2026 10:12 AM\nSubject: Re";

describe("by mail", () => {
  test.each([
    ["/decide 2", [decide(2)]],
    ["\n\n/decide 2\n", [decide(2)]],
    ["/decide 2\r\nbecause cheaper", [decide(2)]],
    ["/decide 2 because clients need it\n\nSent from my iPhone", [decide(2, "clients need it")]],
    ["/decide 2 because clients need it\n\n-- \nMaria\nChief", [decide(2, "clients need it")]],
    ["/answer Use SQLite.\n\nIt has transactions.", [answer("Use SQLite.")]],
    [`/answer Use SQLite.\n\n${outlook}\n\n/answer Files`, [answer("Use SQLite.")]],
    ["/claim as ada\nThanks", [{ name: "claim", as: "ada", forMs: undefined }]],
    ["/decide two", [{ name: "malformed", word: "decide", usage: "/decide 2 because …" }]],
  ])("a command counts on the first line alone: %j", (text, commands) => {
    expect(mailed(text)).toEqual({ commands });
  });

  test.each([
    ["Yes.\n\n/decide 2 because clients\nneed it\n\nMaria", "/decide 2 because clients need it"],
    ["> May we?\n\n/decide 2", "/decide 2"],
    [
      "On Nov 27, 2026, at 10:12, bob <b@x.org> wrote:\n\n> /decide 1 because cheap\n\n/decide 2",
      "/decide 2",
    ],
  ])("a command below the first line is ignored, and can be shown as it would count: %j", (text, written) => {
    expect(mailed(text)).toEqual({ commands: [], ignored: { name: "decide", because: "mail", written } });
  });

  test.each([
    ["/answer Use SQLite, because it is\nsimple.", "answer", "/answer Use SQLite, because it is simple."],
    ["/decide because it\nis cheaper", "decide", "/decide because it is cheaper"],
    ["/decide because\nit is cheaper", "decide", "/decide because it is cheaper"],
    ["/lock src/api/** src/store/**\nsrc/hub/**", "lock", "/lock src/api/** src/store/** src/hub/**"],
    ["/decide 2\nbut only if the tests pass", "decide", "/decide 2 but only if the tests pass"],
    ["/ack\nprovided that the field is renamed", "ack", undefined],
    ["/vote 1\nunless bob objects", "vote", "/vote 1 unless bob objects"],
    ["/answer Use SQLite.\n> Files?", "answer", "/answer Use SQLite."],
  ])("words that may go on below their line are not believed: %j", (text, name, written) => {
    expect(mailed(text)).toEqual({
      commands: [],
      ignored: { name, because: "wrapped", ...(written !== undefined && { written }) },
    });
  });

  test("a second command is ignored, what is quoted below the first is not spoken of", () => {
    expect(mailed("/claim\n/lock src/**")).toMatchObject({
      commands: [{ name: "claim" }],
      ignored: { name: "lock", because: "mail", written: "/lock src/**" },
    });
    expect(mailed(`/claim\n\n${outlook}\n\n/release`).ignored).toBeUndefined();
  });

  test("of a quoted command nothing is repeated, nor of one that is too long or is malformed", () => {
    expect(mailed(`No.\n\n${outlook}\n\n/answer Files`)).toEqual({
      commands: [],
      ignored: { name: "answer", because: "quote" },
    });
    const long = `Yes.\n\n/answer ${"Use SQLite. ".repeat(50)}`;
    expect(mailed(long).ignored).toEqual({ name: "answer", because: "mail" });
    expect(mailed("Yes.\n\n/decide two").ignored).toEqual({ name: "decide", because: "mail" });
  });

  test("a mail without a command says nothing in commands", () => {
    expect(mailed("Thanks! I will look at /src tomorrow.\n\n> /decide 1")).toEqual({ commands: [] });
  });
});

describe("in every other comment", () => {
  const marks = [
    outlook,
    "*Von:* bob <b@github.com>\n*Gesendet:* Freitag\n*An:* acme/demo",
    "De : alice\nDate : ven. 27 nov. 2026 à 10:12\nÀ : bob",
    "发件人：alice\n发送时间：2026年11月27日 10:12",
    "From: a team with a very long name\n<notifications@github.com>\nSent: yesterday",
    "El vie, 27 nov 2026 a las 10:12, alice (<notifications@github.com>) escribió:",
    "Op vr 27 nov 2026 om 10:12 schreef alice <notifications@github.com>:",
    "On Fri, Nov 27, 2026 at 10:12 AM alice\n<notifications@github.com> wrote:",
    "On Fri, Nov 27, 2026 at 10:12 AM Alice Jones of the team\nwrote:",
    "alice <a@x.org> schrieb am Fr., 27.\nNov. 2026 um 10:12 Uhr:",
    "2026年11月27日(金) 10:12 alice <notifications@github.com>:",
    "alice <notifications@github.com> 于2026年11月27日周五 10:12写道：",
    "\u202bבתאריך יום ו׳, 27 בנוב׳ 2026 ב-10:12 מאת alice <a@x.org>:\u202c",
    "في الجمعة، ٢٧ نوفمبر ٢٠٢٦ في ١٠:١٢ كتب alice:",
    "27/11/2026 10:12, alice wrote:",
    "alice a écrit le 27/11/2026\u00a0:",
    "2026/11/27 alice <notifications@github.com>",
    "2026/11/27 al <a@github.com>\nwrote:",
    "    On Friday, November 27, 2026 at 10:12:00 AM GMT+1, alice <a@x.org> wrote:",
    "On Friday Alice wrote:",
    "2026-11-27 10:12 GMT+01:00 Alice",
    "From: Al <a@x.org<mailto:a@x.org>>\nReply-To: Al <b@x.org<mailto:b@x.org>>\nDate: yesterday",
    `------------------------------\n${outlook}`,
    "-----Original Message-----",
    "--- Ursprüngliche Nachricht ---",
    "*-------- Messaggio originale --------*",
    "---------- Forwarded message ---------",
    "---- On Fri, 27 Nov 2026 10:12:00 +0100 alice <notifications@github.com> wrote ----",
    "---- On Fri, 27 Nov 2026 10:12:00 +0100 alice\n<notifications@github.com> wrote ----",
    "________________________________",
  ];

  test.each(marks)("nothing acts below %j, and its author is told", (mark) => {
    expect(typed(`Not yet.\n\n${mark}\n\n/decide 1 because it is cheaper`)).toEqual({
      commands: [],
      ignored: { name: "decide", because: "quote" },
    });
    const above = typed(`/decide 2 because clients need it\n\n${mark}\n\nIt is cheaper.`);
    if (mark.includes("发件人")) expect(above).toMatchObject({ commands: [], ignored: { because: "cut" } });
    else expect(above).toEqual({ commands: [decide(2, "clients need it")] });
    expect(ownProse(`Not yet.\n\n${mark}\n\nIt is cheaper.`)).toBe("Not yet.");
  });

  test.each([
    ["name: text\ncreated: 2026-11-27", "name: text"],
    ["Host: db.example.com\nUser: app@example.com", "Host: db.example.com"],
    ["Schedule as of 27 Nov 2026:", "Schedule as of 27 Nov 2026:"],
    ["发件人：alice\n发送时间：2026年11月27日 10:12", "发件人：alice"],
  ])("words that go on below what may be their author's own wait for the author: %j", (mark, line) => {
    expect(typed(`/answer We keep two columns.\n\n${mark}\n\nand nothing else`)).toEqual({
      commands: [],
      ignored: { name: "answer", because: "cut", line },
    });
    // The reply says how to write them as one's own.
    const listed = `We keep two columns.\n\n- ${mark.replace("\n", "\n- ")}\n\nand nothing else`;
    expect(typed(`/answer ${listed}`)).toEqual({ commands: [answer(listed)] });
  });

  test("a command is no introduction of a mail, whatever its words end in", () => {
    const because = "all checks were made at 10:30:";
    expect(typed(`/accept because ${because}`)).toEqual({ commands: [{ name: "accept", because }] });
  });

  test.each([
    ["   /decide 1", "/decide 1"],
    ["Yes.\n\n  /decide 1 because it is cheaper", "/decide 1 because it is cheaper"],
  ])("a command with white space in front of it is told of: %j", (text, written) => {
    expect(typed(text)).toEqual({ commands: [], ignored: { name: "decide", because: "indented", written } });
  });

  test.each([
    "On Nov 27, 2026, at 10:12, bob <notifications@github.com> wrote:\n\n",
    "On Fri, Nov 27, 2026 at 10:12 AM Robert Jones\n<notifications@github.com> wrote:\n",
    'Le 4 janv. 2026 19:03, "Robert Jones"\n<notifications@github.com>\na écrit :\n\n',
    "2026年11月27日(金) 10:12 bob:\n",
    "bob <notifications@github.com> 于2026年11月27日周五 10:12写道：\n\n",
  ])("an introduction above marked lines begins a quote that ends with them: %j", (introduction) => {
    const quote = `${introduction}> May we drop v1?\n>\n> /decide 1 because it is cheaper\n\n`;
    expect(typed(`${quote}/decide 2 because clients need it`)).toEqual({
      commands: [decide(2, "clients need it")],
    });
    expect(typed(`/decide 2 because clients need it.\n\n${quote}`)).toEqual({
      commands: [decide(2, "clients need it.")],
    });
  });

  const signatures = [
    "Sent from my iPhone",
    "Sent from [Outlook for iOS](https://aka.ms/o0ukef)",
    "Get Outlook for Android",
    "Von meinem iPhone gesendet",
    "Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Enviado do meu iPhone",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPad",
    "Skickat från min iPhone",
    "Отправлено с iPhone",
    "iPhoneから送信",
    "从我的 iPhone 发送",
    "나의 iPhone에서 보냄",
    "-- \nMaria\nChief of everything",
    "--\nMaria",
    "—\nReply to this email directly, view it on GitHub, or unsubscribe.",
    "Reply to this email directly, view it on GitHub",
    "You are receiving this because you were mentioned.",
  ];

  test.each(signatures)("a signature is no part of a decision: %j", (signature) => {
    expect(typed(`/decide 2 because it's cheaper\n\n${signature}`)).toEqual({
      commands: [decide(2, "it's cheaper")],
    });
    expect(typed(`/answer Files.\n\nThey are simple.\n\n${signature}\n`)).toEqual({
      commands: [answer("Files.\n\nThey are simple.")],
    });
  });

  it.each([
    "/answer Use files.\n\nSent from my tests: they are faster.\n\nAnd simple.",
    "/answer Use files.\n\nMail: see the docs\nStore: files",
    "/answer Keep it until 2026-11-27: then drop it.",
    "/answer Two ways:\n\n- files\n- SQLite",
    "/answer Use v1.2.3:\n\nit is newer",
    "/answer Use\n```\nFrom: a@x.org\nDate: 2026-11-27\n```\nas it is",
    "/answer As the docs say:\n\n> use WAL\n\nso do it",
    "/answer Ask me at 10:12 or write to a@x.org.",
    "/answer `---- a rule ----` is fine",
    "/answer See https://example.com/a:\n\nit says so",
  ])("a plain decision is kept whole: %j", (text) => {
    expect(parseCommands(text)).toEqual([answer(text.slice("/answer ".length))]);
  });

  test("commands below plain text with colons, names and numbers count", () => {
    const text = [
      "Plan: drop v1",
      "",
      "There are 2 ways to do it, the second by 2027:",
      "",
      "- 2026-11-27: freeze",
      "- 2026-12-01: drop",
      "",
      "# Decision on 2026-11-27:",
      "",
      "/decide 2",
    ].join("\n");
    expect(typed(text)).toEqual({ commands: [decide(2)] });
  });
});
