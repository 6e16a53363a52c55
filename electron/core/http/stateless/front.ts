// What a gateway without a state of its own has agents do otherwise: what is asked of them goes out sealed, so that any gateway takes the answer.
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '../../../../contract/json.ts';
import type { Reason } from '../../../../contract/reasons.ts';

export interface Front {
  /** What an agent brings back in the next request of the same call. `state` is the server's own. */
  seal(round: Round, now: number): string;
  /** The server's own state; null for what no gateway of this group has sealed for that client and call, or too long ago. */
  open(sealed: string, call: Omit<Round, 'state'>, now: number): string | null;
  /** Resolves once all that the audit has so far is kept by the fleet; with a reason where that takes too long. */
  kept(): Promise<Reason | null>;
}

export interface Round {
  readonly clientId: string;
  /** The call: its method and its params, as JSON. */
  readonly same: string;
  readonly state: string;
}

/** As long as a hub waits for what it has asked. */
const lifeMs = 10 * 60_000;
const maxSealedChars = 20_000;
const ivBytes = 12;
const tagBytes = 16;

const SealedSchema = z.strictObject({ client: z.string(), call: z.string(), state: z.string(), until: z.number() });

export class SealedRounds implements Pick<Front, 'seal' | 'open'> {
  readonly #key: Buffer;
  readonly #group: Buffer;
  readonly #randomBytes: (size: number) => Buffer;

  /** `secret` is what all gateways of the group hold; what one group has sealed opens in no other. */
  constructor(secret: Uint8Array, group: string, randomBytes: (size: number) => Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'pilothouse gateway rounds 1', 32));
    this.#group = Buffer.from(group);
    this.#randomBytes = randomBytes;
  }

  seal({ clientId, same, state }: Round, now: number): string {
    const iv = this.#randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(this.#group);
    const text = JSON.stringify({ client: clientId, call: digest(same), state, until: now + lifeMs });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  open(sealed: string, { clientId, same }: Omit<Round, 'state'>, now: number): string | null {
    const read = SealedSchema.safeParse(this.#opened(sealed));
    if (!read.success) return null;
    const { client, call, state, until } = read.data;
    return client === clientId && call === digest(same) && until > now ? state : null;
  }

  #opened(sealed: string): unknown {
    if (sealed.length > maxSealedChars) return null;
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= ivBytes + tagBytes) return null;
    try {
      const opener = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      opener.setAAD(this.#group).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([opener.update(bytes.subarray(ivBytes + tagBytes)), opener.final()]);
      return jsonIn(text.toString('utf8'));
    } catch {
      return null;
    }
  }
}

function digest(same: string): string {
  return createHash('sha256').update(same).digest('base64url');
}
