// Files as the apps write them, read into servers; and what is refused, in words.
import { describe, expect, test } from 'vitest';
import { placeholdersOf } from '../../../../../electron/core/servers/config/config-placeholders.ts';
import { readPasted } from '../../../../../electron/core/servers/config/read-servers.ts';
import { readClaudeCodeFile } from '../../../../../electron/core/servers/import/claude-code-file.ts';
import { readCodexFile } from '../../../../../electron/core/servers/import/codex-file.ts';
import {
  readClaudeDesktopFile,
  readCursorFile,
  readProjectFile,
  readWindsurfFile,
} from '../../../../../electron/core/servers/import/mcp-servers-file.ts';
import { readServersText } from '../../../../../electron/core/servers/import/read-text.ts';
import { readVscodeFile } from '../../../../../electron/core/servers/import/vscode-file.ts';
import { inEnglish } from '../../../../../words/english.ts';
import { saying } from '../../../../support/saying.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';
import type { ReadServer } from '../../../../../electron/core/servers/import/read-server.ts';

const home = '/home/ana';
const json = (value: unknown) => JSON.stringify(value);
const stdio = (command: string, args: string[] = [], env: Record<string, string> = {}) => ({
  kind: 'stdio',
  command,
  args,
  env,
});
const configs = (servers: readonly ReadServer[]) =>
  Object.fromEntries(servers.map(({ name, config }) => [name, config]));
/** It was read. */
function asConfig(server: ReadServer | undefined): ServerConfig {
  if (!server?.config) throw new Error('It was not read.');
  return server.config;
}
const problems = (servers: readonly ReadServer[]) => servers.map(({ problem }) => problem && inEnglish(problem));

describe('Claude Desktop', () => {
  test('Its file beside other settings is read, and every text stays as it is.', () => {
    const text = json({
      globalShortcut: '',
      mcpServers: {
        filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/ana/Desktop'] },
        shell: { command: 'sh', args: ['-c', 'echo ${FOO}'], env: { A: '${B}' } },
      },
    });
    expect(configs(readClaudeDesktopFile(text, home))).toEqual({
      filesystem: stdio('npx', ['-y', '@modelcontextprotocol/server-filesystem', '/Users/ana/Desktop']),
      shell: stdio('sh', ['-c', 'echo ${FOO}'], { A: '${B}' }),
    });
  });

  test('A file without servers has none.', () => {
    expect(readClaudeDesktopFile('{}', home)).toEqual([]);
  });

  test.each([
    ['', 'There is nothing in it;'],
    ['[]', 'This is []; it must be an object with "mcpServers".'],
    ['{"mcpServers": [1]}', '"mcpServers" is [1]; it must be an object of names and servers.'],
    ['{"mcpServers": {', 'This is no JSON: expected'],
    ['{"mcpServers": {"__proto__": {"command": "x"}}}', 'no name "__proto__"'],
  ])('%s is refused with a sentence.', (text, sentence) => {
    expect(() => readClaudeDesktopFile(text, home)).toThrow(sentence);
  });

  test('One bad entry spoils no other.', () => {
    const servers = readClaudeDesktopFile(json({ mcpServers: { bad: { args: [] }, good: { command: 'x' } } }), home);
    expect(servers).toMatchObject([
      { name: 'bad', config: null, problem: saying({ part: '"command" of "bad" is missing' }) },
      { name: 'good', config: stdio('x'), problem: null },
    ]);
  });
});

