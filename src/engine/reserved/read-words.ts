/**
 * Makes the words of a text comparable with lists of words, which know plain English only: as a page shows them, without marks
 * inside a word, and with a reason to doubt what cannot be read so.
 */
import { visible } from "../../protocol/characters.ts";

const latin = "\\p{Script=Latin}";
/** Those that look like Latin letters; an "Δ" or "λ" next to one is no disguise. */
const lookalike = "[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχ]";
const mixed = new RegExp(`${latin}${lookalike}|${lookalike}${latin}`, "u");
/** Words that other languages hardly do without, and that English sentences about software do not have. */
const foreign =
  /(?<!\p{L})(?:und|nicht|wir|ich|eine|für|oder|wird|dürfen|sollen|sollten|können|müssen|bitte|nous|vous|pour|avec|faut|peut|pouvons|devons|puede|podemos|debemos|esta|una|não|uma|podemos|devemos|posso|della|possiamo|dobbiamo|gli|het|een|wij|mogen|niet|voor|moeten|oraz|czy|możemy|vi|och|får|inte|og|kan vi)(?!\p{L})/iu;
const otherScript = /(?!\p{Script=Latin})\p{L}{2}/u;

/** The words as a page shows them: without marks, tags and escapes, which would hide a word from a list. */
export function readWords(text: string): string {
  return visible(text.normalize("NFKC"))
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) =>
      characterAt(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), whole),
    )
    .replace(/<\/?[a-z][^<>\n]{0,300}>/gi, "")
    .replace(/\\(?=[!-/:-@[-`{-~])|[*`]|~~/g, "");
}

function characterAt(point: number, otherwise: string): string {
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : otherwise;
}

export function mixesAlphabets(text: string): boolean {
  return mixed.test(text);
}

/** Whether lists of English words miss what the text says. */
export function isForeign(text: string): boolean {
  return foreign.test(text) || otherScript.test(text);
}
