/**
 * Replies by mail as common programs write them, composed: program and language × where the reply stands × how lines are
 * wrapped × what is quoted × a signature. Which forms there are was taken from public reports and from the libraries
 * that take such mails apart (email_reply_parser, email_reply_trimmer, quotequail, talon); no text is theirs.
 */

/** What a composed mail says. */
export interface Mail {
  /** Program, language, place and width: for the test's title. */
  readonly name: string;
  readonly text: string;
  readonly place: "above" | "below";
  /** Whether each quoted line has its `>`. */
  readonly isMarked: boolean;
}

export interface MailParts {
  /** The author's own words. */
  readonly reply: string;
  /** What they reply to. */
  readonly quoted: string;
}

interface Head {
  readonly name: string;
  readonly lines: readonly string[];
  /** Marked as well as unmarked: an introduction. Never marked: a block of headers, a rule. */
  readonly isIntroduction: boolean;
}

const address = "<notifications@github.com>";

const introductions: Readonly<Record<string, string>> = {
  english: `On Fri, Nov 27, 2026 at 10:12 AM alice ${address} wrote:`,
  "english, Apple": `On Nov 27, 2026, at 10:12 AM, alice ${address} wrote:`,
  "english, no address": "On 27/11/2026 10:12, Alice Jones wrote:",
  "english, Notes": "Alice Jones wrote on 11/27/2026 10:12:00 AM:",
  german: `Am Fr., 27. Nov. 2026 um 10:12 Uhr schrieb alice ${address}:`,
  "german, Inbox": `alice ${address} schrieb am Fr., 27. Nov. 2026 um 10:12 Uhr:`,
  french: `Le ven. 27 nov. 2026 à 10:12, alice ${address} a écrit\u00a0:`,
  spanish: `El vie, 27 nov 2026 a las 10:12, alice (${address}) escribió:`,
  portuguese: `Em sex., 27 de nov. de 2026 às 10:12, alice ${address} escreveu:`,
  italian: `Il giorno ven 27 nov 2026 alle ore 10:12 alice ${address} ha scritto:`,
  dutch: `Op vr 27 nov 2026 om 10:12 schreef alice ${address}:`,
  "dutch, Apple": `Op 27 nov. 2026 om 10:12 heeft alice ${address} het volgende geschreven:`,
  swedish: `Den fre 27 nov. 2026 kl 10:12 skrev alice ${address}:`,
  danish: `fre. 27. nov. 2026 kl. 10.12 skrev alice ${address}:`,
  finnish: `pe 27. marrask. 2026 klo 10.12 alice ${address} kirjoitti:`,
  polish: `pt., 27 lis 2026 o 10:12 alice ${address} napisał(a):`,
  czech: `pá 27. 11. 2026 v 10:12 odesílatel alice ${address} napsal:`,
  hungarian: `alice ${address} ezt írta (időpont: 2026. nov. 27., P, 10:12):`,
  russian: `пт, 27 нояб. 2026 г. в 10:12, alice ${address}:`,
  ukrainian: `пт, 27 лист. 2026 р. о 10:12 alice ${address} пише:`,
  turkish: `alice ${address}, 27 Kas 2026 Cum, 10:12 tarihinde şunu yazdı:`,
  vietnamese: `Vào Th 6, 27 thg 11, 2026 vào lúc 10:12 alice ${address} đã viết:`,
  japanese: `2026年11月27日(金) 10:12 alice ${address}:`,
  chinese: `alice ${address} 于2026年11月27日周五 10:12写道：`,
  korean: `2026년 11월 27일 (금) 오전 10:12, alice ${address}님이 작성:`,
  hebrew: `\u202bבתאריך יום ו׳, 27 בנוב׳ 2026 ב-10:12 מאת \u202aalice\u202c \u202a${address}\u202c:\u202c`,
  arabic: `في الجمعة، ٢٧ نوفمبر ٢٠٢٦ في ١٠:١٢ ص تمت كتابة ما يلي بواسطة alice ${address}:`,
};

const headers: Readonly<Record<string, readonly string[]>> = {
  english: ["From", "Sent", "To", "Subject", "Friday, November 27, 2026 10:12 AM"],
  german: ["Von", "Gesendet", "An", "Betreff", "Freitag, 27. November 2026 10:12"],
  french: ["De", "Envoyé", "À", "Objet", "vendredi 27 novembre 2026 10:12"],
  spanish: ["De", "Enviado", "Para", "Asunto", "viernes, 27 de noviembre de 2026 10:12"],
  portuguese: ["De", "Enviada em", "Para", "Assunto", "sexta-feira, 27 de novembro de 2026 10:12"],
  italian: ["Da", "Inviato", "A", "Oggetto", "venerdì 27 novembre 2026 10:12"],
  dutch: ["Van", "Verzonden", "Aan", "Onderwerp", "vrijdag 27 november 2026 10:12"],
  swedish: ["Från", "Skickat", "Till", "Ämne", "den 27 november 2026 10:12"],
  polish: ["Od", "Wysłano", "Do", "Temat", "piątek, 27 listopada 2026 10:12"],
  russian: ["От", "Отправлено", "Кому", "Тема", "27 ноября 2026 г. 10:12"],
  japanese: ["差出人", "送信日時", "宛先", "件名", "2026年11月27日金曜日 10:12"],
  chinese: ["发件人", "发送时间", "收件人", "主题", "2026年11月27日 星期五 10:12"],
};