describe('Claude Code', () => {
  const text = json({
    numStartups: 12,
    oauthAccount: { emailAddress: 'ana@example.test' },
    mcpServers: { everywhere: { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: {} } },
    projects: {
      '/home/ana/code/atlas': {
        allowedTools: [],
        mcpServers: { notion: { type: 'http', url: 'https://mcp.notion.com/mcp' } },
      },
      '/home/ana/old': { mcpServers: {} },
      broken: 3,
    },
  });

  test('Servers of the user and of each project are read, and the project is named.', () => {
    expect(readClaudeCodeFile(text, home)).toEqual([
      { name: 'everywhere', from: null, config: stdio('npx', ['-y', 'x']), problem: null },
      {
        name: 'notion',
        from: '/home/ana/code/atlas',
        config: { kind: 'http', url: 'https://mcp.notion.com/mcp', headers: {} },
        problem: null,
      },
    ]);
  });

  test('Variables of .mcp.json are secrets of their name, or their default.', () => {
    const project = json({
      mcpServers: {
        api: {
          type: 'sse',
          url: '${API_BASE:-https://api.example.test}/sse',
          headers: { Authorization: 'Bearer ${API_KEY}' },
        },
        tool: { command: '${HOME}/bin/tool', args: ['--level', '${LEVEL:-info}'], env: { KEY: '${KEY}' } },
      },
    });
    expect(configs(readProjectFile(project, home))).toEqual({
      api: {
        kind: 'sse',
        url: 'https://api.example.test/sse',
        headers: { Authorization: 'Bearer ${secret:API_KEY}' },
      },
      tool: stdio('/home/ana/bin/tool', ['--level', 'info'], { KEY: '${secret:KEY}' }),
    });
  });

  test('An address of a variable alone says what to do.', () => {
    expect(problems(readProjectFile(json({ mcpServers: { a: { url: '${BASE}/mcp' } } }), home))).toEqual([
      'The address of "a" leaves ${BASE} open; write what it stands for.',
    ]);
  });
});

describe('Cursor', () => {
  test('Addresses, variables and the home are read.', () => {
    const text = json({
      mcpServers: {
        remote: { url: 'https://api.example.test/mcp', headers: { Authorization: 'Bearer ${env:MY_TOKEN}' } },
        local: { command: 'python', args: ['${userHome}/server.py'], env: { API_KEY: '${env:API_KEY}' } },
      },
    });
    expect(configs(readCursorFile(text, home))).toEqual({
      remote: {
        kind: 'http',
        url: 'https://api.example.test/mcp',
        headers: { Authorization: 'Bearer ${secret:MY_TOKEN}' },
      },
      local: stdio('python', ['/home/ana/server.py'], { API_KEY: '${secret:API_KEY}' }),
    });
  });

  test.each(['${workspaceFolder}/x', '${workspaceFolderBasename}', '${config:a.b}', '${command:pick}', '${file}'])(
    '%s only Cursor itself can fill in.',
    arg => {
      const servers = readCursorFile(json({ mcpServers: { a: { command: 'x', args: [arg] } } }), home);
      expect(problems(servers)[0]).toContain('which only the app it comes from can fill in');
    },
  );
});

describe('Windsurf', () => {
  test('serverUrl is an address.', () => {
    const text = json({ mcpServers: { far: { serverUrl: 'https://x.test/mcp', headers: { 'X-Key': '${env:K}' } } } });
    expect(configs(readWindsurfFile(text, home))).toEqual({
      far: { kind: 'http', url: 'https://x.test/mcp', headers: { 'X-Key': '${secret:K}' } },
    });
  });
});

