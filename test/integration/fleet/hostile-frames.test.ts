// What a hub with the printed rights says to others ends none of them, and none of them stops hearing for it.
import { connect } from '@nats-io/transport-node';
import { afterEach, expect, test } from 'vitest';
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FleetHub } from '../../support/fleet-hub.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** jun shares a server with mia, who uses it; eve has the connection that any account has. */
async function scene() {
  const nats = await startNats();
  endings.push(() => nats.remove());
  const hub = async (name: string): Promise<FleetHub> => {
    const started = await startFleetHub(nats.url, name);
    endings.push(() => started.end());
    return started;
  };
  const [jun, mia] = [await hub('jun'), await hub('mia')];
  const serverId = await jun.serve('everything', process.execPath, [everythingPath, 'stdio']);
  const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };
  await jun.shared.shares.share({ serverId, share: 'everything', ...whom });
  const call = await mia.agent(await mia.use('jun', 'everything'));
  const eve = await connect({ servers: nats.url, inboxPrefix: '_INBOX.pilothouse.eve' });
  endings.push(() => eve.close());
  const works = async () => expect(JSON.stringify(await call('echo', { message: 'hello' }))).toContain('Echo: hello');
  return { nats, mia, eve, works };
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Says a call to jun, and resolves with what is answered. */
function says(eve: NatsConnection) {
  let count = 0;
  const answers: { call: string; text: string }[] = [];
  eve.subscribe('pilothouse.re.eve.jun.>', {
    callback: (_, { data }) => {
      const frame = JSON.parse(Buffer.from(data).toString()) as { t: string; call: string; text: string };
      if (frame.t === 'done') answers.push(frame);
    },
  });
  return async (text: string, share = 'nothing') => {
    const call = `aaaaaaaa-${(count += 1)}`;
    eve.publish('pilothouse.rq.jun.eve.call', JSON.stringify({ t: 'offer', call, attempt: 0, share, now: true, text }));
    await until(() => answers.some(answer => answer.call === call), `${call} is answered`);
    return JSON.parse(answers.find(answer => answer.call === call)?.text ?? '') as { id: unknown };
  };
}

describeWith(['nats'], 'A hub that means ill', () => {
  test('is answered whatever it calls its requests, however deep, with nothing of that in the answer.', async () => {
    const { eve, works } = await scene();
    const offer = says(eve);
    for (const levels of [10, 1_000, 10_000, 100_000])
      for (const share of ['nothing', 'everything'])
        for (const text of [
          `{"jsonrpc":"2.0","id":${deep(levels)},"method":"tools/call"}`,
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":${deep(levels)}}}}`,
          `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"dev.pilothouse/asked-by":${deep(levels)}}}}`,
        ])
          expect([null, 1]).toContain((await offer(text, share)).id);
    await works();
  }, 120_000);

  test('finds no more room than others leave it, and what it says then stops nobody from hearing.', async () => {
    const { eve, works } = await scene();
    for (let index = 0; index <= 5_000; index++) {
      const text = `{"jsonrpc":"2.0","id":${index < 5_000 ? 1 : deep(20_000)},"method":"ping"}`;
      const frame = { t: 'offer', call: `aaaaaaaa-${index}`, attempt: 0, share: 'nothing', now: true, text };
      eve.publish('pilothouse.rq.jun.eve.call', JSON.stringify(frame));
    }
    await eve.flush();
    await works();
  }, 120_000);

  test('whose server others use does not stop them from hearing, whatever it tells and answers.', async () => {
    const { mia, eve, works } = await scene();
    const share = { hub: 'eve', server: 'files', description: '', hubs: ['mia'], roles: [], tools: null };
    await (await mia.wire.kv('shares')).put(
      'eve.files',
      JSON.stringify({ ...share, readOnly: false, toolCount: 1, at: 0 }),
    );
    let heard = 0;
    eve.subscribe('pilothouse.rq.eve.mia.call', {
      callback: (_, { data }) => {
        heard += 1;
        const { call, text } = JSON.parse(Buffer.from(data).toString()) as { call: string; text: string };
        const id = JSON.stringify((JSON.parse(text) as { id: unknown }).id);
        const say = (frame: object) =>
          eve.publish(`pilothouse.re.mia.eve.shared.${call.slice(0, 8)}.${call}`, JSON.stringify({ call, ...frame }));
        const log = `{"level":"info","data":${deep(20_000)}}`;
        say({ t: 'told', text: `{"jsonrpc":"2.0","method":"notifications/message","params":${log}}` });
        say({ t: 'told', text: `{"jsonrpc":"2.0","id":${deep(20_000)},"method":"ping"}` });
        say({ t: 'done', text: `{"jsonrpc":"2.0","id":${id},"result":{"a":${deep(20_000)}}}` });
      },
    });
    const id = await mia.shared.shares.use({ hub: 'eve', share: 'files' });
    const { servers } = mia.registries;
    await servers.changes.approve(id, servers.get(id)?.hash ?? '');
    void servers.start(id).catch(() => {});
    await until(() => heard > 0, 'eve is asked');
    for (let count = 0; count < 5; count++) await works();
  }, 120_000);
});
