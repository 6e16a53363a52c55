// Sign-ins whose provider is still looked up: what ends those under way ends these too, before the user is sent anywhere.
import { hubError } from '../../../words/hub-error.ts';

interface Beginning {
  readonly serverId: string;
  isEnded: boolean;
}

export class Beginnings {
  readonly #beginnings = new Set<Beginning>();

  /** What was looked up. Rejects with `oauth-cancelled` where the sign-in was ended meanwhile. */
  async of<T>(serverId: string, looking: Promise<T>): Promise<T> {
    const beginning: Beginning = { serverId, isEnded: false };
    this.#beginnings.add(beginning);
    try {
      const found = await looking;
      if (beginning.isEnded) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-cancelled' });
      return found;
    } finally {
      this.#beginnings.delete(beginning);
    }
  }

  end(serverId: string): void {
    for (const one of this.#beginnings) if (one.serverId === serverId) one.isEnded = true;
  }

  endAll(): void {
    for (const one of this.#beginnings) one.isEnded = true;
  }
}
