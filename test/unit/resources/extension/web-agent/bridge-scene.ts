// The content script's bridge of one document, between a page and a background that the test plays.
import { PageBridge } from '../../../../../resources/extension/web-agent/page-bridge.ts';
import type { ToBackground, ToContent } from '../../../../../resources/extension/web-agent/port-messages.ts';

export class BridgeScene {
  /** What the page is posted. */
  readonly heard: Record<string, unknown>[] = [];
  /** What the background of now got. */
  said: ToBackground[] = [];
  ports = 0;
  /** Whether the extension is there. */
  isThere = true;
  readonly bridge: PageBridge;
  #tell: (message: ToContent) => void = () => {};
  #lose: () => void = () => {};

  constructor() {
    this.bridge = new PageBridge({
      post: message => this.heard.push(message as Record<string, unknown>),
      connect: (tell, lose) => {
        if (!this.isThere) throw new Error('Extension context invalidated.');
        this.ports += 1;
        this.said = [];
        this.#tell = tell;
        this.#lose = lose;
        return { post: message => this.said.push(message), close: () => {} };
      },
      servers: () => [{ url: 'https://shop.example/mcp', title: 'Shop', transport: 'sse' }],
      providers: () => [],
    });
  }

  page(message: unknown): void {
    this.bridge.receive(message);
  }

  background(message: ToContent): void {
    this.#tell(message);
  }

  /** The background ends. */
  lose(): void {
    this.#lose();
  }

  /** The newest request. */
  get asked(): Extract<ToBackground, { kind: 'request' }> | undefined {
    return this.said.findLast(message => message.kind === 'request');
  }
}
