// Two built hubs that share a server under one name, with the rights that are printed: a kill in the middle of a call, a cut, and who may do what.
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inEnglish } from '../../../words/english.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { accountWith, agentOf, busy, fleetServer, member, owner } from '../../support/shared-hubs.ts';
import { answer } from '../hub/scenes.ts';
import type { Member } from '../../support/shared-hubs.ts';

describeWith(['nats'], 'A group of hubs that share a server', () => {
  test('Calls spread; one that had begun at a killed hub is answered and not run again, and the others go on.', async () => {
    const { url } = await fleetServer('jun', 'kai', 'mia');
    const [jun, kai] = [await owner(url, 'jun'), await owner(url, 'kai')];
    const mia = await member(url, 'mia');
    const work = await agentOf(mia, null);
    const file = path.join(mia.place.folder, 'calls.txt');
    const begun = () => fs.readFileSync(file, 'utf8').trim().split('\n');
    const callsOf = ({ panel }: Member) =>
      Object.values(panel.snapshot.agents).reduce((sum, one) => sum + one.calls, 0);
    let made = 0;
    // On a busy machine one of them may be passed over for a while because it did not answer in time.
    await until(async () => {
      const names = Array.from({ length: 20 }, (_, at) => `a${made + at}`);
      made += names.length;
      const first = await Promise.all(names.map(name => work(name, { file })));
      expect(first.map(({ text }) => text)).toEqual(names.map(name => `Done: ${name}`));
      await until(() => callsOf(jun) + callsOf(kai) === made, 'each call is counted');
      return Math.min(callsOf(jun), callsOf(kai)) > 0;
    }, 'both of them have taken calls');
    // What a panel has not heard yet would be taken for the long one.
    await until(() => !busy(jun) && !busy(kai), 'none of them is under way');

    const waits = work('long', { file, waitMs: 60_000 });
    await until(() => begun().includes('long') && (busy(jun) || busy(kai)), 'it has begun at one of them');
    const [dead, left] = busy(jun) ? [jun, kai] : [kai, jun];
    const name = dead === jun ? 'jun' : 'kai';
    await dead.hub.kill('SIGKILL');
    const { text, isError } = await waits;
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining(`had begun on ${name}, which has gone; it was not run`),
    ]);
    const more = await Promise.all(Array.from({ length: 10 }, (_, at) => work(`b${at}`, { file })));
    expect(more.map(({ text: said }) => said)).toEqual(more.map((_, at) => `Done: b${at}`));
    await until(() => !busy(left), 'nothing is left');
    expect(begun().toSorted()).toEqual([...new Set(begun())].toSorted());
    expect(begun()).toHaveLength(made + 11);
  }, 120_000);

  test('A hub whose rights name no group is sent none of its calls, says so, and is reached by its own name; once its rights name it, it takes its turn.', async () => {
    const hubs = ['jun', 'kai', 'mia'];
    const nats = await startNats({ config: accountWith(hubs, ['kai', 'mia']) });
    onTestFinished(() => nats.remove());
    const [jun, kai] = [await owner(nats.url, 'jun'), await owner(nats.url, 'kai')];
    const mia = await member(nats.url, 'mia');
    const said = () => kai.panel.snapshot.hub.problems.map(({ reason }) => inEnglish(reason)).join('\n');
    const saysSo = () => said().includes('others reach it as kai/worker');
    await until(saysSo, 'it is told');
    expect(said()).toContain('pilothouse fleet rights kai --serves worker prints');
    const work = await agentOf(mia, null);
    const file = path.join(mia.place.folder, 'calls.txt');
    const callsOf = ({ panel }: Member) =>
      Object.values(panel.snapshot.agents).reduce((sum, one) => sum + one.calls, 0);
    for (let at = 0; at < 20; at++) expect((await work(`a${at}`, { file })).text).toBe(`Done: a${at}`);
    await until(() => callsOf(jun) === 20, 'each call is counted');
    expect(callsOf(kai)).toBe(0);
    const named = await agentOf(mia, 'kai');
    expect((await named('named', { file })).text).toBe('Done: named');
    await until(() => callsOf(kai) === 1, 'it is counted');

    nats.configure(accountWith(hubs));
    await nats.restart();
    await until(() => !saysSo(), 'it is in the group');
    await until(() => [jun, mia].every(({ panel }) => panel.snapshot.hub.fleet?.state === 'online'), 'all are back');
    const more = await Promise.all(Array.from({ length: 20 }, (_, at) => work(`b${at}`, { file })));
    expect(more.map(({ text }) => text)).toEqual(more.map((_, at) => `Done: b${at}`));
    await until(() => callsOf(kai) > 1, 'it took some');
  }, 120_000);

  test('A call outlasts a cut of either side, and its answer comes once; one that is made during it begins nowhere.', async () => {
    const nats = await fleetServer('jun', 'mia');
    const [miaWay, junWay] = [await startLossyProxy(nats.port), await startLossyProxy(nats.port)];
    onTestFinished(async () => {
      await miaWay.close();
      await junWay.close();
    });
    const jun = await owner(junWay.url, 'jun');
    const mia = await member(miaWay.url, 'mia');
    const work = await agentOf(mia, 'jun');
    const file = path.join(mia.place.folder, 'calls.txt');
    for (const way of [miaWay, junWay]) {
      const call = work('cut', { file, waitMs: 3_000 });
      await until(() => busy(jun), 'it runs');
      way.cut();
      expect(await call).toEqual({ text: 'Done: cut', isError: false });
      await until(() => !busy(jun), 'its owner has told that it is over');
    }
    await nats.kill();
    await until(() => mia.panel.snapshot.hub.fleet?.state !== 'online', 'it is noticed');
    expect((await work('away', { file })).text).toContain('nothing was begun');
    await nats.restart();
    await until(() => mia.panel.snapshot.hub.fleet?.state === 'online', 'it is back');
    await until(() => jun.panel.snapshot.hub.fleet?.state === 'online', 'its owner is back too');
    expect((await work('again', { file })).text).toBe('Done: again');
    expect(fs.readFileSync(file, 'utf8').trim().split('\n')).toEqual(['cut', 'cut', 'again']);
  }, 120_000);

  test('The rules of the one who asks come first, then those of the owner, which may change while it waits.', async () => {
    const { url } = await fleetServer('jun', 'mia');
    const jun = await owner(url, 'jun', false);
    const mia = await member(url, 'mia');
    const act = await agentOf(mia, 'jun', 'act');
    const asks = ({ panel }: Member) => Object.keys(panel.snapshot.prompts).length > 0;
    const denied = act('denied');
    await until(() => asks(mia), 'its own user is asked');
    expect(jun.panel.snapshot.prompts).toEqual({});
    await answer(mia.panel, 'deny', 'use');
    expect(await denied).toMatchObject({ isError: true, text: expect.stringContaining('The user refused') });
    const { entries } = await jun.panel.request('trace:window', { filter: { tool: 'act' }, from: -1, count: 10 });
    expect(entries).toEqual([]);

    const gone = act('gone').catch(String);
    await answer(mia.panel, 'allow', 'always');
    await until(() => asks(jun), 'the owner is asked');
    const [agent] = Object.values(mia.panel.snapshot.agents).filter(({ name }) => name === 'Claude Code');
    await mia.panel.request('agents:disconnect', { agentId: agent?.id ?? '' });
    expect(await gone).toContain('disconnected');
    await until(() => !asks(jun), 'the question is withdrawn with its call');
  }, 120_000);

  test('What the owner takes away while its question waits is answered, and the question is withdrawn.', async () => {
    const { url } = await fleetServer('jun', 'mia');
    const jun = await owner(url, 'jun', false);
    const mia = await member(url, 'mia');
    const act = await agentOf(mia, 'jun', 'act');
    const asks = ({ panel }: Member) => Object.keys(panel.snapshot.prompts).length > 0;
    const waits = act('waits');
    await answer(mia.panel, 'allow', 'always');
    await until(() => asks(jun), 'the owner is asked');
    const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };
    await jun.panel.request('fleet:share', { serverId: 'worker', share: 'worker', ...whom });
    expect((await waits).text).toContain('is not shared any more');
    await until(() => !asks(jun), 'the question is withdrawn');
    expect((await act('again')).isError).toBe(true);
    expect(jun.panel.snapshot.prompts).toEqual({});
  }, 120_000);
});
