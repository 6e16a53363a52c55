// `pilothouse import` on a running hub: a home of Harbor is shown without its secrets, taken over when that is said, and stays as it was.
import { expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { fingerprint, harborSecrets, writeHarborHome } from '../../support/harbor-home.ts';
import { usePlace } from '../../support/hub-process.ts';

async function ready() {
  const place = usePlace();
  writeHarborHome(place.folder);
  const homes = () => ['.harbor', '.config'].map(folder => fingerprint(`${place.folder}/${folder}`));
  const before = homes();
  const panel = await place.panel(await place.serve([], { env: { XDG_CONFIG_HOME: '' } }));
  const run = (...args: string[]) => place.run(['import', ...args]);
  return { panel, run, isAsItWas: () => expect(homes()).toEqual(before) };
}

test('A home of Harbor is among the apps, and shown whole without a secret; nothing is taken over by that.', async () => {
  const { panel, run, isAsItWas } = await ready();
  expect((await run()).stdout).toMatch(/^harbor +\d+ servers, 7 things beside/m);
  const { code, stdout } = await run('harbor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^s\d+ +server +search +npx .*with its secrets /m);
  expect(stdout).toMatch(/^t\d+ +sign-in +gmail-harbor +google$/m);
  expect(stdout).toMatch(/^t\d+ +conversation +About tides +4$/m);
  expect(stdout).toContain('Nothing was taken over');
  const json = await run('harbor', '--json');
  const all = stdout + json.stdout + JSON.stringify(await panel.request('state:get', {}));
  for (const secret of Object.values(harborSecrets)) expect(all).not.toContain(secret);
  expect(JSON.parse(json.stdout)).toMatchObject({
    preview: { things: [{ kind: 'client', name: 'google' }, {}, {}, {}, {}, {}, {}] },
  });
  expect(
    (await panel.request('accounts:list', {})).accounts.find(({ provider }) => provider === 'google'),
  ).toMatchObject({
    isConfigured: false,
  });
  isAsItWas();
});

test('Taken over it waits: servers for their approval, sign-ins and models for a click in the panel that shows what they are.', async () => {
  const { panel, run, isAsItWas } = await ready();
  const taking = run('harbor', '--take', '--json');
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it is asked for in the panel');
  const [asked] = Object.values(panel.snapshot.confirmations);
  expect(asked?.change).toMatchObject({ request: 'servers:import', what: { kind: 'things-taken', count: 5 } });
  const { shown = '' } = asked?.change.kind === 'request' ? asked.change : {};
  expect(shown).toMatch(/^client google: 123\.apps\.example\n.*sign-in gmail-harbor: google /ms);
  expect(shown).toMatch(/^models Work: openai/m);
  expect(Object.keys((await panel.request('state:get', {})).modelProviders)).toEqual([]);
  await panel.request('confirmations:answer', { confirmationId: asked?.id ?? '', effect: 'allow' });
  const { code, stdout } = await taking;
  expect(code).toBe(0);
  const { taken } = JSON.parse(stdout);
  expect(taken.servers).toEqual(expect.arrayContaining(['search', 'remote', 'mail']));
  expect(taken.things).toHaveLength(6);
  const { servers, modelProviders } = await panel.request('state:get', {});
  expect(servers['search']?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  expect(Object.values(modelProviders).map(({ name, hasKey }) => [name, hasKey])).toContainEqual(['anthropic', true]);
  const { secrets } = await panel.request('secrets:list', {});
  expect(secrets.filter(({ isSet }) => isSet).length).toBeGreaterThan(0);
  const all = stdout + shown + JSON.stringify(panel.snapshot);
  for (const secret of Object.values(harborSecrets)) expect(all).not.toContain(secret);
  const again = await run('harbor', '--take', '--only', 'About tides');
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Taken over: conversation About tides') });
  isAsItWas();
});

test('What takes the place of something here is said, and where that came while it waited it has to be asked anew.', async () => {
  const { panel, run } = await ready();
  const taking = run('harbor', '--take', '--only', 'google');
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it is asked for in the panel');
  const [asked] = Object.values(panel.snapshot.confirmations);
  expect(asked?.change).toMatchObject({ what: { kind: 'things-taken', replaced: [] } });
  const own = { clientId: 'own.apps.example', clientSecret: 'own-secret-0123456789' };
  await panel.request('accounts:set-client', { provider: 'google', ...own });
  await panel.request('confirmations:answer', { confirmationId: asked?.id ?? '', effect: 'allow' });
  expect(await taking).toMatchObject({ code: 3 });
  const client = async () =>
    (await panel.request('accounts:list', {})).accounts.find(({ provider }) => provider === 'google');
  expect(await client()).toMatchObject({ isConfigured: true, clientIdPreview: own.clientId.slice(0, 12) });
  const again = run('harbor', '--take', '--only', 'google');
  const others = ({ confirmations }: typeof panel.snapshot) =>
    Object.values(confirmations).filter(({ id }) => id !== asked?.id);
  await panel.waitFor(snapshot => others(snapshot).length === 1, 'it is asked for again');
  const [anew] = others(panel.snapshot);
  expect(anew?.change).toMatchObject({ what: { kind: 'things-taken', replaced: ['google'] } });
  await panel.request('confirmations:answer', { confirmationId: anew?.id ?? '', effect: 'allow' });
  expect(await again).toMatchObject({ code: 0 });
  expect(await client()).not.toMatchObject({ clientIdPreview: own.clientId.slice(0, 12) });
});

test('What the user refuses is not taken over, and neither are the servers that were asked for with it.', async () => {
  const { panel, run } = await ready();
  const { code } = await confirmed(panel, run('harbor', '--take', '--only', 'search', '--only', 'Work'), 'deny');
  expect(code).toBe(3);
  const { servers, modelProviders } = await panel.request('state:get', {});
  expect([servers['search'], Object.keys(modelProviders)]).toEqual([undefined, []]);
});

test.each([
  [['--take'], 'Name the app'],
  [['harbor', '--only', 'search'], 'add --take'],
  [['harbor', '--take', '--only', 'nothing of it'], 'Nothing there is called nothing of it'],
  [['harbor', '--take', '--only', 'chat'], 'chat: '],
])('What cannot be meant is told: %j.', async (args, said) => {
  const { run } = await ready();
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});
