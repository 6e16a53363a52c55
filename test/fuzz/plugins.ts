// Property of plugins: whoever says whatever, late, twice or in another's name, an answer reaches the call that it answers, and no other.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { envelope, openPlugins, tool } from '../support/plugin-world.ts';
import { property } from './property.ts';
import type { FakeBrowser } from '../support/plugin-world.ts';

const plugins = ['a@plugins.example', 'b@plugins.example', '{2b6e0f4c-6d0e-4a77-9a1c-5d3f1c0f8a11}'] as const;
const plugin = fc.constantFrom(...plugins);
const browser = fc.integer({ min: 0, max: 1 });
const at = fc.nat({ max: 7 });
const anything = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant(null));
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), plugin }) },
    // By the plugin that was asked, or by another; in the browser in which it was asked, or in the other; as an answer of its kind, or not.
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        at,
        from: fc.option(fc.oneof(plugin, fc.constant('z@plugins.example'), fc.string({ maxLength: 6 })), { freq: 2 }),
        elsewhere: fc.boolean(),
        type: fc.constantFrom(
          'PLUGIN_TOOL_RESULT',
          'PLUGIN_TOOL_RESULT',
          'PLUGIN_TOOL_ERROR',
          'PLUGIN_PONG',
          'PLUGIN_PING',
        ),
        version: fc.constantFrom('harbor-plugin/v1', 'harbor-plugin/v1', 'harbor-plugin/v1', 'harbor-plugin/v0'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('register' as const), plugin, browser, more: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('goodbye' as const), plugin, browser }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const), browser }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('disable' as const), plugin, on: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('junk' as const),
        from: fc.oneof(plugin, fc.string()),
        browser,
        anything,
      }),
    },
  ),
  { maxLength: 40 },
);
const turns = 20;
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

interface Call {
  readonly plugin: string;
  readonly requestId: string;
  readonly browser: number;
  readonly abort: AbortController;
  /** What a true answer says; null until one was given while the call waited. */
  given: string | null;
  ends: string[];
}

class World {
  readonly #hub = openPlugins();
  readonly #browsers: FakeBrowser[] = [this.#open(0), this.#open(1)];
  readonly #calls: Call[] = [];
  #answers = 0;

  constructor() {
    for (const id of plugins) for (const one of this.#browsers) one.register(id, [tool('work')]);
  }

  async run(all: readonly Step[]): Promise<void> {
    for (const step of all) {
      await this.#do(step);
      await settle();
    }
    for (const one of this.#browsers) one.leave();
    await settle();
    this.#hub.registry.stop();
    this.#hub.state.flush();
    // Promises alone would keep every timer of every case waiting, and what it holds, until the last case is done.
    await setImmediate();
  }

  /** Throws where a call ended twice or never, with another's answer, or with one that was not its own to give. */
  expectWhole(): void {
    for (const { ends, given, plugin: id } of this.#calls) {
      assert.equal(ends.length, 1, `a call of ${id} ended ${ends.length} times: ${ends.join(', ')}`);
      if (given !== null) assert.equal(ends[0], given);
      else assert.match(ends[0] ?? '', /^(ERR_CANCELLED|ERR_SERVER_UNAVAILABLE)$/);
    }
    const requests = this.#hub.tap.entries.filter(({ open }) => open.kind === 'request');
    assert.deepEqual(
      requests.filter(({ closes }) => closes.length !== 1),
      [],
    );
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        return this.#call(step.plugin);
      case 'answer':
        return this.#answer(step);
      case 'register':
        this.#browsers[step.browser]?.register(step.plugin, step.more ? [tool('work'), tool('more')] : [tool('work')]);
        return;
      case 'goodbye':
        return this.#browsers[step.browser]?.say(step.plugin, envelope('PLUGIN_UNREGISTER', {}));
      case 'cancel':
        return this.#calls[step.at]?.abort.abort();
      case 'reconnect':
        this.#browsers[step.browser] = this.#open(step.browser);
        return;
      case 'disable':
        return this.#hub.registry.setEnabled(step.plugin, step.on).catch(() => {});
      case 'junk':
        return this.#browsers[step.browser]?.say(step.from, step.anything);
    }
  }

  #call(id: string): void {
    if (!this.#hub.catalogue.lookUp(`${id}::work`)) return;
    const abort = new AbortController();
    const before = this.#browsers.map(({ sent }) => sent.length);
    const pending = this.#hub.call(`${id}::work`, {}, { signal: abort.signal });
    const where = this.#browsers.findIndex(({ sent }, index) => sent.length > (before[index] ?? 0));
    const sent = this.#browsers[where]?.sent.at(-1);
    if (!sent || sent.message.type !== 'PLUGIN_TOOL_CALL') return void pending.catch(() => {});
    assert.equal(sent.to, id);
    const call: Call = { plugin: id, requestId: sent.message.requestId, browser: where, abort, given: null, ends: [] };
    this.#calls.push(call);
    void pending.then(
      ({ content }) => call.ends.push(String(content[0]?.['text'])),
      (error: { code?: string; message?: string }) => call.ends.push(String(error.code)),
    );
  }

  #answer({ at: index, from, elsewhere, type, version }: Step & { do: 'answer' }): void {
    const call = this.#calls[index];
    if (!call) return;
    const sender = from ?? call.plugin;
    const place = elsewhere ? 1 - call.browser : call.browser;
    const text = `answer ${(this.#answers += 1)}`;
    const payload = type === 'PLUGIN_TOOL_ERROR' ? { code: 'EXECUTION_FAILED', message: text } : { result: text };
    const isTrue =
      sender === call.plugin && place === call.browser && version === 'harbor-plugin/v1' && call.ends.length === 0;
    const fits = type === 'PLUGIN_TOOL_RESULT' || type === 'PLUGIN_TOOL_ERROR';
    if (isTrue && fits && call.given === null) call.given = type === 'PLUGIN_TOOL_ERROR' ? 'EXECUTION_FAILED' : text;
    this.#browsers[place]?.say(sender, envelope(type, payload, call.requestId, version));
  }

  #open(index: number): FakeBrowser {
    return this.#hub.browser(index === 0 ? 'a' : 'b');
  }
}

/** What was answered is told after a few turns of promises; nothing here waits for anything else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

export const pluginAnswers = property(
  'Whoever answers in whose name, each call of a plugin ends once, with the answer of the plugin that was asked where it was asked.',
  [steps],
  async all => {
    const world = new World();
    await world.run(all);
    world.expectWhole();
  },
);
