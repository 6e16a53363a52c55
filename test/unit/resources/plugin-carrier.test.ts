// The small extension between plugins and the hub: carries what is said with its sender, keeps what has to wait, and says nothing itself.
import { describe, expect, test } from 'vitest';
import { Carrier } from '../../../resources/plugin-hub/carrier.ts';
import { descriptor, envelope } from '../../support/plugin-world.ts';

const time = 'time@plugins.example';

function opened(kept: Record<string, unknown> = {}, sendTo = async (): Promise<unknown> => undefined) {
  const keeps: unknown[] = [];
  const frames: unknown[] = [];
  const told: unknown[] = [];
  const carrier = new Carrier(
    {
      hello: async () => ({ kind: 'hello' }),
      sendTo: async (to, message) => {
        told.push([to, message]);
        return sendTo();
      },
      keep: waiting => keeps.push(waiting),
    },
    kept,
  );
  return { carrier, frames, told, keeps, post: (frame: object) => void frames.push(frame) };
}

const register = (requestId: string) => envelope('PLUGIN_REGISTER', descriptor(time, []), requestId);

describe('the carrier', () => {
  test('the first frame says who speaks, then a message goes as it came, with its sender', async () => {
    const { carrier, frames, post } = opened();
    await carrier.hubCame(post);
    carrier.said(time, register('1'));
    expect(frames).toEqual([{ kind: 'hello' }, { kind: 'message', from: time, message: register('1') }]);
  });

  test('what is no envelope of a plugin is not carried', async () => {
    const { carrier, frames, post } = opened();
    await carrier.hubCame(post);
    for (const message of ['text', null, { type: 'system.getVersion' }, { namespace: 'other' }])
      carrier.said(time, message);
    expect(frames).toHaveLength(1);
  });

  test('while the hub is away the newest registration of each plugin waits, also over a sleep; answers do not', async () => {
    const { carrier, keeps } = opened();
    carrier.said(time, register('1'));
    carrier.said(time, register('2'));
    carrier.said('other@plugins.example', envelope('PLUGIN_PONG', { healthy: true }));
    expect(keeps.at(-1)).toEqual({ [time]: register('2') });
    const woken = opened(keeps.at(-1) as Record<string, unknown>);
    await woken.carrier.hubCame(woken.post);
    expect(woken.frames).toEqual([{ kind: 'hello' }, { kind: 'message', from: time, message: register('2') }]);
    expect(woken.keeps.at(-1)).toEqual({});
  });

  test('it hands to plugins what the hub says and nothing else, and says when the browser could not', async () => {
    const { carrier, frames, told, post } = opened({}, async () => {
      throw new Error('Could not establish connection.');
    });
    await carrier.hubCame(post);
    const ping = envelope('PLUGIN_PING', {}, 'ping-1');
    await carrier.take({ kind: 'send', to: time, message: ping });
    await carrier.take({ kind: 'other', to: time, message: ping });
    await carrier.take('nonsense');
    expect(told).toEqual([[time, ping]]);
    expect(frames.at(-1)).toEqual({ kind: 'unsent', to: time, requestId: 'ping-1' });
  });

  test('a message that is too large is not carried, and the hub is told whose answer it was', async () => {
    const { carrier, frames, post } = opened();
    await carrier.hubCame(post);
    carrier.said(time, envelope('PLUGIN_TOOL_RESULT', { result: 'x'.repeat(4_000_001) }, 'call-1'));
    expect(frames.at(-1)).toMatchObject({ kind: 'too-large', from: time, requestId: 'call-1' });
  });

  test('a hub that went while it was greeted hears nothing', async () => {
    const { carrier, frames, post } = opened();
    const greeting = carrier.hubCame(post);
    carrier.hubWent();
    await greeting;
    carrier.said(time, register('1'));
    expect(frames).toEqual([]);
  });
});
