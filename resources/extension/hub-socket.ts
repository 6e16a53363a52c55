// The WebSocket to the hub, for a browser that cannot start the relay: opened with the key of a pairing, again whenever it closes.
import { aliveMessage, aliveMs, companionSocketPath, socketEnds } from '../../contract/companion-socket.ts';
import { parsePairingCode } from '../../contract/pairing-code.ts';
import { MessageQueue } from './message-queue.ts';
import { forgetSocketKey, keepSocketKey, readPairing, readSocketKey } from './pairing.ts';
import { ProofError, proveTo, type Secret } from './socket-proof.ts';

const firstRetryMs = 1_000;
const lastRetryMs = 30_000;
const openMs = 10_000;

/** Why there is no hub: no code has paired this browser, nothing listens, or what listens is not the hub of the pairing. */
export type SocketAway = 'unpaired' | 'away' | 'not-the-hub';

/** Why a code did not pair. */
export type PairFault = 'not-a-code' | 'wrong-code' | 'over' | 'no-hub' | 'not-kept';

export interface HubSocketEvents {
  /** The hub has proved itself and has taken this browser. */
  onHub(post: (message: object) => void): void;
  onAway(why: SocketAway): void;
  onMessage(message: unknown): void;
}

export class HubSocket {
  readonly #events: HubSocketEvents;
  #socket: WebSocket | null = null;
  /** Counts attempts, so that one which was given up changes nothing any more. */
  #attempt = 0;
  #isBusy = false;
  #isStopped = false;
  #retryMs = firstRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(events: HubSocketEvents) {
    this.#events = events;
  }

  /** Connects with the key of the pairing, unless that is so or under way. */
  connectNow(): void {
    this.#isStopped = false;
    if (this.#socket || this.#isBusy) return;
    clearTimeout(this.#retry);
    void this.#connectWithKey();
  }

  /** Another way leads to the hub. */
  stop(): void {
    this.#isStopped = true;
    this.#giveUp();
  }

  async pair(text: string): Promise<PairFault | null> {
    const code = parsePairingCode(text);
    if (!code) return 'not-a-code';
    this.#giveUp();
    this.#isBusy = true;
    const attempt = this.#attempt;
    try {
      await this.#connect(code.port, { by: 'code', code: code.secret });
      return null;
    } catch (error) {
      // The key of an earlier pairing is as good as before.
      if (attempt === this.#attempt && !this.#isStopped)
        this.#retry = setTimeout(() => this.connectNow(), firstRetryMs);
      return faultOf(error);
    } finally {
      if (attempt === this.#attempt) this.#isBusy = false;
    }
  }

  async #connectWithKey(): Promise<void> {
    this.#isBusy = true;
    const attempt = this.#attempt;
    try {
      const key = await readSocketKey();
      if (attempt !== this.#attempt) return;
      if (!key) return this.#events.onAway('unpaired');
      await this.#connect(key.port, { by: 'key', ...key });
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.#lost(error instanceof ProofError ? 'not-the-hub' : 'away');
    } finally {
      if (attempt === this.#attempt) this.#isBusy = false;
    }
  }

  /** Rejects with what stood in its way. */
  async #connect(port: number, secret: Secret): Promise<void> {
    const attempt = this.#attempt;
    const { profileId } = await readPairing();
    const socket = new WebSocket(`ws://127.0.0.1:${port}${companionSocketPath}`);
    const late = setTimeout(() => socket.close(), openMs);
    try {
      const hub = new MessageQueue(socket);
      await opened(socket);
      const key = await proveTo(hub, port, secret, profileId);
      if (key) await keepSocketKey(key);
      // Native messaging has come meanwhile, or another code.
      if (attempt !== this.#attempt) return socket.close();
      this.#use(socket, hub);
    } catch (error) {
      socket.close();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #use(socket: WebSocket, hub: MessageQueue): void {
    this.#socket = socket;
    this.#retryMs = firstRetryMs;
    const alive = setInterval(() => stayAwake(socket), aliveMs);
    socket.addEventListener('close', ({ code }) => {
      clearInterval(alive);
      if (this.#socket === socket) void this.#closed(code);
    });
    this.#events.onHub(message => socket.send(JSON.stringify(message)));
    hub.listen(message => this.#events.onMessage(message));
    if (socket.readyState !== WebSocket.OPEN && this.#socket === socket) void this.#closed(0);
  }

  async #closed(code: number): Promise<void> {
    this.#socket = null;
    if (code === socketEnds.forgotten) {
      await forgetSocketKey();
      return this.#events.onAway('unpaired');
    }
    // Two copies of one profile would push each other out for ever.
    if (code === socketEnds.replaced) this.#retryMs = lastRetryMs;
    this.#lost('away');
  }

  #lost(why: SocketAway): void {
    this.#events.onAway(why);
    if (this.#isStopped) return;
    this.#retry = setTimeout(() => this.connectNow(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #giveUp(): void {
    this.#attempt += 1;
    this.#isBusy = false;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** A message keeps Chromium's worker awake, a call of an API the background of Firefox. */
function stayAwake(socket: WebSocket): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(aliveMessage);
  void chrome.runtime.getPlatformInfo();
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('close', () => reject(new Error('Nothing answers there.')));
  });
}

function faultOf(error: unknown): PairFault {
  if (!(error instanceof ProofError)) return 'no-hub';
  switch (error.fault) {
    case 'not-the-hub':
    case 'wrong-proof':
      return 'wrong-code';
    case 'no-code':
      return 'over';
    case 'not-kept':
      return 'not-kept';
    case 'unreadable':
      return 'no-hub';
  }
}
