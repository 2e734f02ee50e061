/**
 * Reads one line from the left, counting columns: a tab extends to the next multiple of four and may be
 * partly consumed.
 */

const tabStop = 4;

export class Cursor {
  readonly text: string;
  /** Offset of the next character. */
  at = 0;
  #column = 0;
  /** Columns left of a partly consumed tab. */
  #left = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Columns of white space from here on. */
  indent(): number {
    let column = this.#column + this.#left;
    for (let at = this.at; ; at++) {
      const char = this.text[at];
      if (char === " ") column++;
      else if (char === "\t") column += tabStop - (column % tabStop);
      else return column - this.#column;
    }
  }

  /** The text after the white space. */
  rest(): string {
    let at = this.at;
    while (isSpace(this.text[at])) at++;
    return this.text.slice(at);
  }

  isBlank(): boolean {
    return this.rest() === "";
  }

  /** Skips up to `columns` of white space. */
  skip(columns: number): void {
    let wanted = columns;
    while (wanted > 0) {
      if (this.#left === 0) {
        const char = this.text[this.at];
        if (!isSpace(char)) return;
        this.#left = char === "\t" ? tabStop - (this.#column % tabStop) : 1;
        this.at++;
      }
      const used = Math.min(wanted, this.#left);
      this.#left -= used;
      this.#column += used;
      wanted -= used;
    }
  }

  /** Skips the white space and then `characters`, none of which may be a tab. */
  take(characters: number): void {
    this.skip(this.indent());
    this.at += characters;
    this.#column += characters;
  }
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t";
}
