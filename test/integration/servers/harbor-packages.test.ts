// Servers by Harbor's manifests: every spelling, packages, what they are refused for, and that they run as Harbor runs them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtInServers } from '../../../electron/core/servers/built-in/built-in-servers.ts';
import { timeModule } from '../../../electron/core/servers/built-in/time-module.ts';
import { base64, packageScene } from '../../support/package-scene.ts';
import type { AddressInfo } from 'node:net';
import type { ZippableFile } from 'fflate';

/** A server as small as they come: it knows no handshake, and answers everything, notifications too. */
const small = `
async function main() {
  let calls = 0;
  while (true) {
    const request = JSON.parse(await MCP.readLine());
    const answer = { jsonrpc: '2.0', id: request.id };
    if (request.method === 'tools/list') {
      answer.result = { tools: [{ name: 'look', inputSchema: { type: 'object' } }] };
    } else if (request.method === 'tools/call') {
      calls += 1;
      const seen = { env: process.env, calls, requestHost: typeof MCP.requestHost, eval: typeof require };
      answer.result = { content: [{ type: 'text', text: JSON.stringify(seen) }] };
    } else {
      answer.error = { code: -32601, message: 'Method not found' };
    }
    MCP.writeLine(JSON.stringify(answer));
  }
}
main().catch(console.error);
`;
const manifest = { id: 'small', name: 'Small', version: '1.0.0', runtime: 'js' };
const whole = { ...manifest, scriptBase64: base64(small) };
const module = Buffer.from(timeModule, 'base64');

