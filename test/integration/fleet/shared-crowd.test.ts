// One agent of another hub that asks for more and more: what it takes is its own, and other agents of its hub are served on.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetHub } from '../../support/fleet-hub.ts';

const endings: (() => Promise<unknown>)[] = [];
let [jun, mia]: (FleetHub | null)[] = [null, null];
beforeEach(async () => {
  const nats = await startNats();
  endings.push(() => nats.remove());
  jun = await startFleetHub(nats.url, 'jun');
  endings.push(() => jun?.end() ?? Promise.resolve());
  mia = await startFleetHub(nats.url, 'mia');
  endings.push(() => mia?.end() ?? Promise.resolve());
  const serverId = await jun.serve('everything', process.execPath, [everythingPath, 'stdio']);
  const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
  await jun.shared.shares.share({ serverId, share: 'everything', ...whom });
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** What mia says to jun of a call for one of its agents, which declares something; nobody answers the question that it leads to. */
function ask(agent: string, call: string, declares: object): void {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': declares,
    'dev.pilothouse/asked-by': { agent },
  };
  const params = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 2 }, _meta };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const frame = { t: 'offer', call, attempt: 0, share: 'everything', now: true, text };
  mia?.wire.connection.publish('pilothouse.rq.jun.mia.call', JSON.stringify(frame));
}

const agentsOf = (agent: string) =>
  [...(jun?.state.all('agents') ?? [])].filter(({ name }) => name === `mia / ${agent}`);

describeWith(['nats'], 'One agent of another hub', () => {
  test('It is as many agents as it declares different things, up to eight: then its own oldest ends, at work or not, and no other.', async () => {
    ask('other', 'of-other', {});
    await expect.poll(() => agentsOf('other')).toMatchObject([{ inFlight: 1 }]);
    for (let index = 0; index < 12; index++) {
      ask('one', `declared-${index}`, { experimental: { x: { index } } });
      await expect.poll(() => agentsOf('one').length).toBe(Math.min(index + 1, 8));
    }
    expect(agentsOf('one').length).toBe(8);
    expect(agentsOf('other')).toMatchObject([{ inFlight: 1 }]);
  });

  test('It has 256 calls under way; one more is answered as not begun, and one of another agent begins.', async () => {
    const said = new Map<string, string>();
    mia?.wire.connection.subscribe('pilothouse.re.mia.jun.>', {
      callback: (_error, { data }) => {
        const frame = JSON.parse(new TextDecoder().decode(data)) as { t: string; call: string; text?: string };
        if (frame.t === 'done') said.set(frame.call, frame.text ?? '');
      },
    });
    for (let index = 0; index < 257; index++) ask('one', `many-calls-${index}`, {});
    await expect.poll(() => said.size).toBe(1);
    // Which one it is depends on whose agent was ready first.
    expect([...said]).toEqual([
      [expect.stringMatching(/^many-calls-/), expect.stringContaining('this one was not begun')],
    ]);
    ask('other', 'of-other', {});
    await expect.poll(() => agentsOf('other')).toMatchObject([{ inFlight: 1 }]);
  });
});
