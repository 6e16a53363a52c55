// One place of spec 000's socket: its folder, its token and its connections, while it is open.
import { ClaudezillaToken, makeClaudezillaFolder } from '../../../../native-host/endpoints/claudezilla-token.ts';
import { ProofThrottle } from '../../../../native-host/endpoints/proof-throttle.ts';
import { listenWellKnown } from '../../../../native-host/endpoints/well-known-socket.ts';
import { ConnectionQuota } from '../../../../native-host/framing/connection-quota.ts';
import { PendingBytes } from '../../../../native-host/framing/pending-bytes.ts';
import { acceptClaudezilla } from './claudezilla-connection.ts';
import type { Socket } from 'node:net';
import type { ClaudezillaPlace } from '../../../../native-host/endpoints/claudezilla-place.ts';
import type { CompatPlace, OpenEndpoint } from '../compat-endpoints.ts';
import type { ClaudezillaHandler, OpenClaudezilla } from './claudezilla-connection.ts';

/** The real host takes 10 and closes the others without a word. */
const maxConnections = 512;
/** Of all connections together, for lines that are still coming. */
const maxPendingBytes = 128 * 1024 * 1024;
const madeRoom = `It made room: ${maxConnections} connections are open on this socket`;
/** How long the last words of a connection have. */
const lastWordsMs = 1_000;
const tooMany = `${JSON.stringify({ success: false, error: `${maxConnections} connections are open already; call again.` })}\n`;

export interface ClaudezillaListenerOptions {
  readonly place: ClaudezillaPlace;
  /** What stands behind every place. */
  readonly handler: Omit<ClaudezillaHandler, 'accepts' | 'delayMs' | 'isToken' | 'pending'>;
  readonly onOpened: () => void;
  /** Before its connections end, so that who waits can still be answered. */
  readonly onClosing: () => void;
}

interface Held {
  readonly connection: OpenClaudezilla;
  readonly socket: Socket;
}

export class ClaudezillaListener implements CompatPlace {
  readonly address: string;
  readonly #options: ClaudezillaListenerOptions;
  readonly #token: ClaudezillaToken;
  readonly #throttle = new ProofThrottle();
  #isOpen = false;

  constructor(options: ClaudezillaListenerOptions) {
    this.#options = options;
    this.address = options.place.socket;
    this.#token = new ClaudezillaToken(options.place.token);
  }

  async open(onCrowded: () => void): Promise<OpenEndpoint> {
    const { place, onOpened } = this.#options;
    const removeFolder = await makeClaudezillaFolder(place);
    const listening = await this.#listen(onCrowded).catch(async (error: unknown) => {
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

  /** The file of its token; null while the place is closed. */
  get token(): string | null {
    return this.#isOpen ? this.#options.place.token : null;
  }

  /** A new token, if the place is open. Rejects with a sentence, and the old one then stands. */
  async rotateToken(): Promise<void> {
    if (this.#isOpen) await this.#token.renew();
  }

  #listen(onCrowded: () => void) {
    const handler: ClaudezillaHandler = {
      ...this.#options.handler,
      accepts: given => this.#accepts(given),
      isToken: given => this.#token.accepts(given),
      delayMs: () => this.#throttle.delayMs(performance.now()),
    };
    const quota = new ConnectionQuota<Held>({
      max: maxConnections,
      isIdle: ({ connection }) => !connection.isBusy,
      // Who has not shown the token goes first.
      rank: ({ connection }) => Number(connection.isProven),
      end: ({ connection, socket }) => {
        connection.refuse(madeRoom);
        letGo(socket);
      },
      onCrowded,
    });
    const pending = new PendingBytes<Socket>({ max: maxPendingBytes, end: socket => socket.destroy() });
    return listenWellKnown(this.address, socket => {
      if (quota.makeRoom()) {
        socket.end(tooMany);
        return letGo(socket);
      }
      const connection = acceptClaudezilla(socket, { ...handler, pending: bytes => pending.set(socket, bytes) });
      const held = { connection, socket };
      quota.add(held);
      socket.on('data', () => quota.touch(held));
      socket.once('close', () => {
        quota.remove(held);
        pending.set(socket, 0);
      });
    });
  }

  #accepts(given: string | undefined): boolean {
    const right = this.#token.accepts(given);
    if (!right) this.#throttle.noteBadProof(performance.now());
    return right;
  }
}

/** Who does not end its side keeps a connection half open, and that takes room too. */
function letGo(socket: Socket): void {
  setTimeout(() => socket.destroy(), lastWordsMs).unref();
}