/** Serves these files on this machine; resolves with its address. */
async function site(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === 'string' && file.startsWith('to:'))
      response.writeHead(302, { location: file.slice(3) }).end();
    else response.end(file);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(done => server.once('listening', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function zip(files: Readonly<Record<string, ZippableFile>>): Buffer {
  return Buffer.from(zipSync(files));
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a script', () => {
  test('One that knows no handshake, and answers notifications too, is a server with tools.', async () => {
    const { run, tool, supervisor } = await packageScene();
    const id = await run(whole);
    expect(supervisor.get(id)).toMatchObject({ name: 'Small', kind: 'javascript', toolCount: 1 });
    expect(JSON.parse(await tool(id, 'look'))).toEqual({
      env: {},
      calls: 1,
      requestHost: 'function',
      eval: 'undefined',
    });
    expect(JSON.parse(await tool(id, 'look'))).toMatchObject({ calls: 2 });
  });

  test('Its code lies under the hash of what it holds, private, and goes with the last server that runs it.', async () => {
    const { add, supervisor, codeFolder } = await packageScene();
    const [one, two] = [await add(whole), await add({ ...whole, name: 'Other' })];
    const [file = '', ...more] = readdirSync(codeFolder);
    expect([file, more]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.js$/), []]);
    expect(readFileSync(join(codeFolder, file), 'utf8')).toBe(small);
    expect(statSync(join(codeFolder, file)).mode & 0o777).toBe(0o600);
    await supervisor.changes.remove(one);
    expect(readdirSync(codeFolder)).toEqual([file]);
    await supervisor.changes.remove(two);
    expect(readdirSync(codeFolder)).toEqual([]);
  });

  test('Nothing of it runs, and nothing is asked, before it is approved.', async () => {
    const { add, supervisor } = await packageScene();
    const id = await add(whole);
    expect(supervisor.get(id)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  });

  test('Its fetch reaches the hosts of its manifest, and no other by a redirect.', async () => {
    const other = await site({ '/secret': 'not for it' });
    const near = await site({ '/hello': 'hello', '/away': `to:${other}/secret` });
    const code = small.replace(
      'const seen =',
      `const { path } = request.params.arguments;
       const got = await fetch('${near}' + path).then(answer => answer.text(), error => 'refused: ' + error.message);
       const seen = got; if (false) var unused =`,
    );
    const { run, tool } = await packageScene();
    const hosts = [new URL(near).host];
    const id = await run({ ...manifest, scriptBase64: base64(code), capabilities: { network: { hosts } } });
    expect(await tool(id, 'look', { path: '/hello' })).toBe('"hello"');
    expect(await tool(id, 'look', { path: '/away' })).toMatch(/^"refused: .*not among the hosts/);
  });
});

describe('a module', () => {
  test('It is begun anew for each request, and what it is asked by is not answered twice.', async () => {
    const { run, tool, supervisor } = await packageScene();
    const id = await run({ id: 'time', name: 'time', version: '1.0.0', wasmBase64: timeModule });
    expect(supervisor.get(id)).toMatchObject({ kind: 'wasm', toolCount: 1, serverInfo: { name: 'time-wasm' } });
    for (let n = 0; n < 3; n += 1) {
      const before = Date.now();
      const said = Date.parse(await tool(id, 'time.now'));
      expect(said).toBeGreaterThanOrEqual(before - 1);
      expect(said).toBeLessThanOrEqual(Date.now() + 1);
    }
    await expect(tool(id, 'other')).rejects.toThrow('there is time.now');
  });

  test.each([
    ['moduleBytesBase64', { moduleBytesBase64: timeModule }],
    ['wasmBase64', { wasmBase64: timeModule, runtime: 'wasm' }],
  ])('It is taken by %s.', async (_name, fields) => {
    const { add, supervisor } = await packageScene();
    const id = await add({ id: 'm', name: 'm', version: '1', ...fields });
    expect(supervisor.configs.of(id).config).toMatchObject({ kind: 'wasm', perRequest: true });
  });
});

describe('the two that are brought along', () => {
  test('They run with nothing but what is here: the time, an echo, a text turned around.', async () => {
    const { packages, supervisor, approve, until, tool } = await packageScene();
    const read = await packages.complete(builtInServers());
    const ids = await supervisor.changes.addAll(
      read.flatMap(({ name, config, code, start }) => (config && code && start ? [{ name, config, code, start }] : [])),
    );
    expect(ids).toEqual(['time-wasm', 'echo-js']);
    for (const id of ids) {
      expect(supervisor.get(id)?.options.start).toBe('first-use');
      await approve(id);
      await until(id, ({ state }) => state.kind === 'asleep' || state.kind === 'running');
    }
    expect(await tool('time-wasm', 'time.now')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await tool('echo-js', 'echo', { message: 'hällo' })).toBe('Echo: hällo');
    expect(await tool('echo-js', 'reverse', { text: 'äbc' })).toBe('cbä');
  });
});

describe('a package', () => {
  const files = {
    'manifest.json': bytes(JSON.stringify({ ...manifest, scriptUrl: './server.js' })),
    'server.js': bytes(small),
  };

  test('A .zip has its manifest at its top or in its one folder.', async () => {
    const { packages } = await packageScene();
    for (const made of [zip(files), zip({ pack: files })])
      expect(await packages.readFile(made)).toMatchObject([{ name: 'Small', problem: null, code: { of: 'script' } }]);
  });

  test('An address of a manifest brings what it names beside itself; that of a .zip is read as one.', async () => {
    const near = await site({
      '/s/manifest.json': JSON.stringify({ ...manifest, scriptUrl: 'server.js' }),
      '/s/server.js': small,
      '/m/manifest.json': JSON.stringify({ name: 'mod', manifestVersion: '1.0.0', wasm: { file: 'out/x.wasm' } }),
      '/m/out/x.wasm': module,
      '/e/manifest.json': JSON.stringify({ id: 'e', name: 'e', entrypoint: '/m/out/x.wasm' }),
      '/pack.zip': zip(files),
    });
    const { packages } = await packageScene();
    for (const [path, kind] of [
      ['/s/manifest.json', 'javascript'],
      ['/m/manifest.json', 'wasm'],
      ['/e/manifest.json', 'wasm'],
      ['/pack.zip', 'javascript'],
    ])
      expect(await packages.read(`${near}${path}`)).toMatchObject([{ problem: null, config: { kind } }]);
  });

  const slip = (name: string) => ({ ...files, [name]: bytes('x') });
  /** A link in Unix's own words, as `zip -y` writes one. */
  const link: ZippableFile = [bytes('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }];
  test.each([
    ['zip-name', slip('../out.js')],
    ['zip-name', slip('/etc/out.js')],
    ['zip-name', slip('a/../../out.js')],
    ['zip-name', slip('a\\out.js')],
    ['zip-link', { ...files, 'server.js': link }],
    [
      'zip-too-large',
      { ...files, 'bomb.bin': [new Uint8Array(40 * 1024 * 1024), { level: 9 as const }] as ZippableFile },
    ],
    [
      'zip-too-many',
      { ...files, ...Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.js`, bytes('x')])) },
    ],
    ['zip-without-manifest', { 'server.js': bytes(small) }],
  ])('One is refused for %s.', async (kind, listed) => {
    const { packages } = await packageScene();
    await expect(packages.readFile(zip(listed))).rejects.toMatchObject({ reason: { kind } });
  });

  test('One that lies about its sizes, or is cut off anywhere, is refused and costs no more than it says.', async () => {
    const { packages } = await packageScene();
    const made = zip({ ...files, 'big.bin': [new Uint8Array(8 * 1024 * 1024), { level: 9 }] });
    const lying = Buffer.from(made);
    // The size of the last entry, in the central directory and in front of the file itself.
    const entry = lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    lying.writeUInt32LE(100, entry + 24);
    await expect(packages.readFile(lying)).rejects.toMatchObject({ reason: { kind: 'zip-broken' } });
    for (let length = 4; length < made.length; length += 37)
      await expect(packages.readFile(made.subarray(0, length))).rejects.toMatchObject({
        code: 'ERR_INVALID_ARGUMENTS',
      });
  });

  test('What it names and does not bring is named; nothing of this machine is read for it.', async () => {
    const { packages } = await packageScene();
    for (const scriptUrl of ['missing.js', '/etc/passwd', '../../etc/passwd'])
      expect(
        await packages.readFile(zip({ 'manifest.json': bytes(JSON.stringify({ ...manifest, scriptUrl })) })),
      ).toMatchObject([{ config: null, problem: { kind: 'manifest-not-in-zip', file: scriptUrl } }]);
    for (const scriptUrl of ['file:///etc/passwd', 'http://example.com/x.js', 'data:text/javascript,1'])
      expect(await packages.read(JSON.stringify({ ...manifest, scriptUrl }))).toMatchObject([
        { problem: { kind: 'package-address' } },
      ]);
    expect(await packages.read(JSON.stringify({ ...manifest, scriptUrl: 'server.js' }))).toMatchObject([
      { problem: { kind: 'manifest-file', file: 'server.js' } },
    ]);
  });

  test('An address that answers with too much, or not at all, is said.', async () => {
    const near = await site({ '/big.zip': new Uint8Array(17 * 1024 * 1024) });
    const { packages } = await packageScene();
    await expect(packages.read(`${near}/big.zip`)).rejects.toMatchObject({ reason: { kind: 'package-too-large' } });
    await expect(packages.read(`${near}/none.json`)).rejects.toMatchObject({
      reason: { kind: 'package-status', status: 404 },
    });
  });

  test.each([
    ['module', { ...manifest, runtime: 'wasm', wasmBase64: base64('no module') }],
    ['script', { ...manifest, scriptBase64: Buffer.from([0xff, 0xfe, 0x00]).toString('base64') }],
  ])('What is no %s is refused.', async (of, value) => {
    const { packages } = await packageScene();
    expect(await packages.read(JSON.stringify(value))).toMatchObject([{ problem: { kind: 'manifest-code', of } }]);
  });
});
