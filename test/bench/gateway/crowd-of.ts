// Many servers that are all alike, as `mcpServers` has them.
import { join } from 'node:path';
import { repositoryRoot } from '../../support/provided.ts';

export function crowdOf(from: number, to: number): Record<string, unknown> {
  const args = [join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs')];
  const names = Array.from({ length: to - from }, (_, index) => `crowd-${from + index}`);
  return Object.fromEntries(names.map(name => [name, { command: process.execPath, args }]));
}
