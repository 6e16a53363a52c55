// One place of spec 000's socket: its folder, its token and its connections, while it is open.
import { ClaudezillaToken, makeClaudezillaFolder } from '../../../native-host/endpoints/claudezilla-token.ts';
import { ProofThrottle } from '../../../native-host/endpoints/proof-throttle.ts';
import { listenWellKnown } from '../../../native-host/endpoints/well-known-socket.ts';
import { acceptClaudezilla } from './claudezilla-connection.ts';
import type { ClaudezillaPlace } from '../../../native-host/endpoints/claudezilla-place.ts';
import type { CompatPlace, OpenEndpoint } from './compat-endpoints.ts';
import type { ClaudezillaDoor } from './claudezilla-connection.ts';

/** The real host takes 10 and closes the others without a word. */
const maxConnections = 512;
const tooMany = `${JSON.stringify({ success: false, error: `${maxConnections} connections are open already; call again.` })}\n`;

export interface ClaudezillaSpotOptions {
  readonly place: ClaudezillaPlace;
  /** What stands behind every place. */
  readonly door: Omit<ClaudezillaDoor, 'accepts' | 'delayMs'>;
  readonly onOpened: () => void;
  /** Before its connections end, so that who waits can still be answered. */
  readonly onClosing: () => void;
}

export class ClaudezillaSpot implements CompatPlace {
  readonly address: string;
  readonly #options: ClaudezillaSpotOptions;
  readonly #token: ClaudezillaToken;
  readonly #throttle = new ProofThrottle();
  #isOpen = false;

  constructor(options: ClaudezillaSpotOptions) {
    this.#options = options;
    this.address = options.place.socket;
    this.#token = new ClaudezillaToken(options.place.token);
  }

  async open(): Promise<OpenEndpoint> {
    const { place, onOpened } = this.#options;
    const removeFolder = await makeClaudezillaFolder(place);
    const listening = await this.#listen().catch(async (error: unknown) => {
      await removeFolder();
      throw error;
    });
    try {
      // In the order of the real host: the token is written only where nobody else listens.
      await this.#token.renew();
    } catch (error) {
      await listening.close();
      await removeFolder();
      throw error;
    }
    this.#isOpen = true;
    onOpened();
    const close = async () => {
      this.#isOpen = false;
      await this.#token.withdraw();
      this.#options.onClosing();
      await listening.close();
      await removeFolder();
    };
    let closed: Promise<void> | null = null;
    return { close: () => (closed ??= close()) };
  }

  /** A new token, if the place is open. Rejects with a sentence, and the old one then stands. */
  async rotateToken(): Promise<void> {
    if (this.#isOpen) await this.#token.renew();
  }

  #listen() {
    const door: ClaudezillaDoor = {
      ...this.#options.door,
      accepts: given => this.#accepts(given),
      delayMs: () => this.#throttle.delayMs(performance.now()),
    };
    let connections = 0;
    return listenWellKnown(this.address, socket => {
      connections += 1;
      socket.once('close', () => (connections -= 1));
      if (connections <= maxConnections) acceptClaudezilla(socket, door);
      else socket.end(tooMany);
    });
  }

  #accepts(given: string | undefined): boolean {
    const right = this.#token.accepts(given);
    if (!right) this.#throttle.noteBadProof(performance.now());
    return right;
  }
}
