// More servers, which take too long to install for the tests of every run.
import { call, serversOf } from './servers.ts';
import type { InteropServer, Row } from './servers.ts';

/** `folder` is one that they may write in. Keys that are none and addresses that nothing listens at stand for their services. */
export function largerServersIn(folder: string, chromium: string): InteropServer[] {
  const rows: readonly Row[] = [
    [
      'playwright',
      '@playwright/mcp',
      call('browser_tabs', { action: 'list' }),
      { args: ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium, '--output-dir', folder] },
    ],
    [
      'devtools',
      'chrome-devtools-mcp',
      call('list_pages', {}),
      { args: ['--headless', '--isolated', '--executablePath', chromium, '--chromeArg=--no-sandbox'] },
    ],
    ['puppeteer', '@modelcontextprotocol/server-puppeteer', call('puppeteer_click', {})],
    ['github', '@modelcontextprotocol/server-github', call('get_issue', {})],
    ['slack', '@modelcontextprotocol/server-slack', call('slack_post_message', {}), slack],
    ['postgres', '@modelcontextprotocol/server-postgres', call('query', { sql: 'select 1' }), postgres],
    ['mongodb', 'mongodb-mcp-server', call('list-databases', {}), { env: { MDB_MCP_TELEMETRY: 'disabled' } }],
    ['gitlab', '@modelcontextprotocol/server-gitlab', call('get_file_contents', {}), gitlab],
    [
      'supabase',
      '@supabase/mcp-server-supabase',
      call('list_projects', {}),
      { args: ['--access-token', `sbp_${'0'.repeat(40)}`] },
    ],
    [
      'hubspot',
      '@hubspot/mcp-server',
      call('hubspot-get-user-details', {}),
      { env: { PRIVATE_APP_ACCESS_TOKEN: 'x' } },
    ],
    ['kubernetes', 'mcp-server-kubernetes', call('ping', {})],
    [
      'maps',
      '@modelcontextprotocol/server-google-maps',
      call('maps_geocode', {}),
      { env: { GOOGLE_MAPS_API_KEY: 'none' } },
    ],
  ];
  return serversOf(rows, folder);
}

const gitlab = { env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'none', GITLAB_API_URL: 'http://127.0.0.1:9' } };
const slack = { env: { SLACK_BOT_TOKEN: 'xoxb-none', SLACK_TEAM_ID: 'T0' } };
const postgres = { args: ['postgresql://127.0.0.1:9/none'] };
