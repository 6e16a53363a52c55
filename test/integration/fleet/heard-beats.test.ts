// Beats of a hub that carries calls out, with a real nats-server: it is told of each that nobody hears, and of no other.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { publishFrame } from '../../../electron/core/fleet/shared/asking-member.ts';
import { HeardBeats } from '../../../electron/core/fleet/shared/heard-beats.ts';
import { sharedReplyId } from '../../../electron/core/fleet/shared/shared-frames.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { NatsServer } from '../../support/nats-server.ts';

describeWith(['nats'], 'Beats of a hub that carries calls out', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats?.remove());

  async function open(hub: string) {
    const wire = await openFleetWire('pilothouse', hub, {
      servers: nats.url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    });
    onTestFinished(() => wire.connection.close());
    return wire;
  }

  test('One that is heard is not spoken of; once its asker was killed it is told whose it was.', async () => {
    const [jun, mia] = [await open('jun'), await open('mia')];
    const heard: string[] = [];
    mia.connection.subscribe(`${mia.subjects.prefix}.re.mia.*.shared.ofmiaone.>`, {
      callback: (_error, { subject }) => void heard.push(subject),
    });
    await mia.connection.flush();
    const beats = new HeardBeats(jun, 'ownofjun');
    const unheard: string[] = [];
    beats.listen((asker, token) => unheard.push(`${asker} ${token}`));
    const beat = async (token: string) => {
      const frame = { t: 'beat' as const, call: `${token}-beat`, open: [], done: [], asked: [], turns: [] };
      const to = jun.subjects.reply('mia', sharedReplyId(frame.call));
      publishFrame(jun.connection, to, frame, size => Buffer.alloc(size), beats.addressOf('mia', frame));
      await jun.connection.flush();
    };
    await beat('ofmiaone');
    await beat('ofmiatwo');
    await expect.poll(() => [heard.length, unheard]).toEqual([1, ['mia ofmiatwo']]);
    await mia.connection.close();
    await beat('ofmiaone');
    await expect.poll(() => unheard).toEqual(['mia ofmiatwo', 'mia ofmiaone']);
  });

  test('What another hub says there is not believed.', async () => {
    const [jun, eve] = [await open('jun'), await open('eve')];
    const unheard: string[] = [];
    new HeardBeats(jun, 'ownofjun').listen(asker => unheard.push(asker));
    await jun.connection.flush();
    eve.connection.publish(eve.subjects.reply('jun', 'beat.ownofjun.mia.ofmiaone'));
    await eve.connection.flush();
    await jun.connection.flush();
    expect(unheard).toEqual([]);
  });
});
