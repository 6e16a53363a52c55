// Our MCP client with real servers: tools and their changes, what a server may ask, junk, and the official sample.
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSampleServers } from '../../../electron/core/servers/config/sample-servers.ts';
import { call, callTool, fixture, row, supervise, tempDir, textOf } from './support.ts';

const started = async (name: string, change = {}) => {
  const harness = supervise([row(name, { ...fixture(name), ...change })]);
  await harness.supervisor.start(name);
  const answer = async (tool: string, args: Record<string, unknown> = {}) =>
    textOf(await callTool(harness.supervisor, name, { name: tool, arguments: args }, call));
  return { ...harness, answer };
};

describe('tools', () => {
  test('All pages of the list are read, and unknown keys of a tool are kept.', async () => {
    const { toolLists } = await started('well-behaved');
    const [, tools = []] = toolLists.at(-1) ?? [];
    expect(tools.map(tool => tool.name)).toEqual(['echo', 'describe', 'grow', 'wait', 'exit', 'ask', 'flood']);
    expect(tools[0]).toEqual({ name: 'echo', inputSchema: { type: 'object' }, 'x-own': { kept: true } });
  });

  test('A burst of announced changes is read once it is over.', async () => {
    const { answer, until, toolLists } = await started('well-behaved');
    await answer('grow', { names: ['one', 'two', 'three'] });
    await until('well-behaved', ({ toolCount }) => toolCount === 10);
    expect(
      toolLists
        .at(-1)?.[1]
        .slice(-3)
        .map(tool => tool.name),
    ).toEqual(['one', 'two', 'three']);
  });

  test('A server that ends has no tools any more.', async () => {
    const { supervisor, toolLists, shown } = await started('well-behaved');
    await supervisor.stop('well-behaved');
    expect(toolLists.at(-1)).toEqual(['well-behaved', []]);
    expect(shown.get('well-behaved')?.toolCount).toBe(0);
  });
});

describe('what a server may ask', () => {
  test('A ping is answered.', async () => {
    const { answer } = await started('well-behaved');
    expect(JSON.parse(await answer('ask', { method: 'ping' }))).toMatchObject({ id: 'q', result: {} });
  });

  test.each(['sampling/createMessage', 'elicitation/create', 'roots/list'])('%s is refused.', async method => {
    const { answer } = await started('well-behaved');
    expect(JSON.parse(await answer('ask', { method }))).toMatchObject({
      error: { code: -32601, message: `Pilothouse does not offer "${method}" to servers.` },
    });
  });
});

describe('junk', () => {
  test('Lines on stdout that are no messages are kept among the lines of stderr and end nothing.', async () => {
    const { shown } = await started('junk');
    expect(shown.get('junk')).toMatchObject({ state: { kind: 'running' }, toolCount: 1 });
    expect(shown.get('junk')?.stderr).toEqual([
      'stdout: Starting up…',
      'stdout: { answer: 42 }',
      'stdout: {"level":30,"msg":"a log line"}',
      'stdout: ␛[2Jcleared',
      'stdout: listing',
      expect.stringMatching(/^"broken" is left out: inputSchema: /),
    ]);
  });
});

describe('a flood', () => {
  test('200,000 lines that are no messages cost neither the server nor the answer behind them.', async () => {
    const { answer, shown, until } = await started('well-behaved');
    expect(await answer('flood', { lines: 200_000 })).toBe('done');
    await until('well-behaved', ({ stderr }) => stderr.length === 20);
    expect(shown.get('well-behaved')?.state.kind).toBe('running');
  });
});

describe('the process', () => {
  test('It gets its arguments as they are, its folder, and only what is listed of the environment.', async () => {
    process.env.NODE_OPTIONS_CANARY = process.env.PILOTHOUSE_CANARY = 'canary';
    const odd = ['; touch X', '$(touch X)', '& calc', '%PATH%', 'a\nb', ''];
    const cwd = tempDir();
    const config = fixture('well-behaved', ...odd);
    const { answer } = await started('well-behaved', { ...config, cwd, env: { KEY: 'v' } });
    const seen = JSON.parse(await answer('describe'));
    expect(seen).toMatchObject({ argv: odd, cwd, env: { KEY: 'v', PATH: process.env.PATH } });
    expect(JSON.stringify(seen.env)).not.toContain('canary');
  });
});

describe('@modelcontextprotocol/server-everything', () => {
  test('The sample of a first start runs and answers.', async () => {
    const { supervisor, until, toolLists } = supervise([]);
    const text = await readSampleServers({
      path: resolve('resources/sample-servers.json'),
      nodePath: process.execPath,
      appFolder: resolve('.'),
    });
    expect(await supervisor.changes.add({ kind: 'json', text })).toEqual(['everything']);
    expect(supervisor.list()[0]?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    await supervisor.changes.approve('everything', supervisor.list()[0]?.hash ?? '');
    const server = await until('everything', ({ state }) => state.kind === 'running');
    expect(server.serverInfo?.name).toMatch(/everything/);
    expect(toolLists.at(-1)?.[1].map(tool => tool.name)).toContain('echo');
    const result = await callTool(supervisor, 'everything', { name: 'echo', arguments: { message: 'hello' } }, call);
    expect(textOf(result)).toContain('hello');
  });
});

test('A server that knows no handshake is met, pinged in its own way, and idle while only its changes are listened to.', async () => {
  const { supervisor, shown, tap } = await started('stateless');
  expect(shown.get('stateless')).toMatchObject({ state: { kind: 'running' }, serverInfo: { name: 'stateless' } });
  const client = await supervisor.clientFor('stateless', null);
  expect([client.isStateless, client.isBusy, await client.ping(5_000)]).toEqual([true, false, true]);
  const asked = tap.entries.map(({ method }) => method);
  expect(asked.slice(0, 2)).toEqual(['initialize', 'server/discover']);
  expect(asked).not.toContain('ping');
});
