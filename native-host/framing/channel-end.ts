// Why a channel has ended where it was not the other side that closed it: codes with their facts, which the hub says in the words of its readers.

/** Of a stream that cannot be read on. In bytes. */
export type FrameFault =
  | { readonly kind: 'frame-empty'; readonly most: number }
  | { readonly kind: 'frame-too-large'; readonly bytes: number; readonly most: number };

export type ChannelEnd =
  | FrameFault
  | { readonly kind: 'connection-failed'; readonly cause: string }
  | { readonly kind: 'frame-stopped'; readonly bytes: number; readonly seconds: number }
  | { readonly kind: 'takes-nothing'; readonly bytes: number; readonly most: number }
  | { readonly kind: 'hub-stops' };

/** In English, for programs and logs. */
export function endText(end: ChannelEnd): string {
  switch (end.kind) {
    case 'frame-empty':
      return `A frame has length 0; a frame carries 1 to ${end.most} bytes.`;
    case 'frame-too-large':
      return `A frame of ${end.bytes} bytes is over the cap of ${end.most} bytes; send less at once.`;
    case 'connection-failed':
      return `The connection broke: ${end.cause}.`;
    case 'frame-stopped':
      return `A frame stopped after ${end.bytes} bytes and nothing followed for ${end.seconds} s.`;
    case 'takes-nothing':
      return `The other side does not read: ${end.bytes} bytes wait and the limit is ${end.most}.`;
    case 'hub-stops':
      return 'The hub is stopping.';
  }
}
