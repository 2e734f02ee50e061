/** Finds the signature that ends a text: nobody's reason for anything. The list is closed. */
import type { Line } from "../markdown/line.ts";

/** Where the signature begins; the number of lines if there is none. */
export function signatureStart(lines: readonly Line[]): number {
  const last = lines.findLastIndex(({ text }) => text.trim() !== "");
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.place === "fence" || line.place === "code") continue;
    const endsText = at === last && isLastWords(lines, line, at);
    if (endsText || isDelimiter(lines, line, at) || beginsFooter(line, lines[at + 1])) return at;
  }
  return lines.length;
}

function isBelowEmpty(lines: readonly Line[], at: number): boolean {
  return lines[at - 1]?.text.trim() === "";
}

/** More than these are no signature, but text that somebody set off by two dashes. */
const maxSignatureLines = 5;

/** `-- ` (https://www.rfc-editor.org/rfc/rfc3676#section-4.3), or `--` below an empty line if what follows can be one. */
function isDelimiter(lines: readonly Line[], { text }: Line, at: number): boolean {
  if (text !== "--" || !isBelowEmpty(lines, at)) return text === "-- ";
  let following = 0;
  for (let below = at + 1; following <= maxSignatureLines; below++) {
    const words = lines[below]?.text;
    if (words === undefined) return true;
    if (words.startsWith("/")) return false;
    if (words.trim() !== "") following++;
  }
  return false;
}

/** What GitHub puts below each notification, and mail programs may quote. */
function beginsFooter({ text }: Line, below: Line | undefined): boolean {
  if (/^(?:—|--)$/.test(text.trim())) return below !== undefined && footer.test(below.text);
  return footer.test(text);
}

const footer = /^\s*(?:Reply to this email directly\b|You are receiving this because\b)/;

/** In characters, so that no decision's last sentence is taken for one. */
const maxLastWords = 100;

/** A line of its own at the end, by which a mail program or a phone names itself. */
function isLastWords(lines: readonly Line[], line: Line, at: number): boolean {
  const text = line.text.trim();
  if (text.length > maxLastWords || !isBelowEmpty(lines, at)) return false;
  return sentFrom.test(text.replace(/\[([^\]]{1,80})\]\([^)\s]{1,200}\)/g, "$1"));
}

const device =
  "(?:(?:i ?phone|i ?pad|android|outlook|samsung|galaxy|huawei|xiaomi|pixel|blackberry|windows|yahoo|gmail|proton|k-9|airmail|spark|superhuman|thunderbird|mobile|mobil|smartphone|handy|phone|tablet|mail)\\b|iPhon|iPad).{0,60}";

/** English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Finnish, Polish, Czech, Russian, Turkish, Chinese, Japanese, Korean. */
const sentFrom = new RegExp(
  `^[(<]{0,2}(?:${[
    `(?:sent|get) (?:from|via|with|by|using|outlook for)\\b.{0,40}${device}`,
    `get outlook for .{1,20}`,
    `(?:diese nachricht wurde )?(?:von|mit|über) mein.{0,30}${device}gesendet.{0,10}`,
    `gesendet (?:von|mit|über|aus)\\b.{0,30}${device}`,
    `envoyé (?:de|depuis|à partir)\\b.{0,30}${device}`,
    `(?:enviado|obtener) (?:desde|do|da|a partir|via|con)\\b.{0,30}${device}`,
    `inviato d[aa]l?\\b.{0,30}${device}`,
    `(?:verstuurd|verzonden) (?:vanaf|met|via|vanuit)\\b.{0,30}${device}`,
    `(?:skickat|sendt|skickades) (?:från|fra|med)\\b.{0,30}${device}`,
    `lähetetty.{0,30}${device}`,
    `(?:wysłane|wysłano) z.{0,30}${device}`,
    `odesláno z.{0,30}${device}`,
    `отправлено (?:с|из).{0,30}${device}`,
    `${device}gönderildi`,
    `(?:发自我的|發自我的|從我的|从我的).{0,30}${device}`,
    `${device}から送信.{0,10}`,
    `나의 ?${device}`,
  ].join("|")})[)>.]{0,3}$`,
  "iu",
);
