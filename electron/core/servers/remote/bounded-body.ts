// Holds what a remote server sends below a bound: a whole JSON answer, or one line of an event stream.

const maxBytes = 64 * 1024 * 1024;
const newline = 10;

/** The same response, whose body breaks off with an error past the bound. Responses without a body come back as they are. */
export function boundedResponse(response: Response, bound = maxBytes): Response {
  if (!response.ok || !response.body) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counting(isStream, bound)), { status, statusText, headers });
}

function counting(byLine: boolean, bound: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = byLine ? chunk.lastIndexOf(newline) : -1;
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end - 1;
      if (bytes <= bound) controller.enqueue(chunk);
      else controller.error(new Error(`It sent more than ${bound >> 20} MiB at once.`));
    },
  });
}
