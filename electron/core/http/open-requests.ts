// What one client has open over HTTP at the same time: requests that are not answered yet, and bytes of bodies that are still coming.
import { HttpError } from './replies.ts';
import type { ServerResponse } from 'node:http';
import type { Client } from '../../../contract/schemas/entities.ts';

/** Streams, calls that wait for the user, and what is being sent. */
export const maxOpenOfClient = 256;
/** Four of the largest bodies. */
export const maxBodyBytesOfClient = 64 * 1024 * 1024;

/** Counts the bytes of one body while they are held. */
export interface BodyShare {
  /** False when the client has too many on their way already. */
  take(bytes: number): boolean;
  /** They are held no longer. */
  release(): void;
}

export class OpenRequests {
  readonly #open = new Map<string, number>();
  readonly #bytes = new Map<string, number>();

  /** Counts a request until it is answered. Throws HttpError 429 when its client has too many. */
  enter({ id, name }: Client, response: ServerResponse): void {
    if ((this.#open.get(id) ?? 0) >= maxOpenOfClient)
      throw tooMany(`${name} has ${maxOpenOfClient} requests open already; wait until some are answered.`);
    change(this.#open, id, 1);
    response.once('close', () => change(this.#open, id, -1));
  }

  bodyOf({ id }: Client): BodyShare {
    let held = 0;
    return {
      take: bytes => {
        if ((this.#bytes.get(id) ?? 0) + bytes > maxBodyBytesOfClient) return false;
        held += bytes;
        change(this.#bytes, id, bytes);
        return true;
      },
      release: () => {
        change(this.#bytes, id, -held);
        held = 0;
      },
    };
  }
}

export function tooMany(sentence: string): HttpError {
  return new HttpError(429, sentence, undefined, { headers: { 'retry-after': '10' } });
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