const rules: Readonly<Record<string, string>> = {
  english: "-----Original Message-----",
  german: "-----Ursprüngliche Nachricht-----",
  french: "-----Message d'origine-----",
  spanish: "-----Mensaje original-----",
  italian: "-------- Messaggio originale --------",
  dutch: "----- Oorspronkelijk bericht -----",
  polish: "-------- Wiadomość oryginalna --------",
  japanese: "-----元のメッセージ-----",
  forwarded: "---------- Forwarded message ---------",
  zoho: `---- On Fri, 27 Nov 2026 10:12:00 +0100 alice ${address} wrote ----`,
  "zoho, german": `---- Am Fr., 27 Nov. 2026 10:12:00 +0100 schrieb alice ${address} ----`,
};

function headerLines([from, sent, to, subject, date]: readonly string[], style: "outlook" | "bold" | "wide") {
  const [mark, colon] = style === "bold" ? ["*", ":* "] : ["", style === "wide" ? "：" : ": "];
  const values = [`alice ${address}`, date, "acme/demo <demo@noreply.github.com>", "Re: [acme/demo] Which?"];
  return [from, sent, to, subject].map((label, at) => `${mark}${label}${colon}${values[at]}`);
}

const heads: readonly Head[] = [
  ...Object.entries(introductions).map(([name, line]) => ({ name, lines: [line], isIntroduction: true })),
  ...Object.entries(headers).flatMap(([name, words]) =>
    (["outlook", "bold", "wide"] as const).map((style) => ({
      name: `${style} headers, ${name}`,
      lines: headerLines(words, style),
      isIntroduction: false,
    })),
  ),
  ...Object.entries(rules).map(([name, line]) => ({
    name: `rule, ${name}`,
    lines: [line],
    isIntroduction: false,
  })),
  {
    name: "underscores, outlook",
    lines: ["________________________________", ...headerLines(headers.english ?? [], "outlook")],
    isIntroduction: false,
  },
];

const signatures = [
  "",
  "Sent from my iPhone",
  "Von meinem iPhone gesendet",
  "-- \nMaria Jones\nHead of APIs",
];
const footer = "—\nReply to this email directly, view it on GitHub, or unsubscribe.";
const widths = [undefined, 76, 60] as const;

/** All combinations that programs make: what stands below an unmarked quote is not told apart from it by anybody. */
export function composeMails({ reply, quoted }: MailParts): readonly Mail[] {
  return heads.flatMap((head) =>
    [false, true].flatMap((isMarked) =>
      (["above", "below"] as const).flatMap((place) =>
        widths.flatMap((width, at) => {
          if (isMarked ? !head.isIntroduction : place === "below") return [];
          const signature = signatures[(at + head.name.length) % signatures.length] ?? "";
          const quote = wrapped(`${quoted}\n\n${footer}`, width, isMarked ? "> " : "");
          const mail = [
            ...head.lines.map((line) => wrapped(line, width, "")),
            isMarked ? quote : `\n${quote}`,
          ];
          const own = wrapped(reply, width, "");
          const parts =
            place === "above" ? [own, signature, mail.join("\n")] : [mail.join("\n"), own, signature];
          const text = parts.filter((part) => part !== "").join("\n\n");
          const name = [head.name, isMarked ? "marked" : "unmarked", place, width ?? "not wrapped"].join(
            ", ",
          );
          return [{ name, text, place, isMarked }];
        }),
      ),
    ),
  );
}

/** As mail programs wrap: at spaces, each line of a quote marked anew. */
function wrapped(text: string, width: number | undefined, mark: string): string {
  const lines = text.split("\n").flatMap((line) => {
    if (width === undefined) return [line];
    const out: string[] = [];
    for (const word of line.split(" ")) {
      const last = out.at(-1);
      if (last === undefined || last.length + word.length + 1 > width) out.push(word);
      else out[out.length - 1] = `${last} ${word}`;
    }
    return out;
  });
  return lines.map((line) => `${mark}${line}`.trimEnd()).join("\n");
}
