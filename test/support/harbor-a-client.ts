// Harbor's first extension as its relay shows it to the hub: requests with an id, their answers, and the news between them.

import { isRecord } from '../../contract/json.ts';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

export type WireMessage = Readonly<Record<string, unknown>>;

export const harborAArgv = ['/opt/harbor_bridge_host.json', 'raffi.krikorian.harbor@gmail.com'];

export class HarborAClient {
  readonly channel: FrameChannel;
  readonly news: WireMessage[] = [];
  /** Answers in the order in which they came. */
  readonly answers: WireMessage[] = [];
  readonly #waiting = new Map<string, (answer: WireMessage) => void>();
  readonly #watchers = new Set<() => void>();
  #nextId = 1;

  constructor(channel: FrameChannel) {
    this.channel = channel;
    channel.onText(text => this.#take(JSON.parse(text) as WireMessage));
  }

  static async open(home: string, argv: readonly string[] = harborAArgv): Promise<HarborAClient> {
    return new HarborAClient(await connectToHub({ home, role: 'relay', hello: { argv: [...argv], pid: process.pid } }));
  }

  /** The answer to a message, an error as well. */
  ask(type: string, fields: WireMessage = {}): Promise<WireMessage> {
    const request_id = `r${this.#nextId++}`;
    return new Promise(resolve => {
      this.#waiting.set(request_id, resolve);
      this.send({ type, ...fields, request_id });
    });
  }

  /** The code of the error that answers it. */
  async refusal(type: string, fields: WireMessage = {}): Promise<unknown> {
    const { error } = await this.ask(type, fields);
    return isRecord(error) ? error['code'] : null;
  }

  send(message: unknown): void {
    this.channel.send(JSON.stringify(message));
  }

  /** Resolves with the first news that fit, also such as came before. */
  async heard(fits: (news: WireMessage) => boolean): Promise<WireMessage> {
    for (;;) {
      const found = this.news.find(fits);
      if (found) return found;
      await new Promise<void>(resolve => this.#watchers.add(resolve));
    }
  }

  /** Resolves once so many answers have come in all. */
  async answered(count: number): Promise<void> {
    while (this.answers.length < count) await new Promise<void>(resolve => this.#watchers.add(resolve));
  }

  close(): void {
    this.channel.close();
  }

  #take(message: WireMessage): void {
    const { type, request_id: id } = message;
    const isNews = type === 'status_update' || type === 'server_progress';
    (isNews ? this.news : this.answers).push(message);
    const resolve = typeof id === 'string' ? this.#waiting.get(id) : undefined;
    if (resolve && typeof id === 'string') {
      this.#waiting.delete(id);
      resolve(message);
    }
    for (const wake of [...this.#watchers]) {
      this.#watchers.delete(wake);
      wake();
    }
  }
}
