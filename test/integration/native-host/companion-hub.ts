// The hub's side of the companion protocol, spoken by a test: calls the extension and keeps what it says. It lets every call have every page, unless a test says otherwise.
import { vi } from 'vitest';
import {
  CompanionCallResultSchema,
  type CompanionCovers,
  CompanionCoversSchema,
  type CompanionOpened,
  CompanionOpenedSchema,
  TabMovedSchema,
} from '../../../contract/schemas/companion.ts';
import { type PageFrame, PageFrameSchema } from '../../../contract/schemas/web-agent.ts';
import { openableAddress, originOf } from '../../../contract/sites.ts';
import { ChunkedSender } from '../../../electron/core/browsers/chunked-sender.ts';
import { dialects } from '../../../native-host/dialects/dialects.ts';
import type { CompanionCall, DecidedPage } from '../../../contract/companion.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

export interface Said {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data: { readonly code: string; readonly details?: unknown } };
}

export class CompanionHub {
  /** Everything that the extension said on this connection, in order, but for its pings. */
  readonly heard: Said[] = [];
  /** Which of the origins a call may have content of as well. */
  covered: (origins: readonly string[]) => readonly string[] = origins => origins;
  /** How the asker of every call answers dialogs; as with handle_dialog when absent. */
  dialogs: CompanionCall['dialogs'];
  /** Whose every call is. */
  asker = '';
  /** Whether keys may answer the dialogs of any origin. */
  letsAnswer = true;
  /** Whether a tab that a page opened is its owner's. */
  owned: (opened: CompanionOpened) => boolean = () => true;
  /** Told of each frame that is about a document. */
  aboutPage: (frame: PageFrame) => void = () => {};
  readonly #connection: FrameChannel;
  readonly #sender: ChunkedSender;
  #nextId = 1;

  constructor(connection: FrameChannel) {
    this.#connection = connection;
    this.#sender = new ChunkedSender(connection);
    connection.onFrame(frame => {
      const said: Said = JSON.parse(frame.toString());
      if (said.method === 'ping') this.reply(said.id, {});
      else if (said.method === 'covers')
        this.reply(said.id, { origins: this.#answerCovers(CompanionCoversSchema.parse(said.params)) });
      else if (said.method === 'opened')
        this.reply(said.id, { owned: this.owned(CompanionOpenedSchema.parse(said.params)) });
      else if ('kind' in said) this.aboutPage(PageFrameSchema.parse(said));
      else this.heard.push(said);
    });
  }

  close(reason: string): void {
    this.#connection.close(reason);
  }

  send(method: string, params: unknown): number {
    const id = this.#nextId++;
    this.#post({ kind: 'request', id, method, params });
    return id;
  }

  notify(method: string, params: unknown): void {
    this.#post({ kind: 'notification', method, params });
  }

  /** About a document. */
  frame(frame: PageFrame): void {
    this.#connection.send(JSON.stringify(frame));
  }

  reply(id: unknown, result: unknown): void {
    this.#post({ kind: 'result', id: id as MessageId, result });
  }

  /** The first that matches, now or later. */
  hear(match: (said: Said) => boolean): Promise<Said> {
    return vi.waitFor(
      () => {
        const said = this.heard.find(match);
        if (!said) throw new Error(`Not heard; the last was ${JSON.stringify(this.heard.at(-1)).slice(0, 300)}`);
        return said;
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  answerTo(id: number): Promise<Said> {
    return this.hear(said => said.id === id && said.method === undefined);
  }

  request(method: string, params: unknown): Promise<Said> {
    return this.answerTo(this.send(method, params));
  }

  /** The result of a tool, `text` being that of its first block. Throws what the extension refuses. */
  async call(tool: string, args: object, tabId?: number) {
    const { result, error } = await this.#decideAndCall(tool, args, tabId);
    if (error) throw new Error(`${error.data.code}: ${error.message}`);
    const { content, tab, surprise = false } = CompanionCallResultSchema.parse(result);
    return { content, tab, surprise, text: String(content[0]?.text) };
  }

  /** Code and sentence of a call that has to fail. */
  async failure(tool: string, args: object, tabId: number): Promise<(string | undefined)[]> {
    const { error } = await this.#decideAndCall(tool, args, tabId);
    return [error?.data.code, error?.message];
  }

  /** The answer to a call that was decided for the page which the tab shows, found out as a hub does: by being told of another one. */
  async #decideAndCall(tool: string, args: object, tabId: number | undefined): Promise<Said> {
    const party = { asker: this.asker, ...(this.dialogs && { dialogs: this.dialogs }) };
    if (tabId === undefined) return this.request('call', { tool, args, ...party });
    const { url } = args as { url?: unknown };
    const opened = tool === 'navigate' ? openableAddress(String(url)) : null;
    let decided: DecidedPage = { origin: originOf(opened ?? ''), frames: [] };
    for (;;) {
      const said = await this.request('call', { tool, args, tabId, decided, ...party });
      const moved = TabMovedSchema.safeParse(said.error?.data.details).data;
      if (!moved || moved.begun) return said;
      const { frames = [] } = decided;
      decided = moved.inFrame
        ? { ...decided, frames: [...frames, String(moved.origin)] }
        : { origin: moved.origin, frames: [] };
    }
  }

  /** Nobody is denied to read what a call may have. */
  #answerCovers({ origins, what }: CompanionCovers): readonly string[] {
    if (what === 'dialog') return this.letsAnswer ? origins : [];
    return what === 'words' ? origins : this.covered(origins);
  }

  #post(message: Message): void {
    this.#sender.send(JSON.stringify(dialects.pilothouse.extension().encode(message)), message);
  }
}
