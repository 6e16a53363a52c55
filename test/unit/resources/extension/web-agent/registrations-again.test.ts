// What a page has registered, as a hub that came anew is told of it: what it refuses for now is told to it again, what it refuses for good is lost.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PageFault } from '../../../../../resources/extension/web-agent/page-fault.ts';
import { PageWire } from '../../../../../resources/extension/web-agent/page-wire.ts';
import { RegistrationsAgain } from '../../../../../resources/extension/web-agent/registrations-again.ts';
import type { PageFrame } from '../../../../../contract/schemas/web-agent.ts';
import type { ToContent } from '../../../../../resources/extension/web-agent/port-messages.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly eventType?: string };
}

const paused = { code: 'ERR_PERMISSION_DENIED', details: { cause: 'ERR_PAUSED' } };
const event = (id: string, payload: unknown = { eventType: id }) => ({ type: 'agent.agents.subscribe', id, payload });

describe('What a hub that came anew refuses', () => {
  let posted: ToContent[];
  let again: RegistrationsAgain;
  let wire: PageWire;
  let asked: Asked[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    [posted, asked] = [[], []];
    again = new RegistrationsAgain(message => posted.push(message));
    const send = (frame: PageFrame) => void (frame.kind === 'rpc' && asked.push(frame.rpc as Asked));
    wire = new PageWire({
      ...{ hub: { send }, id: 'page-1', post: () => {} },
      serve: () => Promise.reject(new Error('Nobody asks for this.')),
    });
  });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  const events = () => asked.map(({ params }) => params.eventType);
  const answer = async (data?: { code: string; details?: object }) => {
    const { id } = asked.shift()!;
    const error = { code: -32_603, message: 'Not now.', data };
    wire.receive({ jsonrpc: '2.0', id, ...(data ? { error } : { result: null }) });
    await settle();
  };
  const lost = () => posted.flatMap(message => (message.kind === 'lost' ? [message.lost.id] : []));
  const begin = (...ids: string[]) => {
    again.load(JSON.stringify(ids.map(id => event(id))));
    wire.tellAgain(again);
  };

  test.each(['ERR_PERMISSION_DENIED', 'ERR_SCOPE_REQUIRED', 'ERR_FEATURE_DISABLED', 'ERR_INVALID_REQUEST'])(
    'with %s is lost.',
    async code => {
      begin('news');
      await answer({ code });
      expect([lost(), again.isNeeded]).toEqual([['news'], false]);
      vi.runAllTimers();
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ['a pause', paused],
    ['a time of reading only', { code: 'ERR_PERMISSION_DENIED', details: { cause: 'ERR_READ_ONLY' } }],
    ['too much at once', { code: 'ERR_RATE_LIMITED' }],
    ['a failure', { code: 'ERR_INTERNAL' }],
  ])('for %s is kept, and told again until it is taken.', async (_, refusal) => {
    begin('news', 'prices');
    await answer();
    await answer(refusal);
    for (let times = 0; times < 10; times += 1) {
      expect(asked).toEqual([]);
      vi.advanceTimersByTime(30_000);
      await settle();
      expect(events()).toEqual(['prices']);
      await answer(times < 9 ? refusal : undefined);
    }
    vi.runAllTimers();
    await settle();
    expect([asked, lost(), again.isNeeded]).toEqual([[], [], true]);
  });

  test('is told again one by one, and while all is paused the first of it alone.', async () => {
    begin('a', 'b', 'c');
    for (let at = 0; at < 3; at += 1) await answer(paused);
    vi.advanceTimersByTime(2_000);
    await settle();
    expect(events()).toEqual(['a']);
    await answer(paused);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(4_000);
    await settle();
    await answer({ code: 'ERR_RATE_LIMITED' });
    expect(events()).toEqual(['b']);
    await answer();
    expect(events()).toEqual(['c']);
    await answer({ code: 'ERR_SCOPE_REQUIRED' });
    vi.advanceTimersByTime(8_000);
    await settle();
    expect([events(), lost()]).toEqual([['a'], ['c']]);
  });

  test('holds up what the page asks for until all was told once, and no longer.', async () => {
    const { signal } = new AbortController();
    const ask = async (id: number) => {
      void wire.ask({ id, type: 'agent.agents.list', payload: {}, signal });
      await settle();
    };
    const methods = () => asked.map(({ method }) => method);
    begin('news');
    await ask(1);
    expect(methods()).toEqual(['agent.agents.subscribe']);
    await answer(paused);
    expect(methods()).toEqual(['agent.agents.list']);
    await answer();
    vi.advanceTimersByTime(2_000);
    await ask(2);
    expect(methods()).toEqual(['agent.agents.subscribe', 'agent.agents.list']);
  });

  test('is lost too where it was too large to be kept, with a word on that.', async () => {
    const description = 'x'.repeat(100_000);
    again.answered('agent.addressBar.registerProvider', { id: 'p', description }, { providerId: 'p' });
    again.answered('agent.agents.subscribe', { eventType: 'news' }, null);
    expect(lost()).toEqual([]);
    wire.tellAgain(again);
    expect(events()).toEqual(['news']);
    await answer();
    const message = expect.stringContaining('too large to be registered again');
    const error = { code: 'ERR_INVALID_REQUEST', message };
    expect(posted).toEqual([{ kind: 'lost', lost: { type: 'agent.addressBar.registerProvider', id: 'p', error } }]);
    vi.runAllTimers();
    expect([asked, again.isNeeded]).toEqual([[], true]);
  });

  test('is told as it is registered by then, and nothing to a hub that has gone.', async () => {
    begin('a', 'b', 'c');
    for (let at = 0; at < 3; at += 1) await answer({ code: 'ERR_RATE_LIMITED' });
    again.answered('agent.agents.unsubscribe', { eventType: 'a' }, null);
    vi.advanceTimersByTime(2_000);
    await settle();
    expect(events()).toEqual(['b']);
    wire.leave(new PageFault('ERR_SERVER_UNAVAILABLE', 'It has gone.'));
    await settle();
    vi.runAllTimers();
    await settle();
    expect([events(), lost(), again.isNeeded]).toEqual([['b'], [], true]);
  });
});
