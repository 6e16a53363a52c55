// Extensions whose wire the hub does not know and whose browser started the relay all the same: shown with what they say first. The only writer of them.
import type { UnknownExtension } from '../../../contract/schemas/entities.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { StateWriter } from '../state/publisher.ts';

/** Beyond them the one goes that was here last. */
const maxShown = 20;
/** Ports of all of them together; each keeps a relay and a connection. */
const maxOpen = 20;
const maxSaidChars = 300;

export interface UnknownExtensionsOptions {
  readonly state: StateWriter;
  readonly now: () => number;
}

export class UnknownExtensions {
  readonly #options: UnknownExtensionsOptions;
  readonly #shown = new Map<string, UnknownExtension>();
  readonly #open = new Map<FrameChannel, string>();

  constructor(options: UnknownExtensionsOptions) {
    this.#options = options;
  }

  /** Keeps its port open, so that its browser does not start one relay after another. What it says is dropped but for the first message. */
  accept(argv: readonly string[], channel: FrameChannel): void {
    const extension = extensionIn(argv);
    if (!extension || this.#open.size >= maxOpen)
      return channel.close(`${argv.join(' ').slice(0, 200)} is no extension that Pilothouse knows.`);
    const { id } = extension;
    this.#open.set(channel, id);
    const said = this.#shown.get(id)?.said ?? null;
    this.#put({ ...extension, said, state: { kind: 'here', since: this.#options.now() } });
    let first = true;
    channel.onFrame(frame => {
      const known = this.#shown.get(id);
      if (first && known) this.#put({ ...known, said: textOf(frame) });
      first = false;
    });
    channel.onClose(() => this.#left(channel, id));
  }

  #left(channel: FrameChannel, id: string): void {
    this.#open.delete(channel);
    const known = this.#shown.get(id);
    if (!known || [...this.#open.values()].includes(id)) return;
    this.#put({ ...known, state: { kind: 'gone', since: this.#options.now() } });
  }

  #put(extension: UnknownExtension): void {
    const { id } = extension;
    // Set anew, it stands behind those that were here before.
    this.#shown.delete(id);
    this.#shown.set(id, extension);
    this.#options.state.set('unknownExtensions', id, extension);
    const oldest = [...this.#shown.values()].find(({ state }) => state.kind === 'gone');
    if (this.#shown.size <= maxShown || !oldest) return;
    this.#shown.delete(oldest.id);
    this.#options.state.remove('unknownExtensions', oldest.id);
  }
}

/** The forms are those of relay-origin.ts; the relay lets no other pass. */
function extensionIn([first = '', second = '']: readonly string[]): Pick<UnknownExtension, 'id' | 'family'> | null {
  const [, chromium] = /^chrome-extension:\/\/([a-p]{32})\/$/.exec(first) ?? [];
  if (chromium !== undefined) return { id: chromium, family: 'chromium' };
  const isAddOn = first.endsWith('.json') && second.length <= 100 && /^[\w.{}@-]+$/.test(second);
  return isAddOn ? { id: second, family: 'firefox' } : null;
}

/** Whatever it is, as text; a character that was cut in two stands as one that cannot be read. */
function textOf(frame: Buffer): string {
  const text = frame.subarray(0, maxSaidChars * 4).toString('utf8');
  return text.length > maxSaidChars || frame.length > maxSaidChars * 4 ? `${text.slice(0, maxSaidChars)}…` : text;
}
