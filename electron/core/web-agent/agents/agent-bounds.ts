// What agents of pages may hand to each other at once, and how that is measured.
import { PageFault } from '../page-fault.ts';

export const agentBounds = {
  /** Of a task's input, an answer, a message or the data of a broadcast, as JSON. */
  payloadBytes: 1024 * 1024,
  taskChars: 100_000,
  /** Calls of agents between the first caller and the last agent. */
  depth: 8,
  /** Calls that one agent has not answered. */
  unanswered: 32,
  /** How long an agent may take unless its caller says otherwise, and at most, in milliseconds. */
  usualMs: 30_000,
  mostMs: 180_000,
  eventChars: 200,
  subscriptions: 100,
} as const;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** Throws ERR_INVALID_REQUEST for what is too large. */
export function expectPayload(value: unknown, what: string): void {
  const bytes = bytesOf(value);
  if (bytes > agentBounds.payloadBytes)
    throw new PageFault(
      'ERR_INVALID_REQUEST',
      `${what} has ${bytes} bytes; agents hand each other at most ${agentBounds.payloadBytes} at once.`,
    );
}
