// Servers that are written as bundles: the official program takes each, and opened again it runs as before.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { ServerConfigSchema } from '../../../../contract/schemas/servers.ts';
import { echoScript } from '../../../../electron/core/servers/built-in/echo-script.ts';
import { exportBundle } from '../../../../electron/core/servers/bundles/export/export-bundle.ts';
import { openBundleFile } from '../../../../electron/core/servers/bundles/open-bundle.ts';
import { mcpb, smallServer } from '../../../support/bundles/official-tool.ts';
import { createTempHome } from '../../../support/temp-home.ts';
import type { UnpackedServer } from '../../../../electron/core/servers/bundles/export/export-bundle.ts';

const { folder, remove } = createTempHome();
afterAll(() => remove());

const around = {
  machine: { platform: 'linux', homeDir: folder },
  trust: { now: () => 0, roots: () => [] },
} as const;
const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

/** Its file, once the official program has taken it, and its folder, as we unpack it. */
async function exported(name: string, config: object, unpacked: UnpackedServer | null = null) {
  const { file, bytes } = await exportBundle({ name, config: ServerConfigSchema.parse(config) }, unpacked, folder);
  const bundle = path.join(folder, file);
  writeFileSync(bundle, bytes);
  const target = path.join(folder, `${file}-unpacked`);
  await mcpb(['unpack', bundle, `${target}-by-others`], folder);
  const said = await mcpb(['validate', path.join(`${target}-by-others`, 'manifest.json')], folder);
  expect(said).toContain('Manifest schema validation passes!');
  expect(await mcpb(['info', bundle], folder)).toContain(file);
  const opened = await openBundleFile(bundle, around);
  await opened.unpackInto(target);
  await opened.close();
  const manifest = JSON.parse(readFileSync(path.join(target, 'manifest.json'), 'utf8'));
  return { target, manifest, bytes, ...opened };
}

describe('a server that is written as a bundle', () => {
  it('asks for its secrets and folders, and holds none of them', async () => {
    const data = path.join(folder, 'data');
    mkdirSync(data);
    const config = {
      command: '/usr/bin/npx',
      args: ['-y', '@scope/files@1.2.3', '--token', token, data, folder],
      env: {
        API_KEY: '${secret:MY_KEY}',
        GITHUB_TOKEN: token,
        LEVEL: 'debug',
        LATER: path.join(folder, 'not-there-yet.json'),
        DATABASE: `sqlite://${folder}/notes.db?mode=ro`,
        OTHER: `/mnt${folder}-of-others`,
      },
    };
    const { manifest, way, bundle, bytes } = await exported('My files', config);
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: 'my-files',
      display_name: 'My files',
      version: '1.2.3',
      server: {
        type: 'node',
        mcp_config: {
          command: 'npx',
          env: {
            LEVEL: 'debug',
            LATER: '${HOME}/not-there-yet.json',
            DATABASE: 'sqlite://${HOME}/notes.db?mode=ro',
            OTHER: `/mnt${folder}-of-others`,
          },
        },
      },
    });
    expect(manifest.server.mcp_config.args.slice(0, 3)).toEqual(['-y', '@scope/files@1.2.3', '--token']);
    expect(manifest.server.mcp_config.args.slice(4)).toEqual(['${user_config.folders}']);
    expect(way.fields.filter(({ secret }) => secret).length).toBeGreaterThanOrEqual(2);
    expect(way.fields.find(({ key }) => key === 'folders')).toMatchObject({
      kind: 'folder',
      multiple: true,
      defaults: [],
    });
    expect(bundle.warnings).toEqual([]);
    const whole = JSON.stringify(manifest) + Buffer.from(bytes).toString('latin1');
    expect(whole).not.toContain(token);
    expect(whole.replaceAll(`/mnt${folder}`, '')).not.toContain(folder);
  });

  it('of a script runs under Node as it does here', async () => {
    const file = path.join(folder, 'echo.js');
    writeFileSync(file, echoScript);
    const { target, way } = await exported('echo', { kind: 'javascript', file, env: {}, hosts: ['api.example.com'] });
    expect(way).toMatchObject({ runtime: 'node', arguments: [{ value: '${folder}/server/index.mjs' }] });
    const call = { method: 'tools/call', params: { name: 'reverse', arguments: { text: 'abc' } } };
    expect(await answerOf(path.join(target, 'server/index.mjs'), call)).toMatchObject({
      result: { content: [{ text: 'cba' }] },
    });
  });

  it('takes along what was unpacked for it, but for links, and its program is one', async () => {
    const own = path.join(folder, 'packages/npm/small');
    mkdirSync(path.join(own, 'node_modules/.bin'), { recursive: true });
    writeFileSync(path.join(own, 'index.js'), smallServer);
    symlinkSync('../../index.js', path.join(own, 'node_modules/.bin/small'));
    const config = { command: process.execPath, args: [path.join(own, 'index.js'), '--fast'], env: {} };
    const { target, manifest } = await exported('small', config, { folder: own, version: '4.5.6' });
    expect(manifest).toMatchObject({
      version: '4.5.6',
      server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node' } },
    });
    const answer = await answerOf(path.join(target, 'server/index.js'), { method: 'tools/list' });
    expect(answer).toMatchObject({ result: { tools: [{ name: 'given' }] } });
  });

  it('has the same bytes each time', async () => {
    const server = {
      name: 'same',
      config: ServerConfigSchema.parse({ command: 'uvx', args: ['mcp-server-time==1.0.0'] }),
    };
    const [first, second] = [await exportBundle(server, null, folder), await exportBundle(server, null, folder)];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  });

  it.each([
    ['export-remote', { kind: 'http', url: 'https://mcp.example.com/mcp' }],
    ['export-wasm', { kind: 'wasm', file: '/x.wasm' }],
    ['export-script-unreadable', { kind: 'javascript', file: '/nowhere/x.js' }],
  ])('is refused as %s where no bundle can hold it', async (kind, config) => {
    const server = { name: 'x', config: ServerConfigSchema.parse(config) };
    await expect(exportBundle(server, null, folder)).rejects.toMatchObject({ reason: { kind } });
  });
});

/** What the server answers to its first request. */
async function answerOf(script: string, request: object): Promise<unknown> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })}\n`);
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  return null;
}
