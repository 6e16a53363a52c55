// agent.fetch of a name that is not what it seems: the user is asked about the place that it means, and that place alone is reached.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFamily } from '../../../../electron/core/web-agent/fetch-family.ts';
import { english } from '../../../../words/english.ts';
import { german } from '../../../../words/german.ts';
import { reasonText } from '../../../../words/reason.ts';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../../electron/core/outbound/guarded-lookup.ts';
import type { HubUse } from '../../../../electron/core/router/plan-use.ts';
import type { PageAsked } from '../../../../electron/core/web-agent/page-asked.ts';
import type { PageServices } from '../../../../electron/core/web-agent/page-services.ts';

type Act = (expectAllowed: () => void, signal: AbortSignal) => Promise<unknown>;

/** A program of this machine, and what it was asked. */
async function program(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('inside');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, asked };
}

/** Every use that the page makes is allowed, and told. */
function fetching(url: string, resolve: Resolve) {
  const uses: HubUse[] = [];
  const use = async (_agent: unknown, wanted: HubUse, act: Act) => {
    uses.push(wanted);
    return { kind: 'result', result: await act(() => {}, new AbortController().signal) };
  };
  const services = { agentServices: { router: { use } } } as unknown as PageServices;
  const page = { origin: 'https://shop.example', agentOf: {} };
  const asked = { type: 'agent.fetch', payload: { url }, page, decided: () => {} } as unknown as PageAsked;
  return { uses, answered: Promise.resolve(fetchFamily(services, resolve).handlers['agent.fetch']?.(asked)) };
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
    'agent.fetch, for its page',
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
