/**
 * Makes spellings of a path equal that a file system may not be able to hold side by side: those that differ in case
 * alone, or in how Unicode composes a character.
 */
export function foldName(path: string): string {
  return isAscii.test(path)
    ? path.toLowerCase()
    : Array.from(path.normalize("NFC"), foldCharacter).join("").normalize("NFC");
}

const isAscii = /^[\x20-\x7e]*$/;

/**
 * Each character on its own: the lower case of a whole text depends on what follows a character, and a glob shows
 * only parts of a path. A character whose other case is several, such as `ß`, stays as it is.
 */
function foldCharacter(char: string): string {
  const upper = sameLength(char, char.toUpperCase());
  return sameLength(upper, upper.toLowerCase());
}

function sameLength(char: string, otherCase: string): string {
  return Array.from(otherCase).length === 1 ? otherCase : char;
}
