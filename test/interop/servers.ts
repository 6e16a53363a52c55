// The servers that are held against the hub: how each is started, and one call of it that works without its service.
import { programOf } from './programs.ts';

export interface InteropServer {
  readonly name: string;
  readonly package: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A call that is answered without a network, be it by the server's own refusal. */
  readonly call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

export type Row = readonly [
  name: string,
  package_: string,
  call: InteropServer['call'],
  more?: { args?: string[]; env?: Record<string, string> },
];

/** `folder` is one that they may write in. Addresses that nothing listens at stand for their services. */
export function serversIn(folder: string): InteropServer[] {
  const nowhere = 'http://127.0.0.1:9';
  const rows: readonly Row[] = [
    ['reference', '@modelcontextprotocol/server-everything', call('get-sum', { a: 2, b: 3 })],
    ['filesystem', '@modelcontextprotocol/server-filesystem', call('list_allowed_directories', {}), { args: [folder] }],
    [
      'graph',
      '@modelcontextprotocol/server-memory',
      call('read_graph', {}),
      { env: { MEMORY_FILE_PATH: `${folder}/memory.jsonl` } },
    ],
    [
      'thinking',
      '@modelcontextprotocol/server-sequential-thinking',
      call('sequentialthinking', { thought: 'One', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false }),
    ],
    ['context7', '@upstash/context7-mcp', call('query-docs', {}), { env: { CONTEXT7_API_URL: nowhere } }],
    [
      'notion',
      '@notionhq/notion-mcp-server',
      call('API-get-user', {}),
      { env: { NOTION_TOKEN: 'none', BASE_URL: nowhere } },
    ],
    ['tavily', 'tavily-mcp', call('tavily_extract', { urls: 'none' }), { env: { TAVILY_API_KEY: 'none' } }],
    ['brave', '@brave/brave-search-mcp-server', call('brave_web_search', {}), { env: { BRAVE_API_KEY: 'none' } }],
    [
      'git',
      '@cyanheads/git-mcp-server',
      call('git_status', { path: folder }),
      { env: { MCP_LOG_LEVEL: 'error', LOGS_DIR: `${folder}/logs`, GIT_BASE_DIR: folder } },
    ],
    [
      'figma',
      'figma-developer-mcp',
      call('get_figma_data', {}),
      { args: ['--stdio', '--image-dir', folder], env: { FIGMA_API_KEY: 'none', FRAMELINK_TELEMETRY: 'off' } },
    ],
    ['firecrawl', 'firecrawl-mcp', call('firecrawl_scrape', {}), { env: { FIRECRAWL_API_KEY: 'none' } }],
    ['exa', 'exa-mcp-server', call('web_search_exa', {}), { env: { EXA_API_KEY: 'none' } }],
  ];
  return serversOf(rows, folder);
}

export function serversOf(rows: readonly Row[], folder: string): InteropServer[] {
  return rows.map(([name, package_, asked, { args = [], env = {} } = {}]) => ({
    name,
    package: package_,
    args: [programOf(package_), ...args],
    env: { DO_NOT_TRACK: '1', HOME: folder, ...env },
    call: asked,
  }));
}

export function call(name: string, args: Readonly<Record<string, unknown>>): InteropServer['call'] {
  return { name, arguments: args };
}
