// A bundle on a running hub: added by the command line, or sent in pieces by a page, it is shown, installed, approved and called.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mcpb, writeSmallServer } from '../../support/bundles/official-tool.ts';
import { usePlace } from '../../support/hub-process.ts';
import type { HubView } from '../../support/panel-client.ts';

async function ready() {
  const place = usePlace();
  const source = path.join(place.folder, 'source');
  const file = path.join(place.folder, 'small.mcpb');
  writeSmallServer(source);
  await mcpb(['pack', source, file], place.folder);
  const panel = await place.panel(await place.serve());
  return { place, panel, file };
}

async function send(panel: HubView, bytes: Buffer, name: string) {
  const { uploadId } = await panel.request('bundles:receive', { file: name, bytes: bytes.length });
  for (let at = 0; at < bytes.length; at += 1_000)
    await panel.request('bundles:piece', { uploadId, data: bytes.subarray(at, at + 1_000).toString('base64') });
  return panel.request('bundles:received', { uploadId });
}

test('pilothouse add shows what a bundle is and asks for, and what it installs runs once it is approved.', async () => {
  const { place, panel, file } = await ready();
  const shown = await place.run(['add', file, '--show']);
  expect(shown.code).toBe(0);
  for (const line of [
    'Small server 1.2.3, by Ada',
    'Signature: none',
    'Runs: node',
    'Tools: given',
    'Nothing was installed.',
  ])
    expect(shown.stdout).toContain(line);
  expect(shown.stdout).toMatch(/^ {2}api_key +API key +text, required, secret$/m);
  expect(Object.keys(panel.snapshot.installs)).toEqual([]);

  /** With that on its standard input. */
  const given = (input: string, ...args: string[]) => {
    const { child, ended } = place.start(args);
    child.stdin?.end(input);
    return ended;
  };
  const data = path.join(place.folder, 'notes');
  fs.mkdirSync(data);
  const set = ['--set', `folders=${data}`, '--set', 'most=7'];
  const onLine = await place.run(['add', file, ...set, '--set', 'api_key=visible']);
  expect(onLine).toMatchObject({ code: 2, stderr: expect.stringContaining('api_key is a secret') });
  const missing = await given('', 'add', file, ...set);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('These are still needed: api_key') });

  const added = await given('api_key=hidden-0123456789\n', 'add', file, ...set, '--json');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const { server } = JSON.parse(added.stdout);
  await panel.waitFor(({ installs }) => installs[server]?.phase.kind === 'ready', 'it is installed');
  expect(panel.snapshot.installs[server]).toMatchObject({
    origin: { kind: 'bundle', name: 'small-server', signedBy: null },
    kind: 'mcpb',
    version: '1.2.3',
    kept: ['api_key'],
    tools: [{ name: 'given' }],
  });
  const { hash } = panel.snapshot.servers[server] ?? { hash: '' };
  await panel.request('servers:approve', { serverId: server, hash });
  await panel.waitFor(({ servers }) => servers[server]?.state.kind === 'running', 'it runs');
  const toolOf = ({ tools }: HubView['snapshot']) => Object.keys(tools).find(id => /\bgiven$/.test(id));
  await panel.waitFor(snapshot => toolOf(snapshot) !== undefined, 'its tool is listed');
  const call = { callId: 'c', toolId: toolOf(panel.snapshot) ?? '', arguments: {}, confirmed: true };
  const { answer } = await panel.request('tools:call', call);
  const { args, key } = JSON.parse((answer?.result as { content: { text: string }[] }).content[0]?.text ?? '');
  expect(args).toEqual([data, '--most', '7']);
  // It was given its secret, which is masked wherever it is shown.
  expect(key).toBeTruthy();
  expect(JSON.stringify(panel.snapshot)).not.toContain('hidden-0123456789');
});

describe('What a page sends', () => {
  test('is opened as a file is, and is gone once it is dropped.', async () => {
    const { place, panel, file } = await ready();
    const { bundle } = await send(panel, fs.readFileSync(file), '../../small.mcpb');
    expect(bundle).toMatchObject({ file: 'small.mcpb', title: 'Small server' });
    expect(await panel.request('bundles:get', { bundleId: bundle.bundleId })).toEqual({ bundle });
    const plan = await panel.request('installs:plan', { from: { kind: 'bundle', bundleId: bundle.bundleId } });
    expect(plan.fields.map(({ key }) => key)).toEqual(['api_key', 'folders', 'most']);
    await panel.request('bundles:drop', { bundleId: bundle.bundleId });
    await expect(panel.request('bundles:get', { bundleId: bundle.bundleId })).rejects.toThrow('not open any more');
    expect(fs.readdirSync(path.join(place.home, 'incoming-bundles'))).toEqual([]);
  });

  test('is refused where it is less, more, or nothing that fits, and leaves nothing behind.', async () => {
    const { place, panel } = await ready();
    const { uploadId } = await panel.request('bundles:receive', { file: 'x.mcpb', bytes: 3 });
    await expect(panel.request('bundles:received', { uploadId })).rejects.toThrow('Only 0 of 3 bytes');
    await expect(panel.request('bundles:piece', { uploadId, data: '!' })).rejects.toThrow('base64');
    await expect(panel.request('bundles:piece', { uploadId, data: 'AAAAAAAA' })).rejects.toThrow('More came');
    await expect(panel.request('bundles:piece', { uploadId, data: 'AAAA' })).rejects.toThrow('not coming any more');
    await expect(panel.request('bundles:receive', { file: 'x', bytes: 10 ** 12 })).rejects.toThrow('MiB');
    await expect(send(panel, Buffer.from('no archive'), 'x.mcpb')).rejects.toThrow('no bundle');
    await expect(panel.request('bundles:open', { path: 'small.mcpb' })).rejects.toThrow('no absolute path');
    await expect(panel.request('bundles:open', { path: place.folder })).rejects.toThrow('no file');
    await expect(panel.request('bundles:open', { path: '' })).rejects.toMatchObject({ code: 'ERR_INVALID_ARGUMENTS' });
    await expect(panel.request('bundles:drop', { bundleId: 'none' })).resolves.toEqual({});
    await expect(panel.request('bundles:export', { serverId: 'none' })).rejects.toThrow();
    expect(fs.readdirSync(path.join(place.home, 'incoming-bundles'))).toEqual([]);
  });
});

test('A server goes out as a bundle in pieces, and comes in again as the same server.', async () => {
  const { panel } = await ready();
  const text = JSON.stringify({
    mcpServers: { Notes: { command: 'npx', args: ['-y', 'notes@2.0.0'], env: { LEVEL: '1' } } },
  });
  const [serverId = ''] = (await panel.request('servers:add', { kind: 'json', text })).serverIds;
  const first = await panel.request('bundles:export', { serverId });
  const bytes = Buffer.from(first.data, 'base64');
  expect(first).toMatchObject({ file: 'notes.mcpb', bytes: bytes.length });
  expect(await panel.request('bundles:export', { serverId, offset: bytes.length })).toMatchObject({ data: '' });
  const { bundle } = await send(panel, bytes, first.file);
  const plan = await panel.request('installs:plan', { from: { kind: 'bundle', bundleId: bundle.bundleId } });
  expect(plan.commandLine).toContain('npx -y notes@2.0.0');
});
