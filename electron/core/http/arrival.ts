// How an agent arrives that came over HTTP, in either era.
import type { Arrival } from '../agents/agent-registry.ts';
import type { Visit } from './http-sessions.ts';

/** `instance` is what it is known by when it comes back. */
export function httpArrival(
  { client, origin }: Pick<Visit, 'client' | 'origin'>,
  instance: string,
  disconnect: (reason: string) => void,
): Arrival {
  return { client, instance, transport: 'http', program: null, origin, disconnect };
}
