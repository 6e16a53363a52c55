// What a pilothouse:// link and a second start can do: open the window, or a form that the user reads (D14).
import { describe, expect, test } from 'vitest';
import { pathOfLink, readDraft, readSecondStart, secondStartOf } from '../../../electron/main/deep-link.ts';
import { readCataloguePath } from '../../../renderer/frame/catalogue-paths.ts';
import { parseRoute } from '../../../renderer/frame/route.ts';

describe('a link', () => {
  test('fills the form for a server with a name and a command', () => {
    const link = 'pilothouse://add-server?name=Files&command=npx%20-y%20files%20%24HOME';
    expect(readDraft(link)).toEqual({ name: 'Files', commandLine: 'npx -y files $HOME' });
    const json = encodeURIComponent('+{"name":"Files","commandLine":"npx -y files $HOME"}');
    expect(pathOfLink(link)).toBe(`servers/${json}`);
  });

  test('fills the form with an mcpServers JSON', () => {
    expect(readDraft('pilothouse://add-server?json=%7B%22mcpServers%22%3A%7B%7D%7D')).toEqual({
      text: '{"mcpServers":{}}',
    });
  });

  test('fills the form with an address, with a config as Cursor has it, and with the link of another app', () => {
    expect(readDraft('pilothouse://add-server?name=Docs&url=https%3A%2F%2Fdocs.example.com%2Fmcp')).toEqual({
      name: 'Docs',
      commandLine: 'https://docs.example.com/mcp',
    });
    const list = { mcpServers: { Docs: { command: 'npx', args: ['-y', 'docs'] } } };
    const config = Buffer.from('{"command":"npx","args":["-y","docs"]}').toString('base64url');
    const same = { text: JSON.stringify(list, null, 2) };
    expect(readDraft(`pilothouse://add-server?name=Docs&config=${config}`)).toEqual(same);
    const other = `cursor://anysphere.cursor-deeplink/mcp/install?name=Docs&config=${config}`;
    expect(readDraft(`pilothouse://add-server?link=${encodeURIComponent(other)}`)).toEqual(same);
  });

  test('of this app opens the form empty, and is written as forms write it', () => {
    expect(readDraft('pilothouse://add-server')).toEqual({ name: '', commandLine: '' });
    const query = new URLSearchParams({ name: 'My files', command: 'npx a+b "c d"' }).toString();
    expect(readDraft(`pilothouse://add-server/?${query}`)).toEqual({ name: 'My files', commandLine: 'npx a+b "c d"' });
  });

  test('that names an entry of a catalogue leads to the catalogue, where that is searched for', () => {
    const link = (other: string) => `pilothouse://add-server?link=${encodeURIComponent(other)}`;
    const path = pathOfLink(link('vscode:mcp/by-name/io.github.acme/files'));
    const { screen, id } = parseRoute(`#/${path}`);
    expect(screen).toBe('catalogue');
    expect(readCataloguePath(id)).toEqual({ kind: 'entries', open: null, search: 'io.github.acme/files' });
    expect(pathOfLink(link('vscode:mcp/by-name/<img src=x>'))).toBe('');
    expect(pathOfLink(`${link('vscode:mcp/by-name/files')}&link=x`)).toBe('');
  });

  test.each([
    'pilothouse://add-server?name=a&command=b&command=c',
    'pilothouse://add-server?name=a&command=curl%20%24%7Bsecret%3AGITHUB%7D',
    'pilothouse://add-server?json=%7B%22env%22%3A%22%24%7Bsecret%3AX%7D%22%7D',
    'pilothouse://add-server?link=https%3A%2F%2Fexample.com',
    'pilothouse://add-server?name=a&config=%25%25',
    'pilothouse://add-server?json=%7B%22env%22%3A%22%5Cu0024%7Bsecret%3AX%7D%22%7D',
    'vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22b%22%7D',
    'pilothouse://open',
    'pilothouse://quit',
    'pilothouse://approve?server=files',
    'pilothouse://set-mode?mode=running',
    'pilothouse://add-server.evil?name=a&command=b',
    `pilothouse://add-server?name=${'n'.repeat(61)}&command=b`,
    `pilothouse://add-server?json=${'x'.repeat(30_000)}`,
    'https://add-server?name=a&command=b',
    'pilothouse:///etc/passwd',
    'not a link',
    '',
  ])('%s leads to no form and nowhere else', link => {
    expect([readDraft(link), pathOfLink(link)]).toEqual([null, '']);
  });

  test('leads to one screen only, whatever it carries', () => {
    const path = pathOfLink(`pilothouse://add-server?name=${encodeURIComponent('../../settings#/connect')}&command=x`);
    expect(path).toMatch(/^servers\/%2B[^/#]*$/);
  });
});

describe('a second start', () => {
  test('says to open, or to stay hidden at login', () => {
    expect(secondStartOf({ hidden: false, link: null, bundle: null })).toEqual({
      verb: 'open',
      link: null,
      bundle: null,
    });
    expect(secondStartOf({ hidden: true, link: null, bundle: '/a.mcpb' })).toEqual({
      verb: 'stay',
      link: null,
      bundle: '/a.mcpb',
    });
  });

  test.each([
    null,
    undefined,
    'open',
    7,
    {},
    { verb: 'quit' },
    { verb: 'approve', link: 'pilothouse://open' },
    ['open'],
  ])('that says %j asks for nothing', data => {
    expect(readSecondStart(data)).toBeNull();
  });

  test('keeps a link only as text', () => {
    expect(readSecondStart({ verb: 'open', link: { href: 'x' }, run: 'rm' })).toEqual({
      verb: 'open',
      link: null,
      bundle: null,
    });
  });

  test('hands on the path of a bundle, and no other', () => {
    const bundleIn = (bundle: unknown) => readSecondStart({ verb: 'open', bundle })?.bundle;
    expect(bundleIn('/home/ana/a.mcpb')).toBe('/home/ana/a.mcpb');
    for (const other of ['a.mcpb', '/etc/passwd', '/a.mcpb\0', { path: '/a.mcpb' }, `/${'a'.repeat(5_000)}.mcpb`])
      expect(bundleIn(other)).toBeNull();
  });
});
