// Packages that are widely run as servers, by their exact names: what imitates one is told also where no source lists the one itself.

export interface KnownPackage {
  readonly kind: 'npm' | 'pypi';
  readonly identifier: string;
}

export const knownPackages: readonly KnownPackage[] = [
  ...['everything', 'filesystem', 'memory', 'sequential-thinking', 'github', 'gitlab', 'slack', 'postgres'].map(
    official,
  ),
  ...['puppeteer', 'brave-search', 'google-maps', 'redis', 'gdrive'].map(official),
  ...['@playwright/mcp', 'chrome-devtools-mcp', '@upstash/context7-mcp', '@notionhq/notion-mcp-server'].map(ofNpm),
  ...['@sentry/mcp-server', 'firecrawl-mcp', 'exa-mcp-server', 'tavily-mcp', '@supabase/mcp-server-supabase'].map(
    ofNpm,
  ),
  ...['@stripe/mcp', 'mcp-remote', '@wonderwhy-er/desktop-commander', 'figma-developer-mcp', '@azure/mcp'].map(ofNpm),
  ...['mcp-server-fetch', 'mcp-server-git', 'mcp-server-time', 'mcp-server-sqlite', 'mcp-atlassian'].map(ofPypi),
  ofPypi('markitdown-mcp'),
];

function official(name: string): KnownPackage {
  return ofNpm(`@modelcontextprotocol/server-${name}`);
}

function ofNpm(identifier: string): KnownPackage {
  return { kind: 'npm', identifier };
}

function ofPypi(identifier: string): KnownPackage {
  return { kind: 'pypi', identifier };
}
