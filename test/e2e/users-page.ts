// A page that the user is in, which tells how often it lost the focus. Nothing is attached to it: a debugger would keep it focused.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../support/panel-client.ts';
import type { Page } from './extension-scene.ts';

/** Whoever takes the focus is given it by the window manager, which takes its time. */
const looksAfterwards = 4;
const betweenMs = 300;

interface Seen {
  readonly blurs: number;
  readonly hasFocus: boolean;
}

export class UsersPage {
  readonly pages: Readonly<Record<string, Page>>;
  #seen: Seen = { blurs: 0, hasFocus: false };
  #looks = 0;

  constructor(path: string) {
    this.pages = {
      [path]: `<!doctype html><title>The user’s</title><h1>The user reads here</h1><script>
        let blurs = 0;
        addEventListener('blur', () => { blurs += 1; });
        const seen = () => new URLSearchParams({ blurs, hasFocus: document.hasFocus() });
        setInterval(() => fetch('${path}-seen?' + seen(), { cache: 'no-store' }), 50);
      </script>`,
      [`${path}-seen`]: response => {
        const { searchParams } = new URL(response.req.url ?? '', 'http://site');
        this.#seen = { blurs: Number(searchParams.get('blurs')), hasFocus: searchParams.get('hasFocus') === 'true' };
        this.#looks += 1;
        response.end();
      },
    };
  }

  /** `give` is repeated: a window that its window manager has not shown yet takes no focus. */
  async isGivenFocus(give: () => Promise<unknown>): Promise<void> {
    const hasTaken = async () => {
      await give();
      await setTimeout(betweenMs);
      return this.#seen.hasFocus;
    };
    await until(hasTaken, 'the page of the user has the focus');
  }

  /** Or is given it back. */
  async hasFocus(): Promise<void> {
    await expect.poll(() => this.#seen.hasFocus).toBe(true);
    await this.#lookAgain();
    expect(this.#seen.hasFocus).toBe(true);
  }

  /** It does not lose the focus for a moment. */
  async keepsFocus(meanwhile: () => Promise<void>): Promise<void> {
    await this.hasFocus();
    const before = this.#seen.blurs;
    await meanwhile();
    await this.#lookAgain();
    expect(this.#seen.blurs - before, 'how often the user’s page has lost the focus').toBe(0);
    expect(this.#seen.hasFocus).toBe(true);
  }

  /** What is under way when this is called is seen by then. */
  async #lookAgain(): Promise<void> {
    const wanted = this.#looks + looksAfterwards;
    await expect.poll(() => this.#looks).toBeGreaterThanOrEqual(wanted);
  }
}
