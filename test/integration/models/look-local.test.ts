// Programs on this machine that provide models are found by their ports, and what else listens there is told apart.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { lookLocal } from '../../../electron/core/models/look-local.ts';
import { ModelAccesses } from '../../../electron/core/models/model-accesses.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import type { AddressInfo } from 'node:net';

test('each place is told: what is there, with what, or that nobody is', async () => {
  const server = await startModelServer();
  const other = createServer((_, response) => response.end('<h1>My pages</h1>'));
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  const gone = await startModelServer();
  await gone.close();
  onTestFinished(async () => {
    other.close();
    await server.close();
  });
  const found = await lookLocal({
    registry: { list: () => [] },
    accesses: new ModelAccesses({ now: Date.now }),
    monotonic: () => performance.now(),
    ports: [
      { type: 'llamafile', name: 'llamafile', port: gone.port },
      { type: 'lmstudio', name: 'LM Studio', port: (other.address() as AddressInfo).port },
      { type: 'ollama', name: 'Ollama', port: server.port },
    ],
  });
  expect(found).toMatchObject([
    { name: 'Ollama', state: 'ready', version: '0.12.6', suggested: 'qwen2.5:7b', providerId: null },
    { name: 'LM Studio', state: 'other', models: [] },
    { name: 'llamafile', state: 'not-running', models: [] },
  ]);
  expect(found[0]?.models).toHaveLength(2);
});
