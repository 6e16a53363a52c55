// Eight agents on four wires, three browsers of three kinds and one hub: everything that a case may do to them.
import { setImmediate as turn } from 'node:timers/promises';
import { ClaudeFramesAgent, ClaudezillaAgent } from './agents.ts';
import { ClaudeBrowser, ClaudezillaBrowser, OurBrowser, type PlayedBrowser } from './browsers.ts';
import { CallBook } from './call-book.ts';
import { PlayedClock } from './clock.ts';
import { HubInProcess } from './hub-in-process.ts';
import { McpAgent } from './mcp-agent.ts';
import type { PlayedAgent } from './played-agent.ts';

export type Step =
  | { readonly do: 'call' | 'leave' | 'cancel' | 'repeat'; readonly agent: number }
  | { readonly do: 'answer'; readonly browser: number; readonly which: number; readonly works: boolean }
  | { readonly do: 'open' | 'drop' | 'kill' | 'duplicate'; readonly browser: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'pause'; readonly turns: number }
  | { readonly do: 'restart' };

/** How many turns of the event loop a message needs from end to end, at most. */
const settleTurns = 6;
const maxTabs = 40;
const retryMs = 400;
/** Longer than any call, and longer than an agent or a late answer is waited for. */
const patienceMs = 200_000;

export class World {
  readonly book = new CallBook();
  readonly #clock = new PlayedClock();
  readonly #hub = new HubInProcess(this.#clock);
  #groups: PlayedAgent[][] = [];
  #agents: PlayedAgent[] = [];
  #browsers: PlayedBrowser[] = [];
  /** Whether the hub knows none of the agents. */
  #isStrange = true;

  static async open(): Promise<World> {
    const world = new World();
    world.#clock.install();
    await world.#hub.start();
    await world.#populate();
    return world;
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) agent.leave();
    for (const browser of this.#browsers) browser.kill();
    await this.#hub.end();
    this.#clock.restore();
  }

  /** Runs one case to its end, and says what went wrong. */
  async run(steps: readonly Step[]): Promise<string[]> {
    if (this.#isStrange) await this.#introduce();
    for (const browser of this.#browsers) if (browser.tabCount > maxTabs) browser.kill();
    await this.#openAll();
    for (const step of steps) await this.#do(step);
    await this.#finish();
    return this.book.close();
  }

  async #populate(): Promise<void> {
    const { home } = this.#hub;
    for (const clientId of ['compat-claude', 'compat-claudezilla'])
      await this.#hub.request('clients:set-start', { clientId, start: 'own-tabs' });
    const client = await this.#hub.client('Played');
    const current = () => this.#hub.current;
    const mcp = (name: string) => new McpAgent({ home, ...client, instanceId: `${name} of a property` }, this.book);
    const frames = (name: string, id: 'claude-code-frames' | 'claude-bridge-frames') =>
      new ClaudeFramesAgent(() => this.#hub.address(id), name, current, this.book);
    const zilla = (name: string) =>
      new ClaudezillaAgent(this.#hub.claudezilla, `agent_${name}_${process.pid}`, current, this.book);
    this.#browsers = [
      new OurBrowser(home, this.book),
      new ClaudeBrowser(home, this.book),
      new ClaudezillaBrowser(home, this.book),
    ];
    this.#groups = [
      [mcp('mcp-1'), frames('frames-1', 'claude-code-frames'), zilla('aaaa1111')],
      [mcp('mcp-2'), frames('frames-2', 'claude-bridge-frames'), zilla('bbbb2222')],
      [mcp('mcp-3'), frames('frames-3', 'claude-code-frames')],
    ];
    this.#agents = this.#groups.flat();
  }

  /** An agent works in the browser that is there when it calls first: so each group gets another one. */
  async #introduce(): Promise<void> {
    this.#isStrange = false;
    for (const [place, agents] of this.#groups.entries()) {
      for (const browser of this.#browsers) browser.kill();
      await this.#settle();
      await this.#browsers[place]?.open();
      await this.#settle();
      for (const agent of agents) agent.call();
      await this.#finish();
    }
  }

  async #do(step: Step): Promise<void> {
    const agent = 'agent' in step ? this.#agents[step.agent % this.#agents.length] : undefined;
    const browser = 'browser' in step ? this.#browsers[step.browser % this.#browsers.length] : undefined;
    switch (step.do) {
      case 'call':
      case 'leave':
      case 'cancel':
      case 'repeat':
        return agent?.[step.do]();
      case 'answer':
        return browser?.answer(step.which, step.works);
      case 'open':
        return void browser?.open();
      case 'drop':
      case 'kill':
      case 'duplicate':
        return browser?.[step.do]();
      case 'wait':
        await this.#clock.advance(step.ms, () => this.#settle(1));
        // A relay looks for the hub by itself, and a browser starts another relay.
        if (step.ms >= retryMs) await this.#openAll();
        return;
      case 'pause':
        return this.#settle(step.turns);
      case 'restart':
        this.#isStrange = true;
        return this.#hub.restart();
    }
  }

  async #openAll(): Promise<void> {
    for (let tries = 0; tries < 3 && this.#browsers.some(({ isOpen }) => !isOpen); tries += 1) {
      await Promise.all(this.#browsers.map(browser => browser.open()));
      await this.#settle();
    }
  }

  /** Everything is answered for as long as anything is asked; then time passes until nobody waits any more. */
  async #finish(): Promise<void> {
    for (const until of [0, 0, 20_000, patienceMs]) {
      await this.#answerAll();
      if (this.book.open.length === 0 && this.#waiting() === 0) return;
      await this.#openAll();
      await this.#clock.advance(until, () => this.#answerAll());
    }
  }

  async #answerAll(): Promise<void> {
    for (let idle = 0; idle < 2; idle += this.#waiting() === 0 ? 1 : 0) {
      for (const browser of this.#browsers) if (browser.isOpen) browser.answer(0, true);
      await this.#settle();
      if (this.#browsers.every(({ isOpen, waiting }) => !isOpen || waiting === 0)) idle += 1;
    }
  }

  #waiting(): number {
    return this.#browsers.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  async #settle(turns = settleTurns): Promise<void> {
    for (let number = 0; number < turns; number += 1) await turn();
  }
}
