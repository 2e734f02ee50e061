/**
 * Reads the raw bytes of a request, within limits. `Content-Length` may be wrong or absent, so the bytes
 * themselves are counted, and bodies above the ordinary size share a few slots.
 */
import type { IncomingMessage } from "node:http";

export interface BodyLimits {
  /** GitHub caps payloads at 25 MB. */
  readonly maxBytes: number;
  /** A body up to this size is always read; a larger one needs one of the slots. */
  readonly ordinaryBytes: number;
  readonly largePlaces: number;
}

export const githubLimits: BodyLimits = {
  maxBytes: 25 * 1024 * 1024,
  ordinaryBytes: 256 * 1024,
  largePlaces: 4,
};

export type ReceivedBody =
  | { readonly type: "read"; readonly body: Buffer }
  | { readonly type: "too large" }
  | { readonly type: "busy" }
  /** The sender disconnected or timed out. */
  | { readonly type: "broken off" };

/** Reads request bodies. The slots for large ones are counted per reader. */
export function createBodyReader(limits: BodyLimits): (request: IncomingMessage) => Promise<ReceivedBody> {
  let largeUnderWay = 0;

  return (request) =>
    new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      let isLarge = false;

      const settle = (read: ReceivedBody): void => {
        if (isLarge) largeUnderWay -= 1;
        isLarge = false;
        request.off("data", take).off("end", end).off("close", breakOff).off("error", breakOff);
        chunks.length = 0;
        resolve(read);
      };
      /** Refuses `bytes` above a limit before they are kept. */
      const refusal = (bytes: number): ReceivedBody | undefined => {
        if (bytes > limits.maxBytes) return { type: "too large" };
        if (bytes <= limits.ordinaryBytes || isLarge) return undefined;
        if (largeUnderWay >= limits.largePlaces) return { type: "busy" };
        isLarge = true;
        largeUnderWay += 1;
        return undefined;
      };
      const take = (chunk: Buffer): void => {
        size += chunk.length;
        const refused = refusal(size);
        if (refused === undefined) chunks.push(chunk);
        else settle(refused);
      };
      const end = (): void => {
        const [only] = chunks;
        const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
        settle({ type: "read", body });
      };
      const breakOff = (): void => settle({ type: "broken off" });

      const declared = Number(request.headers["content-length"] ?? 0);
      const refused = refusal(declared);
      if (refused !== undefined) return resolve(refused);
      request.on("data", take).on("end", end).on("close", breakOff).on("error", breakOff);
    });
}
