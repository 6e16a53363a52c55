// Links by which pages add servers: what each known form carries, and what none may.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerLink } from '../../../contract/server-links.ts';

const entry = { command: 'npx', args: ['-y', 'files'], env: { LEVEL: 'ä' } };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const cursor = 'cursor://anysphere.cursor-deeplink/mcp/install';

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

  it('never throws, whatever it carries', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.base64String({ maxLength: 200 }));
    fc.assert(
      fc.property(
        fc.constantFrom(`${cursor}?name=a&config=`, 'vscode:mcp/install?', `${cursor}?`),
        text,
        (start, end) => {
          const read = readServerLink(start + end);
          if (read?.kind === 'server') JSON.parse(read.text);
        },
      ),
    );
  });
});
