/** The body of a stream: what is written waits in it until the reader's connection takes it. */

export interface Outflow {
  readonly body: ReadableStream<Uint8Array>;
  readonly write: (bytes: Uint8Array) => void;
  /** How many bytes wait here for the connection. */
  readonly unsent: () => number;
  /** Resolves once the connection has taken everything, or has gone. */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
}

/** @param gone called when the reader has gone */
export function createOutflow(gone: () => void): Outflow {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        sink = controller;
      },
      // Asked for more: what was written before has been taken.
      pull: release,
      cancel: () => {
        sink = undefined;
        release();
        gone();
      },
    },
    { highWaterMark: 0, size: ({ byteLength }) => byteLength },
  );
  const unsent = (): number => -(sink?.desiredSize ?? 0);
  return {
    body,
    write: (bytes) => sink?.enqueue(bytes),
    unsent,
    drained: async () => {
      while (unsent() > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    end: () => {
      sink?.close();
      sink = undefined;
      release();
    },
  };
}
