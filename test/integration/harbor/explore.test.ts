import { test } from 'vitest';
import { HarborAClient } from '../../support/harbor-a-client.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';

test('explore', async () => {
  const scene = await openScene();
  await scene.addServer('Every thing', [everythingPath]);
  const a = await HarborAClient.open(scene.place.home);
  const log = async (type: string, fields: object = {}) => {
    const t = Date.now();
    const answer = JSON.stringify(await a.ask(type, fields as never));
    console.log(`-> ${type} ${JSON.stringify(fields)}\n<- ${answer.slice(0, 600)} (${Date.now() - t} ms)`);
    return JSON.parse(answer);
  };
  await log('hello');
  await log('ping', { echo: 'x' });
  await log('nope');
  a.send({ request_id: 'r4' });
  await log('add_server', { label: 'L', base_url: 'http://127.0.0.1:9/mcp' });
  await log('add_server', { label: 'L' });
  await log('list_servers');
  await log('connect_server', { server_id: 'l' });
  await log('list_tools', { server_id: 'l' });
  await log('remove_server', { server_id: 'zzz' });
  await log('check_runtimes');
  await log('install_server', {
    catalog_entry: {
      id: 'x1',
      name: 'Thing',
      source: 't',
      endpointUrl: '',
      installableOnly: true,
      packages: [
        {
          registryType: 'npm',
          identifier: '@modelcontextprotocol/server-memory',
          environmentVariables: [{ name: 'MY_TOKEN' }],
        },
      ],
      description: '',
      homepageUrl: '',
      repositoryUrl: '',
      tags: [],
      fetchedAt: 0,
    },
  });
  await log('list_installed');
  await log('mcp_list_tools', { server_id: 'x1' });
  await log('mcp_connect', { server_id: 'x1' });
  await log('mcp_connect', { server_id: 'every-thing' });
  await log('mcp_list_connections');
  const subject = { kind: 'client', id: 'compat-harbor' } as const;
  for (const scope of ['servers:call', 'servers:manage'] as const)
    await scene.panel.request('grants:set', {
      effect: 'allow',
      subject,
      scope,
      resource: { kind: 'any' },
      tools: null,
      reading: false,
      lifetime: 'always',
      agentId: null,
    });
  await log('mcp_call_tool', { server_id: 'every-thing', tool_name: 'echo', arguments: { message: 'hi' } });
  await log('mcp_list_resources', { server_id: 'every-thing' });
  await log('mcp_list_prompts', { server_id: 'every-thing' });
  await log('mcp_read_resource', { server_id: 'every-thing', uri: 'demo://resource/static/document/features.md' });
  await log('mcp_get_prompt', { server_id: 'every-thing', prompt_name: 'simple-prompt' });
  await log('mcp_get_logs', { server_id: 'every-thing' });
  await log('set_server_secrets', { server_id: 'x1', secrets: { MY_TOKEN: 'abcdefghijkl' } });
  await log('update_server_args', { server_id: 'x1', args: ['/tmp'] });
  await log('list_credentials', { server_id: 'x1' });
  await log('get_credential_status', { server_id: 'x1' });
  await log('uninstall_server', { server_id: 'x1' });
  const o = 'https://example.com';
  await log('host_list_tools', { origin: o });
  await scene.panel.request('clients:admit', { clientId: 'compat-harbor', admitted: true });
  await log('host_grant_permission', { origin: o, scope: 'mcp:tools.list', grant_type: 'ALLOW_ALWAYS' });
  await log('host_list_tools', { origin: o });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing/echo', args: { message: 'x' } });
  await log('host_grant_permission', { origin: o, scope: 'mcp:tools.call', grant_type: 'DENY' });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing/echo', args: { message: 'x' } });
  await log('host_grant_permission', { origin: o, scope: 'mcp:tools.call', grant_type: 'ALLOW_ONCE' });
  await log('host_check_permission', { origin: o, scope: 'mcp:tools.call' });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing/echo', args: { message: 'x' } });
  await log('host_call_tool', { origin: o, tool_name: 'echo', args: { message: 'x' } });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing__echo', args: { message: 'x' } });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing/nope', args: { message: 'x' } });
  await log('host_grant_permission', {
    origin: o,
    scope: 'mcp:tools.call',
    grant_type: 'ALLOW_ONCE',
    tab_id: 7,
    allowed_tools: ['a/b'],
  });
  await log('host_call_tool', { origin: o, tool_name: 'every-thing/echo', args: { message: 'x' } });
  await log('host_expire_tab_grants', { tab_id: 7 });
  await log('host_get_permissions', { origin: o });
  await log('host_create_run', { origin: o, max_calls: 2 });
  await log('host_get_stats');
  await log('catalog_get', {});
  await log('get_curated_list', {});
  await log('check_docker', {});
  await log('list_oauth_providers', {});
  await log('mcp_disconnect', { server_id: 'every-thing' });
  await log('mcp_list_connections');
  await log('mcp_connect', { server_id: 'every-thing' });
  console.log(JSON.stringify(a.news.slice(0, 12)), JSON.stringify(a.answers.filter(x => x.request_id === 'r4')));
  a.close();
  await scene.end();
}, 120000);
