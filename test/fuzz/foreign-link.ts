// Property of ports without ids: eight agents, three browsers, and all that can come between; each call ends once, by its own answer.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ClaudeLink } from '../../electron/core/browsers/foreign/claude-link.ts';
import { foreignExtension } from '../../electron/core/browsers/foreign/foreign-extensions.ts';
import { RecordingTap } from '../unit/core/wire/recording-tap.ts';
import { type Property, property } from './property.ts';
import { PlayedClock } from './whole-hub/clock.ts';
import type { ForeignExtension } from '../../electron/core/browsers/foreign/foreign-extensions.ts';

const extension = foreignExtension('fcoeoabgfenejglbffodgkkbkcdhcgfn') as ForeignExtension;
const lateMs = 1_000;
/** Promise chains between a frame and the end of its call. */
const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** A browser whose extension answers in the order in which it was asked, as one port does. */
class Port {
  link: ClaudeLink;
  /** Marks of requests that are not answered. */
  pending: string[] = [];
  /** More than one at a time would be a mistake of the hub. */
  most = 0;
  #hear: (frame: Buffer) => void = () => {};
  #end: () => void = () => {};

  constructor() {
    this.link = new ClaudeLink({
      channel: {
        send: payload => {
          const { params } = JSON.parse(String(payload)) as { params?: { args: { mark: string } } };
          if (params) this.pending.push(params.args.mark);
          this.most = Math.max(this.most, this.pending.length);
          return true;
        },
        onFrame: listener => (this.#hear = listener),
        onClose: listener => (this.#end = () => listener('closed', null)),
        close: () => this.#end(),
      },
      relayPid: 1,
      extension,
      hub: { kind: 'hub', id: 'hub', label: 'Hub' },
      tap: new RecordingTap(),
      now: () => 0,
      lateMs,
      onTabs: () => {},
      onNotice: () => {},
      onStuck: link => link.close('stuck'),
      onClosed: () => {},
    });
  }

  answer(): void {
    const mark = this.pending.shift();
    if (mark !== undefined) this.#say({ type: 'tool_response', result: { content: mark } });
  }

  noise(): void {
    this.#say({ type: 'notification', method: 'x' });
    this.#say({ type: 'ping' });
  }

  kill(): void {
    this.#end();
  }

  #say(value: object): void {
    this.#hear(Buffer.from(JSON.stringify(value)));
  }
}

interface Call {
  readonly mark: string;
  readonly controller: AbortController;
  readonly ends: string[];
}

const agent = fc.nat(7);
const browser = fc.nat(2);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      agent,
      browser,
      timeoutMs: fc.integer({ min: 10, max: 500 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('noise' as const), browser }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), browser }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Runs one case on a clock of its own and throws where a call ended twice, never, or with another one's answer. */
async function run(steps: readonly Step[]): Promise<void> {
  const clock = new PlayedClock();
  clock.install();
  try {
    const { ports, calls } = await play(steps, clock);
    const errors = ['ERR_TOOL_TIMEOUT', 'ERR_CANCELLED', 'ERR_BROWSER_UNAVAILABLE'];
    for (const { mark, ends } of calls) {
      assert.equal(ends.length, 1, `${mark} ended ${ends.length} times.`);
      assert.ok([mark, ...errors].includes(String(ends[0])), `${mark} ended with ${ends[0]}.`);
    }
    for (const port of ports) assert.ok(port.most <= 1, 'Two calls were on one port at once.');
  } finally {
    clock.restore();
  }
}

async function play(steps: readonly Step[], clock: PlayedClock) {
  const ports = [new Port(), new Port(), new Port()];
  const calls: Call[] = [];
  const portOf = (index: number) => ports[index] ?? new Port();
  const ask = (from: number, to: number, timeoutMs: number) => {
    const mark = `${from}-${calls.length}`;
    const call: Call = { mark, controller: new AbortController(), ends: [] };
    calls.push(call);
    const options = { parent: 0, signal: call.controller.signal, timeoutMs, asker: `agent_${from}` };
    portOf(to)
      .link.call({ tool: 'find', args: { mark } }, options)
      .then(
        ({ content }) => call.ends.push(String(content[0]?.text)),
        (error: { code: string }) => call.ends.push(error.code),
      );
  };
  for (const action of steps) {
    if (action.kind === 'call') ask(action.agent, action.browser, action.timeoutMs);
    else if (action.kind === 'answer') portOf(action.browser).answer();
    else if (action.kind === 'noise') portOf(action.browser).noise();
    else if (action.kind === 'wait') await clock.advance(action.ms, settle);
    else if (action.kind === 'cancel') calls[action.which]?.controller.abort();
    else {
      portOf(action.browser).kill();
      ports[action.browser] = new Port();
    }
    await settle();
  }
  await clock.advance(3_000, settle);
  await settle();
  return { ports, calls };
}

export const foreignLink: Property = property(
  'On ports without ids no reply reaches another than its asker, and every call ends exactly once.',
  [fc.array(step, { maxLength: 40, size: 'max' })],
  run,
);
