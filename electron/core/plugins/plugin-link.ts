// One connection of our small extension: who its browser is, what plugins in it say, and what is said to them.
import { hash } from 'node:crypto';
import { jsonIn } from '../../../contract/json.ts';
import { pluginBounds } from '../../../contract/plugins.ts';
import { PluginHubFrameSchema } from '../../../contract/schemas/plugin-wire.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { ReadableRun } from '../wire/readable-run.ts';
import { PluginExchange } from './plugin-exchange.ts';
import type { PluginHubFrame, PluginHubHello } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginExchangeOptions } from './plugin-exchange.ts';

/** What of a connection to a browser is used here. */
export interface PluginChannel {
  send(text: string): unknown;
  onText(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
  close(reason: string): void;
}

export interface PluginLinkOptions extends Omit<PluginExchangeOptions, 'send'> {
  readonly channel: PluginChannel;
  /** It has said which browser it is in. */
  readonly onHello: (link: PluginLink) => void;
  readonly onMessage: (link: PluginLink, from: string, message: unknown) => void;
  readonly onClosed: (link: PluginLink) => void;
}

export class PluginLink {
  readonly exchange: PluginExchange;
  readonly #options: PluginLinkOptions;
  #hello: PluginHubHello | null = null;
  #browserId = '';

  constructor(options: PluginLinkOptions) {
    this.#options = options;
    const { channel } = options;
    this.exchange = new PluginExchange({
      ...options,
      send: (to, message) => channel.send(JSON.stringify({ kind: 'send', to, message })),
    });
    const run = new ReadableRun(reason => channel.close(inEnglish(reason)));
    channel.onText(text => {
      const frame = PluginHubFrameSchema.safeParse(jsonIn(text));
      run.note(frame.success);
      if (frame.success) this.#take(frame.data);
    });
    channel.onClose(() => {
      this.exchange.failAll(plugin => hubError('ERR_SERVER_UNAVAILABLE', { kind: 'plugin-gone', plugin }));
      options.onClosed(this);
    });
  }

  /** Of the profile in which the extension is installed; empty until it has said hello. */
  get browserId(): string {
    return this.#browserId;
  }

  /** What its browser calls itself. */
  get name(): string {
    const { name, version } = this.#hello?.browser ?? { name: 'Firefox', version: '' };
    return [name, version].filter(Boolean).join(' ');
  }

  close(reason: string): void {
    this.#options.channel.close(reason);
  }

  #take(frame: PluginHubFrame): void {
    if (frame.kind === 'hello') {
      // A second one would move plugins to another browser.
      if (this.#hello) return;
      this.#hello = frame;
      this.#browserId = `plugins-${hash('sha256', frame.profileId, 'hex').slice(0, 8)}`;
      return this.#options.onHello(this);
    }
    if (!this.#hello) return;
    switch (frame.kind) {
      case 'message':
        return this.#options.onMessage(this, frame.from, frame.message);
      case 'unsent':
        return this.#failed(frame.to, frame.requestId, { kind: 'plugin-gone', plugin: frame.to });
      case 'too-large': {
        const { from: plugin, bytes } = frame;
        const { answerBytes: most } = pluginBounds;
        return this.#failed(plugin, frame.requestId, { kind: 'plugin-answer-large', plugin, bytes, most });
      }
    }
  }

  #failed(pluginId: string, requestId: string, why: Parameters<typeof hubError>[1]): void {
    const code = why.kind === 'plugin-gone' ? 'ERR_SERVER_UNAVAILABLE' : 'ERR_TOO_LARGE';
    this.exchange.failed(pluginId, requestId, hubError(code, why));
  }
}
