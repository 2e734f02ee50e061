/** Where a signature begins that ends a text, and what only looks like one: words of the author that have to stay. */
import { describe, expect, test } from "vitest";
import { signatureStart } from "../../../src/protocol/commands/signature.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";

/** The line with which the signature begins; undefined if there is none. */
function signatureIn(text: string): number | undefined {
  const { lines } = blocksOf(text);
  const start = signatureStart(lines);
  return start === lines.length ? undefined : start;
}

describe("two dashes", () => {
  test.each<readonly [string, number | undefined]>([
    ["Yes.\n-- \nMaria", 1],
    ["Yes.\n\n--\nMaria", 2],
    ["Yes.\n \n--\nMaria\nChief of everything", 2],
    ["Yes.\n\n--\n1\n2\n3\n4\n5", 2],
    ["Yes.\n\n--\n1\n\n2\n \n3\n\n4\n5\n", 2],
    ["Yes.\n\n--\n1\n2\n3\n4\n5\n6", undefined],
    ["Yes.\n--\nMaria", undefined],
    ["Yes.\n\n--\nMaria\n\n/help", undefined],
    ["Yes.\n\n--\n see /help", 2],
    ["Yes.\n\n--", 2],
    ["Yes.\n\n---\nMaria", undefined],
    ["Yes.\n\n--  \nMaria", undefined],
    ["-- \nMaria", undefined],
    ["```\n-- \n```", undefined],
    ["Yes:\n\n    -- \n    x", undefined],
  ])("%j", (text, start) => {
    expect(signatureIn(text)).toBe(start);
  });
});

describe("what GitHub puts below a notification", () => {
  test.each<readonly [string, number | undefined]>([
    ["Yes.\n—\nReply to this email directly, view it on GitHub, or unsubscribe.", 1],
    ["Yes.\n\n —\n  You are receiving this because you were mentioned.", 2],
    ["Yes.\n  Reply to this email directly", 1],
    ["Yes.\nYou are receiving this because you were assigned.", 1],
    ["Yes.\n\n—", undefined],
    ["Yes.\n\n—\nMaria", undefined],
    ["Yes —\nReply to this email directly", 1],
    ["Yes.\nno —\nReply to this email directly", 2],
    ["Yes.\n— no\nReply to this email directly", 2],
    ["Yes.\nDo not reply, nor Reply to this email directly", undefined],
    ["Yes.\nReply to this email directlyx", undefined],
    ["Yes.\nYou are receiving this becauseof", undefined],
  ])("%j", (text, start) => {
    expect(signatureIn(text)).toBe(start);
  });
});

describe("by which a program or a phone names itself", () => {
  test.each([
    "Sent from my iPhone",
    "Sent via Proton Mail for iOS.",
    "Sent with the Airmail app",
    "(Get Outlook for Android)",
    "Get Outlook for iOS",
    `Sent from [Outlook](https://${"a".repeat(65)})`,
    "<Sent from my iPad>",
    "Diese Nachricht wurde von meinem Android-Gerät gesendet.",
    "Von meinem iPhone gesendet",
    "Gesendet mit der Telekom Mail App",
    "Envoyé depuis mon Samsung",
    "Enviado desde mi Huawei",
    "Enviado do meu iPhone",
    "Inviato da iPad",
    "Verzonden vanaf mijn telefoon, Xiaomi",
    "Sendt fra min iPhone",
    "Lähetetty iPhonesta",
    "Wysłane z iPhone'a",
    "Odesláno z iPhonu",
    "Отправлено из iPhone",
    "iPhone'umdan gönderildi",
    "发自我的 iPhone",
    "發自我的 iPhone",
    "iPhoneから送信",
    "나의 iPhone에서 보냄",
    "Sent from [Outlook](https://aka.ms/o0ukef)",
  ])("%j", (words) => {
    expect(signatureIn(`Yes.\n\n${words}`)).toBe(2);
    expect(signatureIn(`Yes.\n \n  ${words}\n\n \n`)).toBe(2);
    expect(signatureIn(`Yes.\n\n${words}\n\nOr not.`)).toBeUndefined();
    expect(signatureIn(`Yes.\n${words}`)).toBeUndefined();
    expect(signatureIn(`Yes:\n\n    ${words}`)).toBeUndefined();
    expect(signatureIn(`\n${words}`)).toBe(1);
    expect(signatureIn(words)).toBeUndefined();
  });

  test.each([
    "Sent from my own desk",
    "It was sent from my iPhone",
    "Sent [from] (my) phones",
    "Use WAL.",
    "iPhone",
    "(((Sent from my iPhone",
  ])("%j is a sentence", (words) => {
    expect(signatureIn(`Yes.\n\n${words}`)).toBeUndefined();
  });

  test("is no longer than a line", () => {
    const words = `Sent from my ${"x".repeat(27)} iPhone`;
    const filled = (length: number) => `Yes.\n\n${words.padEnd(length, "y")}`;
    expect(signatureIn(filled(100))).toBe(2);
    expect(signatureIn(filled(101))).toBeUndefined();
  });
});
