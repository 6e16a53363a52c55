// For whom a hub asks, as it is written into a request and read by the hub that is asked.
import { expect, test } from 'vitest';
import { takeAskedBy, withOrigin } from '../../../../electron/core/fleet/shared/asked-by.ts';
import type { CallOrigin } from '../../../../electron/core/fleet/shared/asked-by.ts';

const request = (params: unknown) =>
  ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) as Parameters<typeof takeAskedBy>[0];
const passed = (origin: CallOrigin, params: unknown = {}) => takeAskedBy(request(withOrigin(params, origin)));
const id = 'ab'.repeat(16);

test('The name of an agent arrives, and what its hub knows it by where it says so.', () => {
  const cause = { seq: 3, traceId: 'c'.repeat(32) };
  expect(passed({ agent: 'Bot', id: null, cause }).by).toEqual({ agent: 'Bot', id: null });
  expect(passed({ agent: 'Bot', id, cause }).by).toEqual({ agent: 'Bot', id });
  expect(passed({ agent: 'Bot', id, cause: null }).by).toEqual({ agent: 'Bot', id });
});

test('What an agent claims there itself neither arrives nor goes on to the server.', () => {
  const claimed = { name: 'x', _meta: { 'dev.pilothouse/asked-by': { agent: 'Other', id: 'cd'.repeat(16) }, kept: 1 } };
  const { by, request: handed } = passed({ agent: 'Bot', id, cause: null }, claimed);
  expect(by).toEqual({ agent: 'Bot', id });
  expect(handed.params).toEqual({ name: 'x', _meta: { kept: 1 } });
  expect(withOrigin(claimed, null)).toEqual({ name: 'x', _meta: { kept: 1 } });
});

test.each([{ id: 'short' }, { id: 'AB'.repeat(16) }, { id: 7 }, { agent: '' }, { agent: 7 }])(
  'What is no answer to who asks is the hub itself: %j',
  wrong => {
    const told = { agent: 'Bot', ...wrong };
    expect(takeAskedBy(request({ _meta: { 'dev.pilothouse/asked-by': told } })).by).toBeNull();
  },
);
