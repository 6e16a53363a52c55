// A bundle that the official program packed and signed: opened, unpacked, started.
import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldReference, folderReference } from '../../../../contract/catalogue.ts';
import { openBundleFile } from '../../../../electron/core/servers/bundles/open-bundle.ts';
import { mcpb, smallServer, writeSmallServer } from '../../../support/bundles/official-tool.ts';
import { createTempHome } from '../../../support/temp-home.ts';

const { folder, remove } = createTempHome();
const source = path.join(folder, 'source');
const packed = path.join(folder, 'small.mcpb');
const around = {
  machine: { platform: 'linux', homeDir: '/home/ada' },
  trust: { now: () => Date.now(), roots: () => [] },
} as const;

beforeAll(async () => {
  writeSmallServer(source);
  await mcpb(['pack', source, packed], folder);
});

afterAll(() => remove());

describe('a bundle that the official program packed', () => {
  it('says what it is and asks for its settings', async () => {
    const { bundle, way, runtime, close } = await openBundleFile(packed, around, 'first');
    await close();
    expect(bundle).toMatchObject({
      bundleId: 'first',
      file: 'small.mcpb',
      manifestVersion: '0.3',
      title: 'Small server',
      author: 'Ada',
      type: 'node',
      links: [{ kind: 'website', address: 'https://example.org/small' }],
      tools: [{ name: 'given' }],
      signature: { kind: 'none' },
      warnings: [],
      unsuitable: null,
    });
    expect(runtime).toEqual({ program: 'node', range: '>=18.0.0' });
    expect(way).toMatchObject({
      kind: 'mcpb',
      version: '1.2.3',
      runtime: 'node',
      arguments: [
        { name: null, value: `${folderReference}/server/index.js` },
        { name: null, value: fieldReference('folders') },
        { name: null, value: '--most' },
        { name: null, value: fieldReference('most') },
      ],
      variables: [
        { name: 'API_KEY', value: fieldReference('api_key') },
        { name: 'DATA', value: '/home/ada/data' },
      ],
    });
    expect(way.fields).toMatchObject([
      { key: 'api_key', kind: 'text', secret: true, required: true, defaults: [] },
      { key: 'folders', kind: 'folder', multiple: true, defaults: ['/home/ada/Documents'] },
      { key: 'most', kind: 'number', defaults: ['10'], min: 1, max: 100 },
    ]);
  });

  it('is unpacked whole, private to its owner, and its config starts', async () => {
    const target = path.join(folder, 'unpacked');
    const { unpackInto, close } = await openBundleFile(packed, around);
    const seen: number[] = [];
    await unpackInto(target, done => seen.push(done));
    await close();
    const script = path.join(target, 'server/index.js');
    expect(readFileSync(script, 'utf8')).toBe(smallServer);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(statSync(script).mode & 0o7777).toBe(0o700);
    expect(statSync(path.join(target, 'manifest.json')).mode & 0o7777).toBe(0o600);
    expect(existsSync(`${target}.part`)).toBe(false);
    expect(seen.at(-1)).toBeGreaterThan(smallServer.length);
    expect(await answerOf(script, 'tools/list')).toMatchObject({ result: { tools: [{ name: 'given' }] } });
  });

  it('leaves nothing where its unpacking is stopped', async () => {
    const target = path.join(folder, 'stopped');
    const stop = new AbortController();
    const { unpackInto, close } = await openBundleFile(packed, around);
    await expect(unpackInto(target, () => stop.abort(new Error('enough')), stop.signal)).rejects.toThrow('enough');
    await close();
    expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false);
  });

  it('is not unpacked after somebody wrote to it', async () => {
    const changed = path.join(folder, 'changed.mcpb');
    copyFileSync(packed, changed);
    const { unpackInto, close } = await openBundleFile(changed, around);
    appendFileSync(changed, 'more');
    const refusal = { reason: { kind: 'bundle-changed', file: 'changed.mcpb' } };
    await expect(unpackInto(path.join(folder, 'of-changed'))).rejects.toMatchObject(refusal);
    await close();
    expect(existsSync(path.join(folder, 'of-changed'))).toBe(false);
  });
});

describe('a bundle that the official program signed', () => {
  const signed = path.join(folder, 'signed.dxt');

  beforeAll(async () => {
    copyFileSync(packed, signed);
    await mcpb(['sign', signed, '--self-signed'], folder);
  });

  it('is by somebody whom this machine does not know', async () => {
    const { bundle, close } = await openBundleFile(signed, around);
    await close();
    expect(bundle.signature).toMatchObject({
      kind: 'unknown',
      fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:?){32}$/),
    });
    expect(bundle.file).toBe('signed.dxt');
  });

  it('is broken where its content was exchanged', async () => {
    const exchanged = path.join(folder, 'exchanged.mcpb');
    const other = path.join(folder, 'other');
    mkdirSync(other);
    writeSmallServer(other);
    writeFileSync(path.join(other, 'server/index.js'), `${smallServer}// more`);
    await mcpb(['pack', other, exchanged], folder);
    const bytes = readFileSync(signed);
    appendFileSync(exchanged, bytes.subarray(bytes.lastIndexOf('MCPB_SIG_V1')));
    const { bundle, close } = await openBundleFile(exchanged, around);
    await close();
    expect(bundle.signature).toEqual({ kind: 'broken', reason: { kind: 'bundle-signature-altered' } });
  });
});

/** What the server answers, started as its config says. */
async function answerOf(script: string, method: string): Promise<unknown> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method })}\n`);
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  return null;
}
