// A JavaScript file as an MCP server: what it finds in its sandbox, what it may reach, and how it ends.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isRecord } from '../../../contract/json.ts';
import { inEnglish } from '../../../words/english.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScriptConfig } from '../../../contract/schemas/servers.ts';

const toolbox = resolve('test/fixtures/servers/sandboxed/toolbox.js');
const script = (change: Partial<ScriptConfig> = {}): ScriptConfig => ({
  kind: 'javascript',
  file: toolbox,
  env: {},
  hosts: [],
  ...change,
});

/** The script running; `tool` calls one of its tools and returns the text. */
async function start(change: Partial<ScriptConfig> = {}) {
  const supervised = supervise([row('box', script(change))]);
  await supervised.supervisor.start('box');
  const tool = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await callTool(
      supervised.supervisor,
      'box',
      { name, arguments: args },
      { ...call, timeoutMs: 170_000 },
    );
    return { text: textOf(result), isError: isRecord(result) && result.isError === true };
  };
  return { ...supervised, tool };
}

/** A script of its own that fails or ends; resolves with how its run ended. */
async function reasonOf(code: string): Promise<string> {
  const file = join(tempDir(), 'server.js');
  writeFileSync(file, code);
  const { supervisor, until } = supervise([row('box', script({ file }))]);
  await supervisor.start('box').catch(() => {});
  const { state } = await until('box', ({ state: { kind } }) => kind === 'crashed' || kind === 'waiting');
  return 'reason' in state && state.reason ? inEnglish(state.reason) : '';
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(done => server.once('listening', done));
  return `localhost:${(server.address() as AddressInfo).port}`;
}

describe('the sandbox', () => {
  test('A loop over MCP.readLine and MCP.writeLine is a server with tools.', async () => {
    const { shown, tool } = await start();
    expect(shown.get('box')).toMatchObject({ kind: 'javascript', serverInfo: { name: 'toolbox', version: '1.0.0' } });
    expect((await tool('echo', { text: 'hällo €' })).text).toBe('hällo €');
  });

  test('process.env holds what its config gives and nothing of this machine.', async () => {
    const { tool } = await start({ env: { TOKEN: 'abc' } });
    expect((await tool('env')).text).toBe('{"TOKEN":"abc"}');
  });

  test('There is no way out: no require, no process but env, no socket, no loader of scripts.', async () => {
    const { tool } = await start();
    const names = ['require', 'XMLHttpRequest', 'WebSocket', 'importScripts', 'Worker', 'host', 'std', 'os'];
    expect(new Set(JSON.parse((await tool('globals', { names })).text))).toEqual(new Set(['undefined']));
    expect((await tool('escape')).text).toBe('undefinedundefined');
  });

  test('An import is refused with a remedy.', async () => {
    const { tool } = await start();
    expect(await tool('load', { name: 'node:fs' })).toEqual({
      text: '"node:fs" cannot be imported: a server is one file; bundle what it needs into it.',
      isError: true,
    });
  });

  test('What it logs stands among its lines of stderr.', async () => {
    const { until } = await start();
    await until('box', ({ stderr }) => stderr.includes('[log] toolbox is ready {"tools":11}'));
  });

  test('It has timers, UTF-8 and addresses.', async () => {
    const { tool } = await start();
    expect((await tool('wait', { ms: 5 })).text).toBe('waited');
    expect((await tool('bytes', { text: 'ü€😀' })).text).toBe('ü€😀');
    expect((await tool('address', { base: 'https://a.b/c?x=1', add: { x: 'ü', y: 'z z' } })).text).toBe(
      'https://a.b/c?x=%C3%BC&y=z+z',
    );
  });

  test('Memory without end is refused to it, and it goes on.', async () => {
    const { tool } = await start();
    expect(await tool('hoard')).toEqual({ text: 'out of memory', isError: true });
    expect((await tool('echo', { text: 'still here' })).text).toBe('still here');
  });
});

