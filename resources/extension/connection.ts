// The one connection to the hub: by native messaging where the browser can, else by the WebSocket, and never by both.
import { HubSocket, type PairFault, type SocketAway } from './hub-socket.ts';
import { NativePort } from './native-port.ts';
import { Rpc } from './rpc.ts';
import type { RpcOptions } from './rpc.ts';

const reconnectAlarm = 'reconnect';
/** A relay that the browser has started, and that says nothing for so long, does not keep the WebSocket waiting. */
const nativeSilenceMs = 5_000;

export interface ConnectionEvents {
  /** The hub is reachable through a new, empty connection. */
  onHub(rpc: Rpc): void;
  /** The hub does not run, as far as can be told. */
  onHubAway(): void;
  /** The browser could not start the relay, and no code has paired it. `reason` is what the browser says of it. */
  onNoRelay(reason: string | null): void;
  /** It was paired, and what listens now does not prove to be the hub of then. */
  onNotTheHub(): void;
}

interface Handlers extends Pick<RpcOptions, 'serve' | 'notified'> {
  /** Takes a message that is about one document; false for every other one. */
  aboutPage(message: unknown): boolean;
}

type Way = 'native' | 'socket';
/** `lost`: the browser could not start the relay, or it ended. */
type NativeState = { kind: 'starting' | 'hub' | 'away' } | { kind: 'lost'; reason: string | null };

export class Connection {
  readonly #events: ConnectionEvents;
  readonly #handlers: Handlers;
  readonly #native: NativePort;
  readonly #socket: HubSocket;
  #nativeState: NativeState = { kind: 'starting' };
  /** Why there is no hub over the WebSocket; null before that is known. */
  #socketAway: SocketAway | null = null;
  #rpc: Rpc | null = null;
  #way: Way | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(events: ConnectionEvents, handlers: Handlers) {
    this.#events = events;
    this.#handlers = handlers;
    this.#native = new NativePort({
      onHub: post => this.#come('native', post),
      onHubAway: () => this.#nativeWithoutHub({ kind: 'away' }),
      onNoRelay: reason => this.#nativeWithoutHub({ kind: 'lost', reason }),
      onMessage: message => this.#receive('native', message),
    });
    this.#socket = new HubSocket({
      onHub: post => this.#come('socket', post),
      onAway: why => this.#socketWithoutHub(why),
      onMessage: message => this.#receive('socket', message),
    });
  }

  /** The hub, while it is there. */
  get rpc(): Rpc | null {
    return this.#rpc;
  }

  get isOverSocket(): boolean {
    return this.#way === 'socket';
  }

  start(): void {
    // A worker without a connection is put to sleep and loses its timers; the alarm wakes it up again.
    chrome.alarms.onAlarm.addListener(alarm => {
      if (alarm.name === reconnectAlarm) this.connectNow();
    });
    void chrome.alarms.create(reconnectAlarm, { periodInMinutes: 0.5 });
    this.connectNow();
    this.#silence = setTimeout(() => this.#socket.connectNow(), nativeSilenceMs);
  }

  /** Connects unless that is so or under way. */
  connectNow(): void {
    this.#native.connectNow();
    const { kind } = this.#nativeState;
    if (kind === 'lost' || kind === 'away') this.#socket.connectNow();
  }

  /** Pairs with the code that the user typed. Null when the hub is there now. */
  pair(text: string): Promise<PairFault | null> {
    return this.#socket.pair(text);
  }

  /** Native messaging was given to the browser by its user and needs no open port, so it wins. */
  #come(way: Way, post: (message: object) => void): void {
    clearTimeout(this.#silence);
    if (way === 'native') {
      this.#nativeState = { kind: 'hub' };
      this.#socket.stop();
    }
    this.#leave();
    this.#way = way;
    this.#rpc = new Rpc({ post, ...this.#handlers });
    this.#events.onHub(this.#rpc);
  }

  #receive(way: Way, message: unknown): void {
    if (way === this.#way && !this.#handlers.aboutPage(message)) this.#rpc?.receive(message);
  }

  #nativeWithoutHub(state: NativeState): void {
    clearTimeout(this.#silence);
    this.#nativeState = state;
    if (this.#way === 'native') this.#leave();
    if (this.#way === null) this.#sayNoHub();
    this.#socket.connectNow();
  }

  #socketWithoutHub(why: SocketAway): void {
    this.#socketAway = why;
    if (this.#way === 'socket') this.#leave();
    if (this.#way === null) this.#sayNoHub();
  }

  /** Says nothing before both ways have been tried. */
  #sayNoHub(): void {
    const native = this.#nativeState;
    if (this.#socketAway === 'not-the-hub') this.#events.onNotTheHub();
    else if (native.kind === 'away' || this.#socketAway === 'away') this.#events.onHubAway();
    else if (native.kind === 'lost' && this.#socketAway === 'unpaired') this.#events.onNoRelay(native.reason);
  }

  #leave(): void {
    this.#rpc?.close();
    this.#rpc = null;
    this.#way = null;
  }
}
