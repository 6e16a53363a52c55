// What others do to an agent's file is told when there is something to do about it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { openConfigs } from './config-home.ts';

test.each([
  ['an entry that is gone', '{}', { state: { kind: 'gone', lost: ['files', 'notes'], version: 2 }, versions: 2 }],
  ['a file that is broken', '{ "mcpServers": ', { state: { kind: 'broken' }, versions: 2 }],
])('whoever is told of %s finds its row whole, with the version before', async (_, left, row) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-told-'));
  const file = path.join(folder, '.cursor/mcp.json');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, '{ "mcpServers": { "files": { "command": "a" }, "notes": { "command": "b" } } }');
  const { configs, rowsWhenTold, failures } = openConfigs(folder);
  await configs.start();
  onTestFinished(() => {
    configs.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  await configs.connect({ agent: 'cursor' }, { byVariable: false, start: 'ask' });
  fs.writeFileSync(file, left);
  await until(() => rowsWhenTold.size > 0, 'it is told');
  expect(rowsWhenTold.get('agent-config-cursor')).toMatchObject(row);
  expect(failures).toEqual([]);
});
