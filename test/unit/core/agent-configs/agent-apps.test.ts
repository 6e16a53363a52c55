// The table of agents as data: what holds for every row, and entries as the programs' own `mcp add` writes them.
import { describe, expect, test } from 'vitest';
import { agentApps } from '../../../../electron/core/agent-configs/agent-apps.ts';
import type { AgentApp, AgentConfig, Places } from '../../../../electron/core/agent-configs/agent-app.ts';

const stdio = { command: '/x/pilothouse', args: ['mcp', '--client', 'codex-1a2b3c'] };
const url = 'http://127.0.0.1:3456/mcp';
const value = { kind: 'value', text: 'ph_secret' } as const;
const variable = { kind: 'variable', name: 'PILOTHOUSE_TOKEN' } as const;

describe('every row', () => {
  test('has an id of its own that a file name can hold', () => {
    const ids = agentApps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('covers the programs that are asked for', () => {
    const asked =
      'claude-code claude-desktop codex cursor vscode windsurf zed gemini-cli cline roo-code continue goose opencode junie jetbrains-ai amp warp lm-studio';
    expect(agentApps.map(({ id }) => id)).toEqual(expect.arrayContaining(asked.split(' ')));
  });

  test('can be written, or says where to paste', () => {
    for (const { id, user, manual } of agentApps) expect(user ?? manual, id).toBeDefined();
  });

  test('has places that begin with a marker and lead nowhere else', () => {
    for (const app of agentApps)
      for (const place of [...allOf(app.traces.places), ...configsOf(app).flatMap(({ places }) => allOf(places))])
        expect(place, app.id).toMatch(
          /^\{(?:home|config|xdg|appData|localAppData|support|project|env:[A-Z_]+)\}(?:\/(?!\.\.(?:\/|$))[^/\\{}]+)*$/,
        );
  });

  test('writes into the project where it is for one, and only there', () => {
    for (const { id, user, project } of agentApps) {
      for (const place of user ? allOf(user.places) : []) expect(place, id).not.toContain('{project}');
      for (const place of project ? allOf(project.places) : []) expect(place, id).toMatch(/^\{project\}\//);
    }
  });

  test('can take the way that it prefers', () => {
    for (const app of agentApps)
      for (const config of configsOf(app)) expect(config[config.prefers], app.id).toBeTypeOf('function');
  });

  test('starts exactly the command that it is given', () => {
    for (const app of agentApps)
      for (const config of configsOf(app))
        expect(JSON.stringify(config.stdio?.(stdio)), app.id).toContain('"mcp","--client","codex-1a2b3c"');
  });

  test('holds the token of an address, and where it takes a variable only its name', () => {
    for (const app of agentApps)
      for (const { http, takesVariable } of configsOf(app)) {
        if (!http) continue;
        expect(JSON.stringify(http({ url, token: value })), app.id).toContain('Bearer ph_secret');
        if (!takesVariable) continue;
        const named = JSON.stringify(http({ url, token: variable }));
        expect(named, app.id).toContain('PILOTHOUSE_TOKEN');
        expect(named, app.id).not.toContain('ph_secret');
      }
  });
});

describe('entries are as the programs write them themselves', () => {
  test.each([
    // Seen with `claude mcp add --scope user`, of 2.1.330.
    ['claude-code', { type: 'stdio', ...stdio }],
    // `codex mcp add`, of 0.169.0.
    ['codex', stdio],
    // `gemini mcp add --scope user`, of 0.61.0, and `qwen mcp add`, of 0.24.4.
    ['gemini-cli', stdio],
    ['qwen-code', stdio],
    // `amp mcp add`, of 0.0.1790142911.
    ['amp', stdio],
    // `copilot mcp add`, of 1.0.102.
    ['copilot-cli', { tools: ['*'], type: 'local', ...stdio }],
    // https://opencode.ai/docs/mcp-servers.
    ['opencode', { type: 'local', command: ['/x/pilothouse', 'mcp', '--client', 'codex-1a2b3c'], enabled: true }],
    // docs/src/ai/mcp.md of Zed.
    ['zed', { source: 'custom', ...stdio }],
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration.
    ['vscode', { type: 'stdio', ...stdio }],
  ])('%s', (id, entry) => {
    expect(row(id).user?.stdio?.(stdio)).toEqual(entry);
  });

  test.each([
    ['claude-code', { type: 'http', url, headers: { Authorization: 'Bearer ${PILOTHOUSE_TOKEN}' } }],
    ['codex', { url, bearer_token_env_var: 'PILOTHOUSE_TOKEN' }],
    ['cursor', { url, headers: { Authorization: 'Bearer ${env:PILOTHOUSE_TOKEN}' } }],
    ['windsurf', { serverUrl: url, headers: { Authorization: 'Bearer ${env:PILOTHOUSE_TOKEN}' } }],
    ['gemini-cli', { httpUrl: url, headers: { Authorization: 'Bearer ${PILOTHOUSE_TOKEN}' } }],
    ['roo-code', { type: 'streamable-http', url, headers: { Authorization: 'Bearer ${env:PILOTHOUSE_TOKEN}' } }],
  ])('%s, by an address', (id, entry) => {
    expect(row(id).user?.http?.({ url, token: variable })).toEqual(entry);
  });
});

describe('a command to add it by hand', () => {
  const added = { name: 'pilothouse', ...stdio };
  test.each([
    ['claude-code', 'claude mcp add --scope user pilothouse -- /x/pilothouse mcp --client codex-1a2b3c'],
    ['codex', 'codex mcp add pilothouse -- /x/pilothouse mcp --client codex-1a2b3c'],
    ['gemini-cli', 'gemini mcp add --scope user pilothouse /x/pilothouse -- mcp --client codex-1a2b3c'],
    ['amp', 'amp mcp add pilothouse -- /x/pilothouse mcp --client codex-1a2b3c'],
    ['copilot-cli', 'copilot mcp add pilothouse -- /x/pilothouse mcp --client codex-1a2b3c'],
  ])('%s', (id, line) => {
    expect(row(id).addCommand?.(added)?.join(' ')).toBe(line);
  });

  test('VS Code is handed one JSON', () => {
    expect(row('vscode').addCommand?.(added)).toEqual([
      'code',
      '--add-mcp',
      '{"name":"pilothouse","command":"/x/pilothouse","args":["mcp","--client","codex-1a2b3c"]}',
    ]);
  });
});

function row(id: string): AgentApp {
  const app = agentApps.find(candidate => candidate.id === id);
  if (!app) throw new Error(`There is no row ${id}.`);
  return app;
}

function configsOf({ user, project }: AgentApp): AgentConfig[] {
  return [user, project].filter(config => config !== undefined);
}

function allOf(places: Places): string[] {
  return 'linux' in places ? [...places.linux, ...places.darwin, ...places.win32] : [...places];
}
