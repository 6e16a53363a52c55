// What policy.json and its signed list forbid, on a running hub: servers that were added by hand, lists from an address, and a restart.
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { listSigner } from '../../support/signed-list.ts';
import { addSpeaker } from './npx-speaker.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const denySpeaker = {
  id: 'no-speaker',
  effect: 'deny',
  packages: [{ kind: 'npm', identifier: '@acme/speaker' }],
  reason: 'It talks too much.',
};

async function writePolicy(place: HubPlace, panel: PanelClient, catalogue: object) {
  const before = panel.snapshot.hub.policy.loadedAt;
  fs.writeFileSync(path.join(place.home, 'policy.json'), JSON.stringify({ version: 1, rules: [], catalogue }));
  await panel.waitFor(({ hub }) => hub.policy.loadedAt !== before && hub.policy.state === 'active', 'it is read');
}

const stateOf = ({ snapshot }: PanelClient) => snapshot.servers['speaker']?.state;
const becomes = (panel: PanelClient, kind: string) =>
  panel.waitFor(() => stateOf(panel)?.kind === kind, `it is ${kind}`);

test('A server by hand that runs is stopped once a rule forbids its package, cannot be started, and comes back with the rule gone.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await addSpeaker(place, panel);
  await becomes(panel, 'running');
  const running = stateOf(panel);
  const pid = running?.kind === 'running' ? running.pid : null;

  await writePolicy(place, panel, { rules: [denySpeaker] });
  await becomes(panel, 'blocked');
  expect(stateOf(panel)).toMatchObject({
    by: 'policy',
    reason: { kind: 'catalogue-forbidden', rule: 'no-speaker', because: 'It talks too much.', by: 'file' },
  });
  await until(() => !fs.existsSync(`/proc/${pid}`), 'its process is gone');
  await expect(panel.request('servers:start', { serverId: 'speaker' })).rejects.toThrow('forbids npm @acme/speaker');
  const { code, stderr } = await place.run(['servers', 'start', 'speaker']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('It talks too much.')]);

  await writePolicy(place, panel, { rules: [] });
  await becomes(panel, 'running');
});

test('A hub that starts with the rule starts no such server.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await addSpeaker(place, panel, ['-y', 'alias@npm:@acme/speaker@1.0.0']);
  await becomes(panel, 'running');
  await writePolicy(place, panel, { rules: [{ ...denySpeaker, versions: ['<2'] }] });
  await becomes(panel, 'blocked');
  await place.run(['stop']);
  await hub.ended;
  const next = await place.panel(await place.serve());
  await becomes(next, 'blocked');
  expect(stateOf(next)).toMatchObject({ by: 'policy' });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serveList() {
  const at = { answer: ((_request, response) => response.end('{}')) as Answer, asked: 0 };
  const server = createServer((request, response) => {
    at.asked += 1;
    at.answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    at,
    address: `http://127.0.0.1:${port}/list.json`,
    serve: (text: string) => (at.answer = (_, response) => response.end(text)),
  };
}

test('A signed list is fetched when it is asked for and not before, holds at once and after a restart, and no worse one takes its place.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await addSpeaker(place, panel);
  await becomes(panel, 'running');
  const signer = listSigner();
  const { at, address, serve } = await serveList();
  await writePolicy(place, panel, { list: { address, key: signer.key } });
  await panel.waitFor(() => panel.snapshot.hub.policyList?.address === address, 'the list is named');
  expect(at.asked).toBe(0);
  expect(panel.snapshot.hub.policyList).toMatchObject({ version: null, fault: null });

  const good = signer.sign({ version: 7, rules: [denySpeaker] });
  serve(good);
  await expect(panel.request('policy:refresh', {})).resolves.toEqual({ version: 7 });
  await becomes(panel, 'blocked');
  expect(stateOf(panel)).toMatchObject({ by: 'policy', reason: { by: 'list' } });

  const refused = async (fault: string, because?: object) => {
    await expect(panel.request('policy:refresh', {})).rejects.toThrow();
    await panel.waitFor(({ hub }) => hub.policyList?.fault?.kind === fault && !hub.policyList.refreshing, fault);
    const shown = panel.snapshot.hub.policyList;
    expect(shown).toMatchObject({ version: 7, fault: { kind: fault, ...(because && { why: because }) } });
  };
  serve(good.replace('"payload":"', '"payload":"AAAA'));
  await refused('policy-list-wrong-key');
  serve(signer.sign({ version: 6 }));
  await refused('policy-list-rolled-back');
  serve(signer.sign({ version: 8, expires: '2020-01-01T00:00:00Z' }));
  await refused('policy-list-expired');
  at.answer = (_request, response) => response.writeHead(302, { location: '/other' }).end();
  await refused('policy-list-away');
  serve('{}');
  await refused('policy-list-unsigned');
  at.answer = (_request, response) => response.writeHead(500).end();
  await refused('policy-list-away', { kind: 'policy-list-status', status: 500 });
  serve('{}');
  await refused('policy-list-unsigned');
  at.answer = (_request, response) => {
    const more = () => response.writable && response.write('x'.repeat(65_536), more);
    more();
  };
  await refused('policy-list-away', { kind: 'policy-list-too-large', kib: 2_048 });
  expect(stateOf(panel)).toMatchObject({ kind: 'blocked', by: 'policy' });

  await place.run(['stop']);
  await hub.ended;
  const asked = at.asked;
  const again = await place.serve();
  const next = await place.panel(again);
  await becomes(next, 'blocked');
  expect(next.snapshot.hub.policyList).toMatchObject({ version: 7, rules: 1, fault: null });

  await place.run(['stop']);
  await again.ended;
  fs.writeFileSync(path.join(place.home, 'policy-list.json'), signer.sign({ version: 5 }));
  const last = await place.panel(await place.serve());
  await becomes(last, 'blocked');
  expect(last.snapshot.hub.policyList).toMatchObject({ version: 7, fault: { kind: 'policy-list-tampered' } });
  expect(at.asked).toBe(asked);
});

test('A list whose server does not answer is given up, and the hub serves meanwhile.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const { at, address } = await serveList();
  await writePolicy(place, panel, { list: { address, key: listSigner().key } });
  at.answer = () => {};
  const coming = expect(panel.request('policy:refresh', {})).rejects.toThrow('within 15 seconds');
  await panel.waitFor(() => panel.snapshot.hub.policyList?.refreshing === true, 'it is under way');
  await addSpeaker(place, panel);
  await becomes(panel, 'running');
  await coming;
  await panel.waitFor(({ hub }) => hub.policyList?.refreshing === false, 'it is over');
  expect(panel.snapshot.hub.policyList).toMatchObject({ version: null, fault: { kind: 'policy-list-away' } });
});
