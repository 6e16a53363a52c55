// One request of a stateless agent, as the wire that it came by answers it: an HTTP response, or a message on a connection.
import { EventStream } from '../event-stream.ts';
import { PostReply } from '../post-reply.ts';
import { checkParams } from './mirrored-headers.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Waiting } from '../../wire/incoming-request.ts';
import type { EventStreamOptions } from '../event-stream.ts';

/** `said` is why the agent does not want an answer any more, where it says so. */
export type OnGone = (said?: string) => void;

export interface ReplyWriter extends Pick<PostReply, 'tell' | 'answer'> {
  /** Told whenever its call begins to wait for something else. */
  readonly waits?: (waitsFor: Waiting) => void;
}
export type ChangeWriter = Pick<EventStream, 'event' | 'end'>;

export interface StatelessRequest {
  readonly message: JSONRPCRequest;
  /** As it came. */
  readonly text: string;
  isGone(): boolean;
  /** Throws HttpError where the wire repeats arguments in headers and they say something else. */
  checkParams(inputSchema: unknown): void;
  /** For its one answer, and what is told before it. */
  reply(onGone?: OnGone): ReplyWriter;
  /** For a listener: what is told goes on until either side ends it. */
  stream(onEnd: NonNullable<EventStreamOptions['onEnd']>): ChangeWriter;
}

export function httpRequest(
  request: IncomingMessage,
  response: ServerResponse,
  message: JSONRPCRequest,
  text: string,
): StatelessRequest {
  return {
    message,
    text,
    isGone: () => response.destroyed,
    checkParams: inputSchema => checkParams(request, message, inputSchema),
    reply: onGone => new PostReply(response, [message.id], onGone ? { onGone: () => onGone() } : {}),
    stream: onEnd => new EventStream(response, { onEnd }),
  };
}
