// What scripts ask of whoever calls them: counted by the calls that are under way, whoever makes them.
import { expect, test } from 'vitest';
import { HostRequests } from '../../../../electron/core/gateway/host-requests.ts';
import { buildRequest } from '../../../support/hub-fixtures.ts';

const asked = buildRequest({ method: 'harbor/request_host' });
const serve = async () => 'served';

test('It goes to the one whose call alone is under way.', async () => {
  const requests = new HostRequests();
  const stop = requests.serveFor({ seq: 1 }, serve);
  expect(requests.ask('s', asked)).toBeNull();
  const ended = requests.sent('s', { seq: 1 });
  expect(await requests.ask('s', asked)).toBe('served');
  expect([requests.ask('other', asked), requests.ask('s', buildRequest({ method: 'roots/list' }))]).toEqual([
    null,
    null,
  ]);
  ended();
  expect(requests.ask('s', asked)).toBeNull();
  requests.sent('s', { seq: 1 });
  stop();
  expect(requests.ask('s', asked)).toBeNull();
});

test('It goes to nobody while somebody else’s call is under way too, or that one alone.', async () => {
  const requests = new HostRequests();
  requests.serveFor({ seq: 1 }, serve);
  const other = requests.sent('s', { seq: 2 });
  expect(requests.ask('s', asked)).toBeNull();
  requests.sent('s', { seq: 1 });
  expect(requests.ask('s', asked)).toBeNull();
  other();
  expect(await requests.ask('s', asked)).toBe('served');
  requests.serveFor({ seq: 3 }, serve);
  const second = requests.sent('s', { seq: 3 });
  expect(requests.ask('s', asked)).toBeNull();
  second();
  expect(await requests.ask('s', asked)).toBe('served');
});
