// agent.fetch of a name that is not what it seems: the user is asked about the place that it means, and that place alone is reached.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFamily } from '../../../../electron/core/web-agent/fetch-family.ts';
import { PageFault } from '../../../../electron/core/web-agent/page-fault.ts';
import { english } from '../../../../words/english.ts';
import { german } from '../../../../words/german.ts';
import { reasonText } from '../../../../words/reason.ts';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../../electron/core/outbound/guarded-lookup.ts';
import type { HubUse } from '../../../../electron/core/router/plan-use.ts';
import type { PageAsked } from '../../../../electron/core/web-agent/page-asked.ts';
import type { PageServices } from '../../../../electron/core/web-agent/page-services.ts';

type Act = (expectAllowed: () => void, signal: AbortSignal) => Promise<unknown>;

/** A program of this machine, and what it was asked; where it has somewhere to lead to, it leads there. */
async function program(leadsTo?: string): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (leadsTo !== undefined) response.writeHead(302, { location: leadsTo });
    response.end('inside');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, asked };
}

interface Decided {
  /** Sites that rules deny. */
  readonly denied?: readonly string[];
  /** As if every address were one of the internet. */
  readonly far?: boolean;
}

/** Every use that the page makes is told, and allowed where its site is not denied. */
function fetching(url: string, resolve: Resolve, { denied = [], far = false }: Decided = {}) {
  const uses: HubUse[] = [];
  const use = async (_agent: unknown, wanted: HubUse, act: Act) => {
    uses.push(wanted);
    const expectAllowed = () => {
      if (denied.includes(wanted.site ?? '')) throw new PageFault('ERR_PERMISSION_DENIED', `No ${wanted.site}.`);
    };
    const { signal } = new AbortController();
    return act(expectAllowed, signal).then(
      result => ({ kind: 'result', result }),
      (error: unknown) => ({ kind: 'failure', error }),
    );
  };
  const services = { agentServices: { router: { use } } } as unknown as PageServices;
  const page = { origin: 'https://shop.example', agentOf: {} };
  const { signal } = new AbortController();
  const request = { seq: 1, signal };
  const asked = { type: 'agent.fetch', payload: { url }, page, request, decided: () => {} } as unknown as PageAsked;
  const family = far ? fetchFamily(services, resolve, () => 'public') : fetchFamily(services, resolve);
  return { uses, answered: Promise.resolve(family.handlers['agent.fetch']?.(asked)) };
}

const means =
  (...addresses: string[]): Resolve =>
  (_name, _options, callback) => {
    const address = addresses.length > 1 ? addresses.shift()! : addresses[0]!;
    callback(null, [{ address, family: 4 }]);
  };

const said = ({ what }: HubUse) => reasonText(english, what);

test('a name that means this machine is asked about with what it means, in both languages', async () => {
  const { port, asked } = await program();
  const { uses, answered } = fetching(`http://api.shop.example:${port}/x`, means('127.0.0.1'));
  expect(await answered).toMatchObject({ text: 'inside' });
  expect(uses.map(({ asksUser }) => asksUser)).toEqual([undefined, 'site']);
  expect(uses.map(said)).toEqual([
    `agent.fetch, to http://api.shop.example:${port}`,
    'agent.fetch; api.shop.example means this machine (127.0.0.1)',
  ]);
  expect(reasonText(german, uses[1]!.what)).toBe('agent.fetch; api.shop.example bedeutet dieses Gerät (127.0.0.1)');
  expect(asked).toEqual(['/x']);
});

test('a name that means a private network is asked about as one, and an address that is private by itself too', async () => {
  const near = fetching('http://nas.shop.example/', means('10.0.0.5', '10.0.0.6'));
  // By the time that it was allowed the name means another address, which is not the one that was shown.
  await expect(near.answered).rejects.toThrow('means 10.0.0.6, which is not the internet');
  expect(near.uses.map(said)[1]).toBe('agent.fetch; nas.shop.example means a private network (10.0.0.5)');
});

test('what was shown as a private network does not become this machine while its user thinks', async () => {
  const { port, asked } = await program();
  const near = fetching(`http://nas.shop.example:${port}/`, means('10.0.0.5', '127.0.0.1'));
  await expect(near.answered).rejects.toThrow('means 127.0.0.1');
  expect(asked).toEqual([]);
});

test('an address that the page names itself is asked about at once, with the kind of place that it is', async () => {
  const { port } = await program();
  const { uses, answered } = fetching(`http://127.0.0.1:${port}/`, means('127.0.0.1'));
  expect(await answered).toMatchObject({ text: 'inside' });
  expect(uses.map(said)).toEqual(['agent.fetch, to 127.0.0.1: this machine']);
});

test('what a rule has to name is the address that a name means by now, and not the name, which meant another one', async () => {
  const { port } = await program();
  const { uses, answered } = fetching(`http://api.shop.example:${port}/`, means('127.0.0.1'));
  await answered;
  expect(uses.map(({ site }) => site)).toEqual([`http://api.shop.example:${port}`, `http://127.0.0.1:${port}`]);
});

test('each site that an address leads to is decided on before it is asked, and one that is denied hears nothing', async () => {
  const denied = await program();
  const deniedSite = `http://partner.example:${denied.port}`;
  const second = await program(`${deniedSite}/secret`);
  const secondSite = `http://second.example:${second.port}`;
  const first = await program(`${secondSite}/there`);
  const firstSite = `http://first.example:${first.port}`;
  const allowed = fetching(`${firstSite}/`, means('127.0.0.1'), { far: true });
  expect(await allowed.answered).toMatchObject({ text: 'inside', redirected: true, url: `${deniedSite}/secret` });
  expect(allowed.uses.map(({ site }) => site)).toEqual([firstSite, secondSite, deniedSite]);
  expect(allowed.uses.map(said)).toEqual([
    `agent.fetch, to ${firstSite}`,
    `agent.fetch, to ${secondSite}, redirected by ${firstSite}`,
    `agent.fetch, to ${deniedSite}, redirected by ${secondSite}`,
  ]);
  const refused = fetching(`${firstSite}/`, means('127.0.0.1'), { far: true, denied: [deniedSite] });
  await expect(refused.answered).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(denied.asked).toEqual(['/secret']);
});

test('what is led to from the internet is no address of this machine', async () => {
  const inner = await program();
  const first = await program(`http://127.0.0.1:${inner.port}/`);
  const { answered } = fetching(`http://first.example:${first.port}/`, means('127.0.0.1'), { far: true });
  await expect(answered).rejects.toThrow('which was not allowed');
  expect(inner.asked).toEqual([]);
});
