// Transcripts of Harbor's first wire: every type of message, with an answer that is held to the letter but for times, ids and this machine.
// `PILOTHOUSE_WIRES=write` writes them anew.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../support/models/model-server.ts';
import { says } from '../../support/models/script.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { fixturePath } from '../gateway/scene.ts';
import { grant, harbor, openHarborA, shop, wellBehaved } from './harbor-a-scene.ts';
import { harborATypes } from './harbor-a-types.ts';
import type { WireMessage } from '../../support/harbor-a-client.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { HarborScene } from './harbor-a-scene.ts';

/** Where a link to them leads, in a checkout that has none of its own. */
const modules = realpathSync(join(repositoryRoot, 'node_modules'));
const file = join(repositoryRoot, 'test/fixtures/wires/harbor-a-bridge.jsonl');
const page = { origin: shop };
const calm = { server_id: 'calm' };
const far = { server_id: 'far' };
const thing = { server_id: 'thing' };
const entry = {
  ...{
    id: 'thing',
    name: 'Thing',
    source: 'test',
    endpointUrl: '',
    description: 'A thing',
    homepageUrl: '',
    repositoryUrl: '',
  },
  packages: [
    {
      registryType: 'npm',
      identifier: 'thing-server',
      environmentVariables: [{ name: 'THING_TOKEN', isSecret: true }],
    },
  ],
};
const manifest = {
  manifestVersion: '1.0.0',
  name: 'Mail',
  package: { type: 'npm', name: 'mail-server' },
  secrets: [{ name: 'MAIL_KEY', required: true }],
  oauth: { provider: 'google', scopes: ['openid'], hostMode: { tokenEnvVar: 'MAIL_TOKEN' } },
};
const pasted = JSON.stringify({ mcpServers: { Pasted: { url: 'http://127.0.0.1:9/pasted' } } });
const asksModel = { messages: [{ role: 'user', content: 'Hello' }] };

type Step = readonly [type: string, fields?: WireMessage];

const first: readonly Step[] = [
  ['hello'],
  ['ping', { echo: 'x' }],
  ['nope'],
  ['add_server', { label: 'Far', base_url: 'http://127.0.0.1:9/mcp' }],
  ['add_server', { label: 'Far' }],
  ['list_servers'],
  ['connect_server', far],
  ['list_tools', far],
  ['list_resources', far],
  ['list_prompts', far],
  ['call_tool', { ...far, tool_name: 'x' }],
  ['disconnect_server', far],
  ['remove_server', { server_id: 'zzz' }],
  ['remove_server', far],
  ['check_runtimes'],
  ['install_server', { catalog_entry: entry }],
  ['list_installed'],
  ['get_server_status', thing],
  ['start_installed', thing],
  ['mcp_connect', thing],
  ['set_server_secrets', { ...thing, secrets: { THING_TOKEN: 'a secret of the thing' } }],
  ['update_server_args', { ...thing, args: ['--folder', '/srv'] }],
  ['set_credential', { ...thing, key: 'THING_KEY', value: 'another secret of it' }],
  ['get_credential_status', thing],
  ['validate_credentials', thing],
  ['list_credentials', thing],
  ['delete_credential', { ...thing, key: 'THING_KEY' }],
  ['stop_installed', thing],
  ['set_docker_mode', { ...thing, use_docker: true }],
  ['should_prefer_docker', thing],
  ['uninstall_server', thing],
  [
    'add_remote_server',
    {
      name: 'Remote',
      url: 'http://127.0.0.1:9/sse',
      transport_type: 'sse',
      headers: { authorization: 'Bearer abcdefghijklmnop' },
    },
  ],
  ['add_remote_server', { name: 'Remote' }],
  ['import_config', { config_json: pasted }],
  ['import_config', {}],
  ['get_curated_servers'],
  ['get_curated_list'],
  ['install_curated', { curated_id: 'curated-time' }],
  ['install_curated_server', { server_id: 'curated-memory' }],
  ['install_curated', { curated_id: 'zzz' }],
  ['resolve_server_package', { server_id: 'curated-time' }],
  ['resolve_github', { github_url: 'https://example.com/x' }],
  ['install_github_repo', { github_url: 'https://example.com/x' }],
  ['install_from_github', {}],
  ['catalog_search', { query: 'gmail' }],
  ['catalog_search', {}],
  ['catalog_enrich'],
  ['check_manifest_oauth', { manifest }],
  ['install_from_manifest', { manifest }],
  ['install_from_manifest', { manifest: { name: 'x' } }],
  ['get_server_manifest', { server_id: 'mail' }],
  ['start_manifest_server', { server_id: 'mail' }],
  ['manifest_oauth_start', { server_id: 'mail' }],
  ['manifest_oauth_status', { server_id: 'mail' }],
  ['get_oauth_capabilities'],
  ['oauth_start', { server_id: 'mail', credential_key: 'k', provider_id: 'google' }],
  ['oauth_cancel', { state: 'zzz' }],
  ['oauth_revoke', { server_id: 'mail', credential_key: 'k' }],
  ['oauth_status', { server_id: 'mail', credential_key: 'k' }],
  ['list_oauth_providers'],
  ['build_docker_images'],
  ['connect_remote_mcp', { server_id: 'byoc-1', url: 'http://shop.example/mcp', ...page }],
  ['connect_remote_mcp', { server_id: 'byoc-1', url: 'http://127.0.0.1:9/byoc', name: 'Shop', ...page }],
  ['disconnect_remote_mcp', { server_id: 'byoc-1' }],
];

