/** Finds the signature that ends a text: nobody's reason for anything. The list is closed. */
import type { Line } from "../markdown/line.ts";

/** Where the signature begins; the number of lines if there is none. */
export function signatureStart(lines: readonly Line[]): number {
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || line.place === "fence" || line.place === "code") continue;
    if (isDelimiter(lines, at) || beginsFooter(lines, at) || isLastWords(lines, at)) return at;
  }
  return lines.length;
}

/** More than these are no signature, but text that somebody set off by two dashes. */
const maxSignatureLines = 5;

/** `-- ` (https://www.rfc-editor.org/rfc/rfc3676#section-4.3), or `--` below an empty line if what follows can be one. */
function isDelimiter(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text;
  if (text !== "--" || lines[at - 1]?.text.trim() !== "") return text === "-- ";
  const rest = lines.slice(at + 1).filter((line) => line.text.trim() !== "");
  return rest.length <= maxSignatureLines && !rest.some((line) => line.text.startsWith("/"));
}

/** What GitHub puts below each notification, and mail programs may quote. */
function beginsFooter(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text.trim() ?? "";
  if (/^(?:—|--)$/.test(text)) return footer.test(lines[at + 1]?.text ?? "");
  return footer.test(text);
}

const footer = /^\s*(?:Reply to this email directly\b|You are receiving this because\b)/;

/** A line of its own at the end, by which a mail program or a phone names itself. */
function isLastWords(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text.trim() ?? "";
  if (text === "" || text.length > 100 || lines[at - 1]?.text.trim() !== "") return false;
  if (lines.slice(at + 1, at + 20).some((line) => line.text.trim() !== "")) return false;
  return sentFrom.test(text.replace(/\[([^\]]{1,80})\]\([^)\s]{1,200}\)/g, "$1"));
}

const device =
  "(?:(?:i ?phone|i ?pad|android|outlook|samsung|galaxy|huawei|xiaomi|pixel|blackberry|windows|yahoo|gmail|proton|k-9|airmail|spark|superhuman|thunderbird|mobile|mobil|smartphone|handy|phone|tablet|mail)\\b|iPhone|iPad).{0,60}";

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
