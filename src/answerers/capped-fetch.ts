/**
 * `fetch` for answerers. Never follows a redirect, since the request carries a key, and limits the size of
 * the response.
 */

const maxBytes = 512 * 1024;

export const cappedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (response.body === null) return response;
  let bytes = 0;
  const capped = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new RangeError("The reply is too long."));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(capped, { status, statusText, headers });
};
