// What happens while the user's decision on a browser is being written: it may leave, come back, or be decided about twice.
import { beforeEach, expect, test } from 'vitest';
import { BrowserRegistry } from '../../../../electron/core/browsers/browser-registry.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { buildPending, buildState, noon, noPageAnswers } from '../../../support/hub-fixtures.ts';
import { RecordingTap } from '../wire/recording-tap.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';

let written: ReturnType<typeof buildPending>;
let made: ReturnType<typeof createRegistry>;
let random = 0;

beforeEach(() => {
  written = buildPending();
  made = createRegistry();
});

function createRegistry() {
  const state = buildState();
  const common = { state, now: () => noon };
  const registry = new BrowserRegistry({
    ...common,
    tabs: new TabRegistry({ ...common, onEnded: () => {} }),
    tap: new RecordingTap(),
    answers: noPageAnswers,
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    rows: [],
    persist: { put: () => written.promise, remove: async () => {} },
    randomBytes: size => Buffer.alloc(size, ++random),
  });
  const connect = (pid: number) => {
    const relay = playRelay();
    const argv = ['/home/ana/claudezilla.json', 'claudezilla@boot.industries'];
    registry.accept({ role: 'relay', argv, pid }, relay.channel as unknown as FrameChannel);
    return relay;
  };
  const shown = () => Object.values(state.snapshot().browsers).map(browser => browser.state.kind);
  const first = () => Object.values(state.snapshot().browsers)[0]?.id ?? '';
  return { registry, connect, shown, first };
}

function playRelay() {
  const sent: Record<string, unknown>[] = [];
  let hear = (_frame: Buffer): void => {};
  let end = (_reason: string): void => {};
  return {
    sent,
    say: (value: object) => hear(Buffer.from(JSON.stringify(value))),
    leave: () => end('left'),
    channel: {
      send: (text: string) => sent.push(JSON.parse(text)),
      onFrame: (listener: typeof hear) => (hear = listener),
      onClose: (listener: typeof end) => (end = listener),
      close: (reason: string) => end(reason),
    },
  };
}

test('A browser that leaves while its approval is written is away, and not connected to nothing.', async () => {
  const relay = made.connect(1);
  const approved = made.registry.approve(made.first(), 'Mine');
  relay.leave();
  written.resolve();
  await approved;
  expect(made.shown()).toEqual(['away']);
});

test('A browser that comes back while its approval is written is connected through its new relay.', async () => {
  const [before, id] = [made.connect(1), made.first()];
  const approved = made.registry.approve(id, 'Mine');
  before.leave();
  const again = made.connect(2);
  written.resolve();
  await approved;
  expect(made.shown()).toEqual(['connected']);
  expect(made.registry.get(id)?.state).toMatchObject({ relayPid: 2 });
  again.leave();
  expect(made.shown()).toEqual(['away']);
});

test('A second answer, while the first is written, is refused and changes nothing.', async () => {
  made.connect(1);
  const approved = made.registry.approve(made.first(), 'Mine');
  await expect(made.registry.deny(made.first())).rejects.toThrow(
    'does not wait for approval: it is being decided about',
  );
  written.resolve();
  await approved;
  expect(made.shown()).toEqual(['connected']);
});

test('A late answer to an earlier connection has no id of the next one, so it reaches nobody.', async () => {
  written.resolve();
  const before = made.connect(1);
  await made.registry.approve(made.first(), 'Mine');
  const options = { parent: 0, signal: new AbortController().signal, timeoutMs: 60_000, asker: 'agent_a' };
  const call = (url: string) =>
    made.registry.call(made.first(), { tool: 'get_page_text', args: { url }, tabId: 7 }, options);
  const lost = call('one');
  before.leave();
  await expect(lost).rejects.toMatchObject({ code: 'ERR_BROWSER_UNAVAILABLE' });
  const again = made.connect(1);
  const next = call('two');
  const answer = (id: unknown, text: string) => again.say({ id, success: true, result: { text } });
  answer(before.sent[0]?.['id'], 'of the call before');
  answer(again.sent[0]?.['id'], 'its own');
  expect((await next).content).toEqual([{ type: 'text', text: 'Title: \nURL: \n\nits own' }]);
});
