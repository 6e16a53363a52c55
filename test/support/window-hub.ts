// The hub inside the desktop app as a program sees it: over the bridge of its window, beside the panel.
import { PatchSchema } from '../../contract/schemas/snapshot.ts';
import { askFrom } from './electron.ts';
import { type HubView, KeptSnapshot, until } from './panel-client.ts';
import type { Page } from 'playwright';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export class WindowHub implements HubView {
  readonly #window: Page;
  readonly #kept = new KeptSnapshot();

  private constructor(window: Page) {
    this.#window = window;
  }

  /** For as long as the window is not loaded again. */
  static async open(window: Page): Promise<WindowHub> {
    const hub = new WindowHub(window);
    await window.exposeFunction('tellTest', (event: { event: string; data: unknown }) => {
      if (event.event === 'state:patch') hub.#kept.take(PatchSchema.parse(event.data));
    });
    await window.evaluate(() => {
      Reflect.get(globalThis, 'pilothouse').onEvent(Reflect.get(globalThis, 'tellTest'));
    });
    hub.#kept.begin(await hub.request('state:get', {}));
    return hub;
  }

  get snapshot(): Snapshot {
    return this.#kept.now;
  }

  request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    return askFrom(this.#window, name, params);
  }

  waitFor(isTrue: (snapshot: Snapshot) => boolean, what: string): Promise<void> {
    return until(() => isTrue(this.snapshot), what);
  }
}
