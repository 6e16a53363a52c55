// Packages that are widely run as servers, by their exact names: what imitates one is told also where no source lists the one itself.

/** Of npm and PyPI. */
export const knownPackages: readonly string[] = [
  ...['everything', 'filesystem', 'memory', 'sequential-thinking', 'github', 'gitlab', 'slack', 'postgres'].map(
    official,
  ),
  ...['puppeteer', 'brave-search', 'google-maps', 'redis', 'gdrive'].map(official),
  ...['mcp-server-fetch', 'mcp-server-git', 'mcp-server-time', 'mcp-server-sqlite', 'mcp-atlassian', 'markitdown-mcp'],
  ...['@playwright/mcp', 'chrome-devtools-mcp', '@upstash/context7-mcp', '@notionhq/notion-mcp-server', '@stripe/mcp'],
  ...['@sentry/mcp-server', 'firecrawl-mcp', 'exa-mcp-server', 'tavily-mcp', '@supabase/mcp-server-supabase'],
  ...['mcp-remote', '@wonderwhy-er/desktop-commander', 'figma-developer-mcp', '@azure/mcp'],
];

function official(name: string): string {
  return `@modelcontextprotocol/server-${name}`;
}