describe('VS Code', () => {
  const mcp = {
    inputs: [
      { type: 'promptString', id: 'perplexity-key', description: 'Perplexity API Key', password: true },
      { type: 'command', id: 'picked', command: 'extension.pick' },
    ],
    servers: {
      perplexity: {
        type: 'stdio',
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', 'mcp/perplexity-ask'],
        env: { KEY: '${input:perplexity-key}' },
      },
      github: { type: 'http', url: 'https://api.githubcopilot.com/mcp/' },
      picks: { command: 'x', env: { P: '${input:picked}' } },
    },
  };

  test('Servers are read, inputs are secrets, and what a command of VS Code gives is not.', () => {
    const servers = readVscodeFile(`// my servers\n${json(mcp)}`, home);
    expect(configs(servers)).toEqual({
      perplexity: stdio('docker', ['run', '-i', '--rm', '-e', 'KEY', 'mcp/perplexity-ask'], {
        KEY: '${secret:perplexity-key}',
      }),
      github: { kind: 'http', url: 'https://api.githubcopilot.com/mcp/', headers: {} },
      picks: null,
    });
    expect(problems(servers)[2]).toBe(
      '"picks" takes ${input:picked} from a command of VS Code; write the value itself.',
    );
  });

  test('What is no password is asked for in its place, with what the file says of it.', () => {
    const inputs = [
      { type: 'promptString', id: 'url', description: 'Address of the database', default: 'localhost' },
      { type: 'pickString', id: 'level', options: ['low', { value: 'high', label: 'High' }], default: 'low' },
      { type: 'promptString', id: 'pw', description: 'Password', password: true, default: 'hunter2' },
      { type: 'promptString', id: 'unused' },
    ];
    const servers = {
      db: {
        command: 'x',
        args: ['${input:url}', '--pw', '${input:pw}'],
        env: { L: '${input:level}', P: '${input:pw}' },
      },
    };
    const [read] = readVscodeFile(json({ inputs, servers }), home);
    expect(read).toMatchObject({
      config: stdio('x', ['${input:url}', '--pw', '${input:pw}'], { L: '${input:level}', P: '${secret:pw}' }),
      inputs: [{ id: 'url' }, { id: 'level' }, { id: 'pw' }],
    });
    const asked = placeholdersOf(asConfig(read), { inputs: read?.inputs, secretOf: () => undefined });
    expect(asked).toMatchObject([
      {
        place: 'variable',
        name: 'L',
        secret: false,
        choices: [
          { value: 'low', label: 'low' },
          { value: 'high', label: 'High' },
        ],
        value: 'low',
      },
      { place: 'argument', name: '1', secret: false, description: 'Address of the database', value: 'localhost' },
      { place: 'argument', name: '3', secret: true, description: 'Password' },
      { key: 'secret/pw', secret: true, description: 'Password' },
    ]);
    expect(json(asked)).not.toContain('hunter2');
  });

  test('The same below "mcp" of settings.json is read.', () => {
    expect(readVscodeFile(json({ 'editor.fontSize': 12, mcp }), home)).toHaveLength(3);
    const { servers, inputs } = mcp;
    expect(readVscodeFile(json({ 'mcp.servers': servers, 'mcp.inputs': inputs }), home)).toEqual(
      readVscodeFile(json(mcp), home),
    );
    expect(readVscodeFile('{"editor.fontSize": 12}', home)).toEqual([]);
  });
});

describe('Codex', () => {
  test('Commands, variables that are passed on, and Streamable HTTP are read; other settings are passed over.', () => {
    const text = `
model = "gpt-5"
[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
env_vars = ["LOCAL_TOKEN", { name = "FAR", source = "remote" }]
startup_timeout_sec = 20
[mcp_servers.context7.env]
MY_ENV_VAR = "MY_ENV_VALUE"
[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Other" = "OTHER" }
`;
    expect(configs(readCodexFile(text, home))).toEqual({
      context7: stdio('npx', ['-y', '@upstash/context7-mcp'], {
        LOCAL_TOKEN: '${secret:LOCAL_TOKEN}',
        FAR: '${secret:FAR}',
        MY_ENV_VAR: 'MY_ENV_VALUE',
      }),
      figma: {
        kind: 'http',
        url: 'https://mcp.figma.com/mcp',
        headers: {
          'X-Figma-Region': 'us-east-1',
          'X-Other': '${secret:OTHER}',
          Authorization: 'Bearer ${secret:FIGMA_OAUTH_TOKEN}',
        },
      },
    });
  });

  test('What is no TOML is refused with its place, and without the lines around it.', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nTOKEN = "hunter2\n';
    expect(() => readCodexFile(text, home)).toThrow(/^This is no TOML: .* at line 4, column \d+\.$/);
    expect(() => readCodexFile(text, home)).not.toThrow('hunter2');
  });

  test.each([
    ['mcp_servers = 3', '"mcp_servers" is 3; it must be tables of names and servers.'],
    ['mcp_servers = []', '"mcp_servers" is []; it must be'],
  ])('%s is refused.', (text, sentence) => {
    expect(() => readCodexFile(text, home)).toThrow(sentence);
  });

  test('An entry with neither command nor url, or with bad names, says so.', () => {
    const text =
      '[mcp_servers.a]\nenabled = true\n[mcp_servers.b]\ncommand = "x"\nenv_vars = [1]\n[mcp_servers]\nc = 1\n';
    expect(problems(readCodexFile(text.replace('[mcp_servers]\nc = 1\n', ''), home))).toEqual([
      expect.stringContaining('"command" of "a" is missing'),
      '"env_vars" of "b" is [1]; it must be a list of names.',
    ]);
  });
});

