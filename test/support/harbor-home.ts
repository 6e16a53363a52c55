// A home of Harbor as its programs of both generations write it, with every kind of file that they leave.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';

/** What of it is secret. */
export const harborSecrets = {
  key: 'sk-harbor-0123456789abcdef',
  header: 'Bearer harbor-remote-0123456789',
  client: 'GOCSPX-harbor-client-secret',
  access: 'ya29.harbor-access-token',
  refresh: '1//harbor-refresh-token',
  older: 'gho_harborolderaccess',
  model: 'sk-ant-harbor-model-key',
};

const at = 1_750_000_000_000;
const installed = (id: string, more: object) => ({
  id,
  name: id,
  packageType: 'npm',
  packageId: id,
  autoStart: false,
  args: [],
  requiredEnvVars: [],
  installedAt: at,
  catalogSource: 'official',
  homepageUrl: null,
  description: null,
  ...more,
});

export function writeHarborHome(home: string): void {
  const put = (path: string, value: unknown) => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  };
  put('.harbor/installed_servers.json', {
    version: 1,
    servers: [
      installed('search', {
        packageId: '@example/search',
        args: ['--fast'],
        requiredEnvVars: [
          { name: 'SEARCH_KEY', description: 'Key', isSecret: true },
          { name: 'REGION', isSecret: false },
        ],
      }),
      installed('files', { packageType: 'pypi', packageId: 'mcp-files' }),
      installed('boxed', { packageType: 'oci', packageId: 'example/boxed:1', requiredEnvVars: [{ name: 'LEVEL' }] }),
      installed('tool', { packageType: 'binary', packageId: 'tool', binaryPath: '/home/ana/.harbor/bin/tool' }),
      installed('remote', {
        packageType: 'http',
        packageId: 'https://mcp.example.com/mcp',
        remoteUrl: 'https://mcp.example.com/mcp',
        remoteHeaders: { Authorization: harborSecrets.header },
      }),
      installed('mail', { packageType: 'git', packageId: 'https://github.com/example/mail' }),
      installed('odd', { packageType: 'cargo' }),
      { id: 7 },
    ],
  });
  put('.harbor/connected_servers.json', { servers: ['search', 'remote'] });
  put('.harbor/manifests.json', {
    manifests: {
      mail: {
        manifestVersion: '1.0.0',
        name: 'mail',
        package: { type: 'git', url: 'https://github.com/example/mail' },
        oauth: {
          provider: 'google',
          supportedSources: ['host'],
          scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
          hostMode: { tokenEnvVar: 'GMAIL_TOKEN' },
        },
      },
    },
  });
  put('.harbor/secrets/credentials.json', {
    version: 2,
    credentials: {
      search: { SEARCH_KEY: { key: 'SEARCH_KEY', value: harborSecrets.key, type: 'api_key', setAt: at } },
      _llm_providers: { anthropic: { key: 'anthropic', value: harborSecrets.model, type: 'api_key', setAt: at } },
    },
    legacy: { search: { SEARCH_KEY: harborSecrets.key } },
  });
  put('.harbor/oauth_credentials.json', {
    providers: { google: { client_id: '123.apps.example', client_secret: harborSecrets.client } },
  });
  put('.harbor/oauth_tokens.json', {
    tokens: {
      'gmail-harbor': {
        server_id: 'gmail-harbor',
        provider: 'google',
        tokens: {
          access_token: harborSecrets.access,
          refresh_token: harborSecrets.refresh,
          expires_at: at,
          token_type: 'Bearer',
          scope: null,
        },
        scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
        created_at: at,
        updated_at: at,
      },
    },
  });
  const older = {
    provider: 'github',
    accessToken: harborSecrets.older,
    scopes: ['repo'],
    createdAt: at,
    updatedAt: at,
  };
  put('.harbor/auth/oauth-tokens.json', {
    version: 1,
    tokens: [
      { serverId: 'repos', ...older },
      { serverId: 'chat', ...older, provider: 'slack' },
    ],
    updatedAt: at,
  });
  put('.harbor/sessions/session_1.json', {
    id: 'session_1',
    name: 'About tides',
    messages: [
      { role: 'user', content: 'When is high tide?' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'search__find', arguments: { q: 'tide' } }] },
      { role: 'tool', content: 'At noon.', toolCallId: 'c1' },
      { role: 'assistant', content: 'At noon.' },
    ],
    enabledServers: ['search'],
    createdAt: at,
    updatedAt: at,
    config: { maxIterations: 10, temperature: 0.7, maxTokens: 2048, useToolRouter: false },
  });
  put('.config/harbor/llm.json', {
    version: 2,
    default_model: 'openai:gpt-4o',
    default_provider: 'openai-1a2b3c',
    providers: {
      'openai-1a2b3c': {
        id: 'openai-1a2b3c',
        provider_type: 'openai',
        name: 'Work',
        enabled: true,
        api_key: 'sk-harbor-openai-key',
        is_type_default: true,
      },
    },
    models: [{ name: 'work', model_id: 'openai:gpt-4o', is_default: true }],
  });
  writeDatabase(join(home, '.harbor/harbor.db'));
}

/** As `server-store.ts` of the older generation makes it. */
export function writeDatabase(file: string, sql = ''): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Libsql(file);
  database.exec(
    sql ||
      `CREATE TABLE IF NOT EXISTS servers (id TEXT PRIMARY KEY, label TEXT NOT NULL, base_url TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL DEFAULT 'disconnected', last_error TEXT, added_at INTEGER NOT NULL, last_connected_at INTEGER);
      INSERT INTO servers VALUES ('a1', 'Weather', 'http://localhost:4000/mcp', 'disconnected', NULL, ${at}, NULL);
      INSERT INTO servers VALUES ('a2', 'Broken', 'not an address', 'error', 'x', ${at}, NULL);`,
  );
  database.close();
}

/** Every file below a folder with its hash, its mode and when it was changed. */
export function fingerprint(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => {
      const { mode, mtimeMs, size } = statSync(path);
      const hash = statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder';
      return `${path} ${mode.toString(8)} ${mtimeMs} ${size} ${hash}`;
    });
}
