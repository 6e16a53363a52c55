// Whatever happens while a file of an agent is written, it is whole: crashes, two hubs, other writers, links, modes, strange texts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { HubError } from '../../../contract/errors.ts';
import { filesBelow } from '../../support/temp-home.ts';
import { openConfigs } from './config-home.ts';

const wish = { byVariable: false, start: 'ask' as const };
const byAddress = { ...wish, how: 'http' as const };
const cursor = { agent: 'cursor' };
const text = '{\n  "mcpServers": {\n    "files": { "command": "npx" }\n  }\n}\n';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-writes-'));
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

async function opened(name?: string, uid?: number) {
  const hub = openConfigs(folder, name, uid);
  await hub.configs.start();
  onTestFinished(() => hub.configs.stop());
  return hub;
}

function put(name: string, content: string | Buffer, mode = 0o644): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
  return file;
}

const read = (file: string) => fs.readFileSync(file, 'utf8');
const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const temporary = () => filesBelow(folder).filter(name => name.endsWith('.tmp'));
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof HubError) return error.reason;
      throw error;
    },
  );

describe('a write that is killed between its temporary file and the rename', () => {
  async function killed(...args: string[]): Promise<void> {
    const program = fileURLToPath(new URL('./stopped-write.ts', import.meta.url));
    const child = spawn(process.execPath, [program, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
    expect(String(said)).toBe('written\n');
    child.kill('SIGKILL');
    await ended;
  }

  test('leaves the old file whole, and nothing beside it after the next start', async () => {
    const file = put('.cursor/mcp.json', text);
    await killed('cursor');
    expect(read(file)).toBe(text);
    expect(temporary()).toHaveLength(1);
    const { configs } = await opened();
    expect(temporary()).toEqual([]);
    expect(read(file)).toBe(text);
    await configs.connect(cursor, wish);
    await configs.disconnect(cursor);
    expect(read(file)).toBe(text);
  });

  test('is cleared up also beside the file that a link leads to, and in a project that was never connected', async () => {
    const linked = put('dotfiles/cursor.json', text);
    fs.mkdirSync(path.join(folder, '.cursor'));
    fs.symlinkSync('../dotfiles/cursor.json', path.join(folder, '.cursor/mcp.json'));
    await killed('cursor');
    expect(temporary().map(name => path.dirname(name))).toEqual(['dotfiles']);
    await opened();
    expect(temporary()).toEqual([]);
    const shared = put('atlas/.mcp.json', text);
    await killed('claude-code', path.dirname(shared));
    expect(temporary().map(name => path.dirname(name))).toEqual(['atlas']);
    await opened();
    expect(temporary()).toEqual([]);
    expect([linked, shared].map(read)).toEqual([text, text]);
  });

  test('takes nothing away that is of another data home', async () => {
    put('.cursor/mcp.json', text);
    await killed('cursor');
    await opened('other');
    expect(temporary()).toHaveLength(1);
  });

  test('leaves no half copy in the data home either', async () => {
    const { dataHome } = openConfigs(folder);
    fs.mkdirSync(path.join(dataHome, 'backups/cursor'), { recursive: true });
    fs.writeFileSync(path.join(dataHome, 'backups/cursor/.mcp.json.1.0123456789ab.tmp'), 'half');
    await opened();
    expect(temporary()).toEqual([]);
  });
});

describe('several writers of one file', () => {
  test('two hubs and a program that writes it all the time lose nothing of each other and leave a file that can be read', async () => {
    const file = put('.cursor/mcp.json', text);
    const hubs = [await opened('one'), await opened('two')];
    let last = 0;
    const foreign = (async () => {
      for (let turn = 1; turn <= 60; turn += 1) {
        // As programs do that read, change and rename. One that misses what came in between is not ours to mend.
        const value = JSON.parse(read(file));
        fs.writeFileSync(`${file}.own`, `${JSON.stringify({ ...value, turn }, null, 2)}\n`);
        fs.renameSync(`${file}.own`, file);
        last = turn;
        await new Promise(resolve => setImmediate(resolve));
      }
    })();
    const ours = hubs.map(async ({ configs }) => {
      const told: unknown[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        told.push(await reasonOf(configs.connect(cursor, wish)));
        told.push(await reasonOf(configs.disconnect(cursor)));
      }
      return told;
    });
    const told = (await Promise.all(ours)).flat();
    await foreign;
    for (const reason of told)
      if (reason !== null)
        expect(reason).toMatchObject({ kind: expect.stringMatching(/^config-(changed|not-as-written)$/) });
    const { mcpServers, turn } = JSON.parse(read(file));
    expect(mcpServers).toMatchObject({ files: { command: 'npx' } });
    expect(turn).toBeGreaterThan(0);
    expect(last).toBe(60);
    expect(temporary()).toEqual([]);
  });

  test('what is written between the look and the rename is not written over', async () => {
    const file = put('.cursor/mcp.json', text);
    const { configs } = await opened();
    const { hash } = await configs.preview({ change: 'connect', ...cursor, byVariable: false });
    const other = text.replace('npx', 'uvx');
    fs.writeFileSync(file, other);
    expect(await reasonOf(configs.connect(cursor, wish, hash))).toMatchObject({ kind: 'config-changed' });
    expect(read(file)).toBe(other);
  });
});

describe('links and other names', () => {
  test('a link stays a link, and what it leads to is written', async () => {
    const target = put('dotfiles/cursor.json', text, 0o600);
    fs.mkdirSync(path.join(folder, '.cursor'));
    const link = path.join(folder, '.cursor/mcp.json');
    fs.symlinkSync(target, link);
    const { configs } = await opened();
    await configs.connect(cursor, wish);
    expect(fs.readlinkSync(link)).toBe(target);
    expect(read(target)).toContain('"pilothouse"');
    expect(modeOf(target)).toBe(0o600);
    await configs.disconnect(cursor);
    expect(read(target)).toBe(text);
    expect(fs.readlinkSync(link)).toBe(target);
  });

  test.each([
    ['a circle', ['b', 'mcp.json']],
    ['itself', ['mcp.json']],
    ['nothing', ['gone.json']],
  ])('a link that leads to %s is named and left alone', async (_, [first = '', second]) => {
    fs.mkdirSync(path.join(folder, '.cursor'));
    fs.symlinkSync(first, path.join(folder, '.cursor/mcp.json'));
    if (second !== undefined) fs.symlinkSync(second, path.join(folder, '.cursor', first));
    const { configs } = await opened();
    expect(await reasonOf(configs.connect(cursor, wish))).toMatchObject({ kind: 'config-link-circle' });
    expect(fs.readlinkSync(path.join(folder, '.cursor/mcp.json'))).toBe(first);
  });

  test('of a hard link the other name keeps what was there, and the user is told before', async () => {
    const file = put('.cursor/mcp.json', text);
    fs.linkSync(file, path.join(folder, 'other.json'));
    const { configs } = await opened();
    const { notes } = await configs.preview({ change: 'connect', ...cursor, byVariable: false });
    expect(notes).toContainEqual({ kind: 'file-other-names', file: '~/.cursor/mcp.json' });
    await configs.connect(cursor, wish);
    expect(read(path.join(folder, 'other.json'))).toBe(text);
    await configs.disconnect(cursor);
    expect(read(file)).toBe(text);
  });

  test.skipIf(process.getuid?.() !== 0)('a file of another account is left alone', async () => {
    const file = put('.cursor/mcp.json', text);
    fs.chownSync(file, 12_345, 12_345);
    const { configs } = await opened();
    expect(await reasonOf(configs.connect(cursor, wish))).toMatchObject({ kind: 'config-of-other', owner: 12_345 });
    expect(read(file)).toBe(text);
  });

  test.skipIf(process.getuid?.() !== 0)('the group of a file stays', async () => {
    const file = put('.cursor/mcp.json', text, 0o640);
    fs.chownSync(file, 0, 12_345);
    const { configs } = await opened();
    await configs.connect(cursor, wish);
    expect(fs.statSync(file)).toMatchObject({ uid: 0, gid: 12_345 });
    expect(modeOf(file)).toBe(0o640);
  });
});

describe('modes', () => {
  const versionOf = async (
    { configs }: Awaited<ReturnType<typeof opened>>,
    target: { agent: string; project?: string },
  ) => (await configs.preview({ change: 'disconnect', ...target })).versions[0]?.version;

  test('a file of a project that comes back has the mode that it had', async () => {
    const project = path.join(folder, 'atlas');
    const target = { agent: 'claude-code', project };
    const file = put('atlas/.mcp.json', text, 0o600);
    const hub = await opened();
    await hub.configs.connect(target, wish);
    expect(modeOf(file)).toBe(0o600);
    const version = await versionOf(hub, target);
    fs.rmSync(file);
    await hub.configs.restore(target, version);
    expect(read(file)).toBe(text);
    expect(modeOf(file)).toBe(0o600);
  });

  test('an older and wider version does not widen the file that is there', async () => {
    const file = put('.cursor/mcp.json', text, 0o644);
    const hub = await opened();
    await hub.configs.connect(cursor, wish);
    fs.chmodSync(file, 0o600);
    await hub.configs.restore(cursor, await versionOf(hub, cursor));
    expect(modeOf(file)).toBe(0o600);
  });

  test('a file that gets a token is for its owner alone, which the user is told before', async () => {
    const file = put('.cursor/mcp.json', text, 0o664);
    const { configs } = await opened();
    const { notes } = await configs.preview({ change: 'connect', ...cursor, ...byAddress });
    expect(notes.map(({ kind }) => kind)).toEqual(['token-in-file', 'file-made-private']);
    await configs.connect(cursor, byAddress);
    expect(read(file)).toMatch(/ph_[a-z0-9-]+_c{64}/);
    expect(modeOf(file)).toBe(0o600);
  });

  test('a file that holds its token already is made private all the same, and no version is kept of it', async () => {
    const file = put('.cursor/mcp.json', text, 0o600);
    const { configs } = await opened();
    await configs.connect(cursor, byAddress);
    const written = read(file);
    fs.chmodSync(file, 0o644);
    const { notes } = await configs.preview({ change: 'connect', ...cursor, ...byAddress });
    expect(notes.map(({ kind }) => kind)).toEqual(['token-in-file', 'file-made-private']);
    expect((await configs.connect(cursor, byAddress)).undo).toBeNull();
    expect([read(file), modeOf(file)]).toEqual([written, 0o600]);
  });

  test('a version with a token does not come back into a file that others read', async () => {
    const file = put('.cursor/mcp.json', text, 0o600);
    const hub = await opened();
    await hub.configs.connect(cursor, byAddress);
    await hub.configs.connect(cursor, { ...wish, how: 'stdio' });
    const withToken = await versionOf(hub, cursor);
    fs.chmodSync(file, 0o644);
    await hub.configs.restore(cursor, withToken);
    expect(read(file)).toContain('c'.repeat(64));
    expect(modeOf(file)).toBe(0o600);
  });
});

describe('strange texts', () => {
  test.each([
    ['a byte order mark', '.cursor/mcp.json', `\uFEFF${text}`, 'cursor'],
    ['CRLF', '.cursor/mcp.json', text.replaceAll('\n', '\r\n'), 'cursor'],
    ['no line end', '.cursor/mcp.json', text.trimEnd(), 'cursor'],
    ['tabs', '.cursor/mcp.json', text.replaceAll('  ', '\t'), 'cursor'],
    ['no text', '.cursor/mcp.json', '', 'cursor'],
    ['a byte order mark and nothing else', '.cursor/mcp.json', '\uFEFF', 'cursor'],
    [
      'names that stand there twice',
      '.cursor/mcp.json',
      '{"a": 1, "a": 2, "mcpServers": {"x": {}, "x": {}}}',
      'cursor',
    ],
    [
      'comments everywhere',
      '.config/zed/settings.json',
      '// a\n{ /* b */ "x" /* c */ : /* d */ 1, // e\n/* f */ }\n// g',
      'zed',
    ],
    ['TOML without an end', '.codex/config.toml', 'model = "x" # a', 'codex'],
    ['TOML with CRLF', '.codex/config.toml', '[mcp_servers]\r\na = { command = "x" } # b\r\n\r\n\r\n', 'codex'],
    ['YAML without an end', '.config/goose/config.yaml', 'extensions:\n  x: # a\n    enabled: true', 'goose'],
    ['YAML with a start mark', '.config/goose/config.yaml', '%YAML 1.2\n---\na: 1\n', 'goose'],
  ])('%s: connected and taken out, the bytes are the same', async (_, name, content, agent) => {
    const file = put(name, content);
    const { configs } = await opened();
    expect(await reasonOf(configs.connect({ agent }, wish))).toBeNull();
    expect(read(file)).toContain('pilothouse');
    await configs.disconnect({ agent });
    expect(read(file)).toBe(content);
  });

  test.each([
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'config-no-text'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'config-no-text'],
    ['a comma that is missing', Buffer.from('{"a": 1 "mcpServers": {}}'), 'config-broken'],
    ['our table twice', Buffer.from('{"mcpServers": {}, "mcpServers": {}}'), 'config-broken'],
  ])('%s is named and left alone, and no credential is made', async (_, content, kind) => {
    const file = put('.cursor/mcp.json', content);
    const { configs, failures } = await opened();
    expect(await reasonOf(configs.connect(cursor, wish))).toMatchObject({ kind });
    expect(fs.readFileSync(file).equals(content)).toBe(true);
    expect(failures).toEqual([]);
  });

  test.each([
    ['aliases without end', '.config/goose/config.yaml', 'a: &a\n  b: *a\n', 'goose'],
    ['an alias of nothing', '.config/goose/config.yaml', 'a: *b\n', 'goose'],
    ['lists in lists', '.cursor/mcp.json', `{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'cursor'],
  ])('%s in one file hide none of the other programs', async (_, name, content, agent) => {
    put(name, content);
    put('.codex/config.toml', 'a = 1\n');
    const { configs, failures } = await opened();
    const rows = await configs.all();
    expect(failures).toEqual([]);
    expect(rows.find(({ id }) => id === agent)?.state).toMatchObject({ kind: 'broken' });
    expect(rows.find(({ id }) => id === 'codex')?.state).toMatchObject({ kind: 'not-connected' });
  });

  test('a file of five megabytes and one of a hundred thousand lines come back as they were', async () => {
    const chats = Array.from({ length: 26_000 }, (_, at) => ({ at, said: 'x'.repeat(180) }));
    const big = `${JSON.stringify({ mcpServers: { a: {} }, chats }, null, 1)}\n`;
    expect(big.length).toBeGreaterThan(5_000_000);
    expect(big.split('\n').length).toBeGreaterThan(100_000);
    const file = put('.cursor/mcp.json', big);
    const { configs } = await opened();
    const { lines, added } = await configs.preview({ change: 'connect', ...cursor, byVariable: false });
    expect(lines.length).toBeLessThan(40);
    expect(added).toBeGreaterThan(3);
    await configs.connect(cursor, wish);
    expect(JSON.parse(read(file)).chats).toHaveLength(chats.length);
    await configs.disconnect(cursor);
    expect(read(file) === big).toBe(true);
  });
});

test('YAML with an end mark, behind which nothing can be put, is left alone', async () => {
  const file = put('.config/goose/config.yaml', 'a: 1\n...\n');
  const { configs } = await opened();
  expect(await reasonOf(configs.connect({ agent: 'goose' }, wish))).toMatchObject({ kind: 'config-not-proved' });
  expect(read(file)).toBe('a: 1\n...\n');
});

describe.skipIf(process.platform !== 'linux')('where nothing can be written', () => {
  const big = `${JSON.stringify({ mcpServers: { a: {} }, x: 'x'.repeat(200_000) }, null, 1)}\n`;

  async function hindered(...args: string[]): Promise<unknown> {
    const program = fileURLToPath(new URL('./hindered-write.ts', import.meta.url));
    const child = spawn(process.execPath, [program, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await Promise.all([textOf(child.stdout), once(child, 'close')]);
    return JSON.parse(said);
  }

  test.each([
    ['the new file', 100],
    ['the copy of the old one', -100],
  ])('a disk that has no room for %s leaves the old file whole and nothing beside it', async (_, room) => {
    const file = put('.cursor/mcp.json', big);
    expect(await hindered('bytes', String(big.length + room))).toMatchObject({ kind: 'config-failed', verb: 'write' });
    expect(read(file) === big).toBe(true);
    expect(temporary()).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('a read-only folder is named, and the file stays', async () => {
    const file = put('.cursor/mcp.json', text);
    for (const one of [folder, path.dirname(file), file]) fs.chownSync(one, 65_534, 65_534);
    fs.chmodSync(path.dirname(file), 0o555);
    expect(await hindered('uid', '65534')).toMatchObject({ kind: 'config-failed', verb: 'write' });
    expect(read(file)).toBe(text);
    expect(temporary()).toEqual([]);
  });
});

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const piece of stream) all += String(piece);
  return all;
}
