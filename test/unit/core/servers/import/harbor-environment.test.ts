// What Harbor's variables mean here.
import { expect, test } from 'vitest';
import { isolatesNewServers } from '../../../../../electron/core/servers/import/harbor-environment.ts';

test.each([
  [undefined, true],
  ['1', true],
  ['', true],
  ['false', true],
  ['0', false],
])('HARBOR_MCP_ISOLATION %j: what is added gets a runner of its own: %j.', (value, expected) => {
  expect(isolatesNewServers({ HARBOR_MCP_ISOLATION: value, HARBOR_CATALOG_WORKER: '1' })).toBe(expected);
});
