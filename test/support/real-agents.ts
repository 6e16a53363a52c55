// Real agents, unmodified: what each has in its own configuration before it is connected, how it is asked, and how it tells that it is connected.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { providedPath, repositoryRoot } from './provided.ts';
import type { RealAgentId } from './provided.ts';

export interface RealAgent {
  readonly id: RealAgentId;
  /** Its configuration, below the home. */
  readonly file: string;
  /** As its user wrote it, with another server in it and, where it has to stand there, the model at this origin. */
  before(model: string): string;
  /** Of its environment, what leads it to the model and keeps it from the network. */
  env(model: string): Readonly<Record<string, string>>;
  /** Lists its servers; whether it has to connect to ours before it can say this of it. */
  readonly status: { readonly args: readonly string[]; readonly tells: RegExp; readonly connects: boolean } | null;
  /** Asks once and prints the answer; absent where the model would have to look tools up in a way of its own. */
  readonly ask: ((prompt: string) => readonly string[]) | null;
}

const other = { command: process.execPath, args: [path.join(repositoryRoot, 'test/fixtures/servers/notes.mjs')] };
const noComments = { mcpServers: { notes: other } };

export const realAgents: readonly RealAgent[] = [
  {
    id: 'claude-code',
    file: '.claude.json',
    before: () =>
      json({ numStartups: 3, mcpServers: { notes: { type: 'stdio', ...other, env: {} } }, tipsHistory: {} }),
    env: model => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-ant-none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // On a busy machine a server takes longer to start than it would wait.
      MCP_TIMEOUT: '170000',
    }),
    status: { args: ['mcp', 'list'], tells: /^pilothouse: .* - ✔ Connected$/m, connects: true },
    ask: prompt => ['-p', prompt, '--allowedTools', 'mcp__pilothouse__*'],
  },
  {
    id: 'codex',
    file: '.codex/config.toml',
    before: model => `# Mine.
model = "scripted"          # no other
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"

[mcp_servers.notes]         # keep
command = ${JSON.stringify(other.command)}
args = ${JSON.stringify(other.args)}
`,
    env: () => ({}),
    status: { args: ['mcp', 'list'], tells: /^pilothouse .* enabled/m, connects: false },
    // Nobody is there to be asked by it about what acts; Pilothouse's own questions are another matter.
    ask: prompt => [
      ...['exec', '--skip-git-repo-check'],
      ...['-c', 'mcp_servers.pilothouse.default_tools_approval_mode="approve"'],
      // On a busy machine it would ask the model before the server has told its tools.
      ...['-c', 'mcp_servers.pilothouse.required=true'],
      ...['-c', 'mcp_servers.pilothouse.startup_timeout_sec=170', prompt],
    ],
  },
  {
    id: 'gemini-cli',
    file: '.gemini/settings.json',
    before: () => `{
  // Which of them signs in.
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "disableAutoUpdate": true },
  "mcpServers": {
    "notes": ${JSON.stringify(other)} // mine
  }
}
`,
    env: model => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'none',
      // To give itself more memory it would start a second time, with nothing done by the first.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // It starts no server in a folder that its user has not trusted.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    status: { args: ['mcp', 'list'], tells: /✓ pilothouse: .* - Connected/, connects: true },
    ask: prompt => ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', prompt],
  },
  {
    id: 'qwen-code',
    file: '.qwen/settings.json',
    before: () => json(noComments),
    env: model => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
    status: { args: ['mcp', 'list'], tells: /✓ pilothouse: .* - Connected/, connects: true },
    ask: null,
  },
  {
    id: 'opencode',
    file: '.config/opencode/opencode.json',
    before: model => `{
  "$schema": "https://opencode.ai/config.json",
  // One that does as it is told.
  "model": "scripted/one",
  "small_model": "scripted/one",
  "provider": {
    "scripted": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${model}/v1", "apiKey": "none" },
      "models": { "one": { "name": "One", "tool_call": true } },
    },
  },
  "mcp": { "notes": { "type": "local", "command": ${JSON.stringify([other.command, ...other.args])} } },
}
`,
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    status: { args: ['mcp', 'list'], tells: /✓.* pilothouse .*connected/, connects: true },
    ask: prompt => ['run', prompt],
  },
  {
    id: 'continue',
    file: '.continue/config.yaml',
    before: model => `name: Mine
version: 1.0.0
schema: v1
# One that does as it is told.
models:
  - name: scripted
    provider: openai
    model: scripted
    apiBase: ${model}/v1
    apiKey: none
    roles: [chat]
    capabilities: [tool_use]
mcpServers:
  - name: notes # mine
    command: ${JSON.stringify(other.command)}
    args: ${JSON.stringify(other.args)}
`,
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
    status: null,
    ask: prompt => ['-p', prompt, '--auto'],
  },
  {
    id: 'amp',
    file: '.config/amp/settings.json',
    before: () => `{
  // Mine.
  "amp.mcpServers": { "notes": ${JSON.stringify(other)} },
  "amp.updates.mode": "disabled",
}
`,
    env: () => ({}),
    // It connects for nobody without an account.
    status: { args: ['mcp', 'list'], tells: /^\s*pilothouse\s+(?:command|url)\s/m, connects: false },
    ask: null,
  },
  {
    id: 'copilot-cli',
    file: '.copilot/mcp-config.json',
    before: () => json({ mcpServers: { notes: { tools: ['*'], type: 'local', ...other } } }),
    env: model => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'gpt-5',
    }),
    status: { args: ['mcp', 'list'], tells: /^\s*pilothouse \((?:local|http)\)/m, connects: false },
    ask: prompt => ['-p', prompt, '--allow-all-tools'],
  },
];

/** What an agent is run with. */
export interface AgentHome {
  /** The user's home. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The origin of its model. */
  readonly model: string;
}

export interface AgentRun {
  readonly code: number | null;
  /** Both of its streams, without colours. */
  readonly printed: string;
}

/** Writes its configuration and the folder that it works in. */
export function furnish(agent: RealAgent, { folder, model }: AgentHome): void {
  const file = path.join(folder, agent.file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, agent.before(model));
  mkdirSync(path.join(folder, 'project'), { recursive: true });
}

/** Runs it to its end in the project's folder; of the network it reaches nothing but this machine. */
export async function runAgent(
  agent: RealAgent,
  args: readonly string[],
  home: AgentHome,
  variables: Readonly<Record<string, string>> = {},
): Promise<AgentRun> {
  const closed = 'http://127.0.0.1:9';
  const child = spawn(providedPath(agent.id), args, {
    cwd: path.join(home.folder, 'project'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...home.env,
      PATH: [path.dirname(process.execPath), home.env['PATH']].join(path.delimiter),
      HTTP_PROXY: closed,
      HTTPS_PROXY: closed,
      NO_PROXY: '127.0.0.1,localhost',
      ...agent.env(home.model),
      ...variables,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed: stripVTControlCharacters(printed) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
