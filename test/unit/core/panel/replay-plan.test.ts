// Which call a replay makes of an entry, where a client calls tools by a tool that names them.
import { expect, test } from 'vitest';
import { planReplay } from '../../../../electron/core/panel/replay-plan.ts';
import type { FoundCall } from '../../../../electron/core/trace/trace-messages.ts';

const asked = { name: 'call_tool', arguments: { name: 'delete_all', arguments: { sure: true } } };

function planned(from: 'agent' | 'hub', tool: string) {
  const entry = { seq: 1, kind: 'request', method: 'tools/call', tool, tabId: null, from: { kind: from } };
  const payload = { request: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked }) };
  const target = { kind: 'server', id: 'gateway', label: 'Gateway' };
  return planReplay({ entry, payload, target } as unknown as FoundCall, () => null).params;
}

test('What was called by its name is called itself again.', () => {
  expect(planned('agent', 'delete_all')).toEqual({ name: 'delete_all', arguments: { sure: true } });
});

test('A server’s own tool that is called so stays what it is.', () => {
  expect(planned('hub', 'call_tool')).toEqual(asked);
});
