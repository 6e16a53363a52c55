// Packages that are widely run as servers, by their exact names: what imitates one is told also where no source lists the one itself.

interface KnownPackage {
  readonly kind: 'npm' | 'pypi';
  readonly name: string;
}

const ofProtocol = [
  ...['everything', 'filesystem', 'memory', 'sequential-thinking', 'github', 'gitlab', 'slack', 'postgres'],
  ...['puppeteer', 'brave-search', 'google-maps', 'redis', 'gdrive'],
].map(name => `@modelcontextprotocol/server-${name}`);

const ofNpm = [
  ...['@playwright/mcp', 'chrome-devtools-mcp', '@upstash/context7-mcp', '@notionhq/notion-mcp-server', '@stripe/mcp'],
  ...['@sentry/mcp-server', 'firecrawl-mcp', 'exa-mcp-server', 'tavily-mcp', '@supabase/mcp-server-supabase'],
  ...['mcp-remote', '@wonderwhy-er/desktop-commander', 'figma-developer-mcp', '@azure/mcp'],
];

const ofPypi = [
  'mcp-server-fetch',
  'mcp-server-git',
  'mcp-server-time',
  'mcp-server-sqlite',
  'mcp-atlassian',
  'markitdown-mcp',
];

export const knownPackages: readonly KnownPackage[] = [
  ...[...ofProtocol, ...ofNpm].map(name => ({ kind: 'npm' as const, name })),
  ...ofPypi.map(name => ({ kind: 'pypi' as const, name })),
];
