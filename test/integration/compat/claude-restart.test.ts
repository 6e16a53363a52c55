// A hub that restarts while an extension without ids owes an answer: nobody knows that any more, so its port is opened anew.
import { expect, test } from 'vitest';
import { connectedTo, openScene, RawClient, SpecExtension, textResult, withGroup } from './claude-scene.ts';

test('The relay of an extension that was told something ends when the next hub comes, and the next one serves.', async () => {
  const { place, hub, panel, extend, startRelay, socketPath } = await openScene();
  const owing = await extend(withGroup(() => null));
  const client = await RawClient.connect(socketPath);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  client.send({
    method: 'execute_tool',
    params: { tool: 'navigate', args: { url: 'https://slow.example/', tabId: 7 } },
  });
  await expect.poll(() => owing.requests.at(-1)?.tool).toBe('navigate');
  await hub.kill('SIGTERM');
  await panel.closed;
  const next = await place.panel(await place.serve());
  expect(await owing.relay.exited).toBe(0);
  expect(owing.relay.stderr()).toContain('its port is opened anew');
  const fresh = new SpecExtension(startRelay(), ({ args }) => textResult(String(args['url'])));
  await next.waitFor(({ browsers }) => Object.values(browsers).some(connectedTo(fresh.relay)), 'the next port serves');
});

test('A relay whose browser was told nothing stays for the next hub.', async () => {
  const { place, hub, panel, startRelay } = await openScene();
  const relay = startRelay();
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'it waits for approval');
  await hub.kill('SIGTERM');
  const next = await place.panel(await place.serve());
  await next.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'it waits again');
  expect(relay.child.exitCode).toBe(null);
});
