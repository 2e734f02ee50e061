/** The text to import, from a file or standard input, read no further than an import may be large. */
import { createReadStream } from "node:fs";
import { messageOf, UserError } from "../../base/errors.ts";
import { maxImportBytes, tooLarge } from "../../operations/import/json-lines.ts";

/** @throws UserError if it cannot be read, is too large, or is no UTF-8 */
export async function importText(file: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of file === "-" ? process.stdin : createReadStream(file)) {
      size += part.length;
      if (size > maxImportBytes) break;
      parts.push(Buffer.from(part));
    }
  } catch (thrown) {
    throw new UserError(`The file cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  if (size > maxImportBytes) throw new UserError(`The file cannot be imported: ${tooLarge}.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (thrown) {
    throw new UserError("The file cannot be imported: it is not UTF-8.", { cause: thrown });
  }
}
