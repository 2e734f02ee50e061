/** How many streams are open: of one session, and in all. */

export interface Slots {
  /** `refusal` says to the reader why there is none. Call `release` once, when the stream has ended. */
  readonly take: (sessionId: string) => { readonly release: () => void } | { readonly refusal: string };
}

const maxOfSession = 5;
const maxInAll = 500;

const tooMany = `This session has ${maxOfSession} streams open, which is as many as it may have. Close one, or read pages of changes with \`since\`.`;
const tooManyInAll = `The server has ${maxInAll} streams open, which is as many as it serves. Try again later, or read pages of changes with \`since\`.`;

export function createSlots(): Slots {
  const open = new Map<string, number>();
  let all = 0;
  const add = (sessionId: string, more: 1 | -1): void => {
    all += more;
    const count = (open.get(sessionId) ?? 0) + more;
    if (count === 0) open.delete(sessionId);
    else open.set(sessionId, count);
  };
  return {
    take: (sessionId) => {
      if ((open.get(sessionId) ?? 0) >= maxOfSession) return { refusal: tooMany };
      if (all >= maxInAll) return { refusal: tooManyInAll };
      add(sessionId, 1);
      return { release: () => add(sessionId, -1) };
    },
  };
}