const second: readonly Step[] = [
  ['mcp_connect', calm],
  ['mcp_list_connections'],
  ['mcp_list_tools', { server_id: 'zzz' }],
  ['mcp_call_tool', { ...calm, tool_name: 'echo', arguments: { message: 'hi' } }],
  ['mcp_call_tool', { ...calm, arguments: {} }],
  ['mcp_list_resources', calm],
  ['mcp_list_prompts', calm],
  ['mcp_read_resource', { server_id: 'rich', uri: 'test://static-text' }],
  ['mcp_get_prompt', { server_id: 'rich', prompt_name: 'test_simple_prompt' }],
  ['mcp_get_logs', { server_id: 'zzz' }],
  ['host_list_tools', page],
  ['host_grant_permission', { ...page, scope: 'mcp:tools.list', grant_type: 'ALLOW_ALWAYS' }],
  ['host_grant_permission', { ...page, scope: 'nothing' }],
  ['host_list_tools', { ...page, server_ids: ['zzz'] }],
  ['host_call_tool', { ...page, tool_name: 'calm/echo', args: { message: 'x' } }],
  ['host_grant_permission', { ...page, scope: 'mcp:tools.call', grant_type: 'DENY' }],
  ['host_call_tool', { ...page, tool_name: 'calm/echo', args: { message: 'x' } }],
  ['host_grant_permission', { ...page, scope: 'mcp:tools.call' }],
  ['host_check_permission', { ...page, scope: 'mcp:tools.call' }],
  ['host_call_tool', { ...page, tool_name: 'calm/echo', args: { message: 'x' } }],
  ['host_call_tool', { ...page, tool_name: 'calm/nope' }],
  ['host_grant_permission', { ...page, scope: 'mcp:tools.call', tab_id: 7, allowed_tools: ['a/b'] }],
  ['host_call_tool', { ...page, tool_name: 'calm/echo' }],
  ['host_expire_tab_grants', { tab_id: 7 }],
  ['host_get_permissions', page],
  ['host_revoke_permission', { ...page, scope: 'mcp:tools.list' }],
  ['host_check_permission', { ...page, scope: 'mcp:tools.list' }],
  ['host_create_run', { ...page, max_calls: 3 }],
  ['host_end_run', { ...page, run_id: 'zzz' }],
  ['host_get_stats'],
  ['llm_detect'],
  ['llm_list_providers'],
  ['llm_get_active'],
  ['llm_set_active', { provider_id: 'ollama' }],
  ['llm_set_active', { provider_id: 'zzz' }],
  ['llm_set_model', { model_id: 'qwen2.5:7b' }],
  ['llm_list_models'],
  ['llm_list_models_for', { provider_id: 'ollama' }],
  ['llm_get_supported_providers'],
  ['llm_get_config'],
  ['llm_chat', asksModel],
  ['llm_chat', { ...asksModel, tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }] }],
  ['llm_chat', { ...asksModel, model: 'nothing-of-that-name', provider: 'ollama' }],
  ['llm_chat', { messages: [] }],
  ['llm_set_api_key', { provider_id: 'zzz', api_key: 'k' }],
  ['llm_remove_api_key', { provider_id: 'zzz' }],
  ['llm_setup_status'],
  ['llm_download_model', { model_id: 'some' }],
  ['llm_delete_model', { model_id: 'some' }],
  ['llm_start_local', { model_id: 'some' }],
  ['llm_stop_local'],
  ['mcp_disconnect', calm],
];