describe('text of any app', () => {
  test.each([
    ['an mcp.json', json({ mcpServers: { a: { command: 'x' } } })],
    ['its bare inner object', '{"a": {"command": "x"},}'],
    ['a file of VS Code', json({ servers: { a: { command: 'x' } } })],
    ['settings of VS Code', json({ mcp: { servers: { a: { command: 'x' } } } })],
    [
      'a file of Claude Code with projects alone',
      json({ projects: { '/p': { mcpServers: { a: { command: 'x' } } } } }),
    ],
    ['settings of VS Code with paths', json({ 'mcp.servers': { a: { command: 'x' } } })],
    ['what VS Code adds by its command line', json({ name: 'a', command: 'x' })],
    ['settings of Zed', json({ context_servers: { a: { source: 'custom', command: 'x', args: [] } } })],
    ['older settings of Zed', json({ context_servers: { a: { command: { path: 'x', args: [] }, settings: {} } } })],
    ['a file of Codex', '# mine\n[mcp_servers.a]\ncommand = "x"\n'],
    ['JSON behind a byte order mark', `\uFEFF${json({ mcpServers: { a: { command: 'x' } } })}`],
    ['JSON behind a comment', `/* mine */ ${json({ mcpServers: { a: { command: 'x' } } })}`],
    ['JSON that speaks of mcp_servers', `{"a": {"command": "x"}} // not mcp_servers`],
  ])('%s is known by its shape.', (_what, text) => {
    expect(readServersText(text, home)).toMatchObject([{ name: 'a', config: stdio('x'), problem: null }]);
    expect(readPasted(text, home)).toEqual([{ name: 'a', config: stdio('x') }]);
  });

  test.each([
    ['  ', 'The text is empty; paste or pick'],
    ['hello', 'This is no JSON'],
    ['[1, 2]', 'There is no MCP server in it;'],
    ['{"theme": "dark"}', 'There is no MCP server in it;'],
    ['{"mcpServers": {}}', 'There is no MCP server in it;'],
    ['{"command": "x", "name": " "}', 'This is one server without a name;'],
    ['{"command": "x"}', 'This is one server without a name;'],
    ['[mcp_servers]', 'There is no MCP server in it;'],
  ])('%s is refused with a sentence.', (text, sentence) => {
    expect(() => readServersText(text, home)).toThrow(sentence);
  });

  test('What any app would fill in is not taken for the value.', () => {
    const env = { A: '${env:A}', B: '${B}', C: '${input:c d}', D: '${secret:D}', E: '${2}' };
    const [server] = readServersText(json({ a: { command: 'x', env } }), null);
    expect(server?.config).toEqual(
      stdio('x', [], { A: '${secret:A}', B: '${secret:B}', C: '${input:c d}', D: '${secret:D}', E: '${2}' }),
    );
  });
});
