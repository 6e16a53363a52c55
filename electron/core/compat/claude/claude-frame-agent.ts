// One socket of spec 001: frames in the order of their coming, each answered before the next is looked at.
import { inEnglish } from '../../../../words/english.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { ClaudeConnection } from './claude-connection.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { ClaudeServices, ConnectionHolder } from './claude-connection.ts';
import type { ClaudeRepeats } from './claude-repeats.ts';

/** Requests that wait for their turn; beyond them the socket is not read. */
const maxWaiting = 32;
const maxWaitingBytes = 4 * 1024 * 1024;
/** How long a client may leave its answers lying. */
const unreadMs = 30_000;

export class ClaudeFrameAgent implements ConnectionHolder {
  readonly #services: ClaudeServices;
  readonly #channel: FrameChannel;
  readonly #repeats: ClaudeRepeats;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly #onUsed: () => void;
  #claude: ClaudeConnection | null = null;
  /** The request that is being carried out. */
  #serving: Buffer | null = null;
  readonly #run: ReadableRun;
  /** Set while the client does not take what was sent. */
  #full: NodeJS.Timeout | null = null;
  #isPaused = false;
  #closed = false;
  #ended: Reason | null = null;

  constructor(services: ClaudeServices, repeats: ClaudeRepeats, channel: FrameChannel, onUsed: () => void) {
    this.#onUsed = onUsed;
    this.#services = services;
    this.#repeats = repeats;
    this.#channel = channel;
    this.#run = new ReadableRun(reason => this.#closeWith(reason));
    channel.onFrame(frame => this.#take(frame));
    channel.onDrain(() => this.#drained());
    channel.onClose((_, end) => this.#end(this.#ended ?? end ?? { kind: 'left-by-itself' }));
  }

  /** Whether a request is carried out or waits. */
  get isBusy(): boolean {
    return this.#serving !== null || this.#waiting.length > 0;
  }

  get descriptor(): number | null {
    return this.#channel.descriptor;
  }

  /** 0 for who has said nothing, 1 for who never called. */
  get rank(): number {
    if (!this.#claude) return 0;
    return this.#services.agentServices.agents.get(this.#claude.connection.agentId)?.lastCallAt == null ? 1 : 2;
  }

  /** Passes on a notification of the browser that this agent works in. */
  notice(browserId: string, method: string, params: unknown): void {
    const agent = this.#claude && this.#services.agentServices.agents.get(this.#claude.connection.agentId);
    if (agent?.browserId === browserId) this.#claude?.connection.notify(method, params);
  }

  deliver(text: string, isAnswer: boolean): void {
    if (!this.#channel.send(text) && !this.#closed)
      this.#full ??= setTimeout(() => this.close({ kind: 'does-not-read' }), unreadMs);
    if (!isAnswer) return;
    this.#serving = null;
    queueMicrotask(() => this.#next());
  }

  /** What is being carried out is answered with the reason. */
  close(reason: Reason): void {
    this.#claude?.connection.dismiss(reason);
    this.#closed = true;
    this.#closeWith(reason);
  }

  #closeWith(reason: Reason): void {
    this.#ended ??= reason;
    this.#channel.close(inEnglish(reason));
  }

  #take(frame: Buffer): void {
    // A frame may be a view on a larger chunk, which must not be kept alive by it.
    this.#waiting.push(Buffer.from(frame));
    this.#waitingBytes += frame.length;
    this.#onUsed();
    if (this.#isFull()) this.#pause();
    this.#next();
  }

  #next(): void {
    while (!this.#closed && !this.#serving && !this.#full) {
      const frame = this.#waiting.shift();
      if (!frame) break;
      this.#waitingBytes -= frame.length;
      this.#serve(frame);
    }
    if (!this.#isFull()) this.#resume();
  }

  #isFull(): boolean {
    return this.#waiting.length >= maxWaiting || this.#waitingBytes >= maxWaitingBytes;
  }

  #pause(): void {
    this.#isPaused = true;
    this.#channel.pause();
  }

  /** Frames that the channel holds come in before this returns: so nothing may be taken out and unserved, and it is done once. */
  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#channel.resume();
  }

  #serve(frame: Buffer): void {
    // The first request of a newcomer may repeat one that is still carried out: then it is answered by that one.
    if (!this.#claude && this.#rejoin(frame)) return;
    this.#claude ??= new ClaudeConnection(this.#services, this);
    const { connection } = this.#claude;
    const readable = connection.receiveBytes(frame);
    if (connection.inFlight > 0) this.#serving = frame;
    this.#run.note(readable);
  }

  #drained(): void {
    if (this.#full) clearTimeout(this.#full);
    this.#full = null;
    this.#next();
  }

  #rejoin(frame: Buffer): boolean {
    const claude = this.#repeats.take(frame);
    if (!claude) return false;
    this.#claude = claude;
    this.#serving = frame;
    claude.hold(this);
    return true;
  }

  #end(reason: Reason): void {
    this.#closed = true;
    if (this.#full) clearTimeout(this.#full);
    if (!this.#claude) return;
    if (this.#serving && this.#claude.connection.hasBegun) this.#repeats.park(this.#claude, this.#serving);
    // Who never called has left nothing to come back to.
    else this.#claude.connection.closed(reason, this.rank === 2);
  }
}
