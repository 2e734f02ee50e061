/** Cuts a text to the width of a box, without knowing the font: wide signs, such as Chinese ones, count twice. */

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const signs = new Intl.Segmenter();

/** @param room in signs of usual width */
export function fitted(text: string, room: number): string {
  if (/^[ -~]*$/.test(text)) return text.length <= room ? text : `${text.slice(0, room - 1).trimEnd()}…`;
  let shown = "";
  let width = 0;
  for (const { segment } of signs.segment(text)) {
    width += wide.test(segment) ? 2 : 1;
    if (width > room) return `${withoutEnd(shown)}…`;
    shown += segment;
  }
  return text;
}

function withoutEnd(text: string): string {
  return [...text].slice(0, -1).join("").trimEnd();
}
