// Browsers that ask the hub for nothing but answers, at a steady rate.
import { setTimeout as sleep } from 'node:timers/promises';
import { extensionIds } from '../../contract/names.ts';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

const browsers = 4;
const patienceMs = 20_000;
/** What a small call carries. */
const note = 'The quick brown fox jumps over the lazy dog. '.repeat(4);

export class PingLoad {
  readonly #channels: readonly FrameChannel[];
  #sent = 0;
  #answered = 0;

  private constructor(channels: readonly FrameChannel[]) {
    this.#channels = channels;
    for (const channel of channels) channel.onFrame(() => (this.#answered += 1));
  }

  static async connect(home: string): Promise<PingLoad> {
    const argv = [`chrome-extension://${extensionIds.chromium}/`];
    const connecting = Array.from({ length: browsers }, (_, n) =>
      connectToHub({ home, role: 'relay', hello: { argv, pid: process.pid + n } }),
    );
    return new PingLoad(await Promise.all(connecting));
  }

  get sent(): number {
    return this.#sent;
  }

  get answered(): number {
    return this.#answered;
  }

  /** Resolves when all are answered, or nothing comes any more. A hub that does not keep up is given time to. */
  async send(count: number, perSecond: number): Promise<void> {
    const [begun, started] = [this.#sent, performance.now()];
    while (this.#sent - begun < count) {
      const due = Math.min(count, ((performance.now() - started) / 1_000) * perSecond);
      while (this.#sent - begun < due) this.#ping();
      await sleep(2);
      for (const channel of this.#channels) await drained(channel);
    }
    const deadline = performance.now() + patienceMs;
    while (this.#answered < this.#sent && performance.now() < deadline) await sleep(5);
  }

  close(): void {
    for (const channel of this.#channels) channel.close();
  }

  #ping(): void {
    const id = (this.#sent += 1);
    const params = { tabId: id % 12, note };
    this.#channels[id % browsers]?.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params }));
  }
}

async function drained(channel: FrameChannel): Promise<void> {
  while (channel.bufferedBytes > 1024 * 1024) await sleep(1);
}