describe('fetch', () => {
  test('A host that its config names is reached, with method, headers and body, without cookies.', async () => {
    const host = await listen((request, response) => {
      response.setHeader('set-cookie', 'a=b');
      request.pipe(response.writeHead(201, { 'x-seen': String(request.headers.cookie) }));
    });
    const { tool } = await start({ hosts: [host] });
    const { text } = await tool('get', {
      url: `http://${host}/x`,
      method: 'POST',
      headers: { cookie: 'c=d', 'content-type': 'text/plain' },
      body: 'sent',
    });
    expect(JSON.parse(text)).toEqual({
      status: 201,
      url: `http://${host}/x`,
      cookie: null,
      seen: 'undefined',
      text: 'sent',
    });
  });

  test('Another host is refused by name with the remedy, and nothing reaches it.', async () => {
    let asked = 0;
    const host = await listen((_request, response) => {
      asked += 1;
      response.end();
    });
    const { tool } = await start({ hosts: ['api.example.com'] });
    expect(await tool('get', { url: `http://${host}/` })).toEqual({
      text: `fetch of "${host}" is refused: this host is not among the hosts of this server (it has api.example.com); add "${host}" to its hosts in Pilothouse.`,
      isError: true,
    });
    expect(asked).toBe(0);
  });

  test('A redirect to another host is refused too.', async () => {
    const other = await listen((_request, response) => response.end('never'));
    const host = await listen((_request, response) => response.writeHead(302, { location: `http://${other}/` }).end());
    const { tool } = await start({ hosts: [host] });
    expect((await tool('get', { url: `http://${host}/` })).text).toContain(`fetch of "${other}" is refused`);
  });

  test('A redirect within the allowed hosts is followed, and credentials stay with the first origin.', async () => {
    const other = await listen((request, response) => response.end(String(request.headers.authorization)));
    const host = await listen((_request, response) => response.writeHead(307, { location: `http://${other}/` }).end());
    const { tool } = await start({ hosts: [host, other] });
    const { text } = await tool('get', { url: `http://${host}/`, headers: { authorization: 'Bearer x' } });
    expect(JSON.parse(text)).toMatchObject({ status: 200, url: `http://${other}/`, text: 'undefined' });
  });

  test('An answer without end is cut off with a sentence.', async () => {
    const host = await listen((_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(1024 * 1024)));
        response.once('drain', more);
      };
      more();
    });
    const { tool } = await start({ hosts: [host] });
    expect((await tool('get', { url: `http://${host}/` })).text).toMatch(/is larger than 16 MiB; ask for less\.$/);
  });
});

describe('its end', () => {
  test('A stop is no crash, and its input ending is enough.', async () => {
    const { supervisor, shown } = await start();
    await supervisor.stop('box');
    expect(shown.get('box')).toMatchObject({ state: { kind: 'stopped' }, crashes: 0 });
  });

  test('A script that computes without end is ended and says so.', async () => {
    const { tool, until } = await start();
    await expect(tool('spin')).rejects.toThrow('ended during this call');
    const { state } = await until('box', ({ state: { kind } }) => kind === 'crashed' || kind === 'waiting');
    expect(state).toMatchObject({
      reason: saying('It exited with code 1: It computed for 10 s without giving way and was ended.'),
    });
  });

  test('A file that is not there is named.', async () => {
    const { supervisor } = supervise([row('box', script({ file: '/no/such/server.js' }))]);
    await expect(supervisor.start('box')).rejects.toThrow(
      'The file "/no/such/server.js" cannot be read (ENOENT); correct its path',
    );
  });

  test('A mistake in the script is told with its line.', async () => {
    expect(await reasonOf('const a = 1;\nundefinedFunction();')).toMatch(
      /It exited with code 1: Uncaught ReferenceError/,
    );
  });

  test('A script that waits for nothing has ended.', async () => {
    expect(await reasonOf('console.log("hello")')).toBe(
      'It exited with code 0: The script has ended: it waits for no line, no timer and no fetch.',
    );
  });
});