const session = { session_id: '<chat>' };
const third: readonly Step[] = [
  ['mcp_connect', calm],
  ['chat_create_session', { enabled_servers: ['calm'], name: 'Notes', system_prompt: 'Be brief.', max_iterations: 4 }],
  ['chat_send_message', { ...session, message: 'Echo it' }],
  ['chat_get_session', session],
  ['chat_list_sessions'],
  ['chat_update_session', { ...session, updates: { name: 'Other notes', enabledServers: [] } }],
  ['chat_send_message', { ...session, message: 'Echo it again', use_tool_router: true }],
  ['chat_send_message', session],
  ['chat_clear_messages', session],
  ['chat_get_session', session],
  ['chat_delete_session', session],
  ['chat_delete_session', session],
  ['chat_get_session', { session_id: 'zzz' }],
];

/** Asked, and their shapes looked at alone: what they say is of this machine and of the network. */
const ofMachine: readonly Step[] = [
  ['catalog_get', {}],
  ['catalog_refresh', {}],
  ['check_docker'],
  ['reconnect_orphaned_containers'],
];

test('Every type of message is answered as it is written down.', async () => {
  const all = await openHarborA();
  await prepare(all);
  const said: string[] = [];
  let chatId = '';
  const play = async (steps: readonly Step[]) => {
    for (const [type, fields = {}] of steps) {
      const ask = fields['session_id'] === '<chat>' ? { ...fields, session_id: chatId } : fields;
      const { request_id: _, ...answer } = await all.a.ask(type, ask);
      if (type === 'chat_create_session') chatId = (answer['session'] as { id: string }).id;
      said.push(JSON.stringify({ ask: { type, ...fields }, answer: settled(answer) }));
    }
  };
  await play(first);
  const models = await bringUp(all);
  await play(second);
  models.script({ pieces: [{ ...call, name: 'calm__echo' }] }, says('It said it.'), says('Nothing to echo with.'));
  await play(third);
  for (const [type, fields] of ofMachine)
    expect(await all.a.ask(type, fields)).toMatchObject({ type: `${type}_result` });
  if (process.env['PILOTHOUSE_WIRES'] === 'write') writeFileSync(file, `${said.join('\n')}\n`);
  expect(said.map(line => JSON.parse(line) as unknown)).toEqual(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as unknown),
  );
  const asked = new Set([...first, ...second, ...third, ...ofMachine].map(([type]) => type));
  expect(harborATypes.filter(type => !asked.has(type))).toEqual([]);
});

const call = { kind: 'tool-call', id: 'c1', name: 'look', argumentPieces: ['{"at":"it"}'] } as const;

async function prepare({ panel }: HarborScene): Promise<void> {
  for (const scope of ['servers:manage', 'servers:call', 'model:prompt'] as const) await grant(panel, harbor, scope);
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 3, 'all is allowed to the extension itself');
}

async function bringUp({ scene, panel }: HarborScene): Promise<ModelServer> {
  await scene.addServer('Calm', [wellBehaved]);
  await scene.addServer('Rich', [fixturePath]);
  const models = await startModelServer();
  onTestFinished(() => models.close());
  models.script(says('Good day', { usage: { input: 7, output: 2 } }), { pieces: [call] });
  await panel.request('models:add', { type: 'ollama', baseUrl: models.ollama });
  return models;
}

/** Without what differs from run to run and from machine to machine. */
function settled(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(item => settled(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settled(inner, name)]));
  if (typeof value === 'number' && value > 1e12) return '<time>';
  if (key === 'durationMs') return '<ms>';
  if (key === 'pid' && typeof value === 'number') return '<pid>';
  if (
    /^(path|version|runnerCmd|installHint|available|npm|pypi|oci|python|node|prefer|dockerAvailable|reason|runtimes)$/.test(
      key,
    )
  )
    return '<machine>';
  if (typeof value !== 'string') return value;
  if (key === 'id' && /^[A-Za-z0-9]{16}$/.test(value)) return '<call>';
  if (/^(id|session_id)$/.test(key) && /^[0-9a-f]{12}$/.test(value)) return '<chat>';
  if (key === 'toolCallId') return '<call>';
  return value
    .replace(/run_[0-9a-f]{24}/, '<run>')
    .replace(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:<port>')
    .replaceAll(modules, '<root>/node_modules')
    .replaceAll(repositoryRoot, '<root>')
    .replaceAll(process.execPath, '<node>');
}
