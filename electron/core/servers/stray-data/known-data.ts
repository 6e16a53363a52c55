// Packages that write their user's data where an update or a clean installation deletes it, or into the folder of the start. Data.

export interface KnownData {
  /** The package, as a launcher or a path names it. */
  readonly package: string;
  /** Names of its file, the one that it reads now first. */
  readonly files: readonly [string, ...string[]];
  /** Below its own package, or below the folder that it is started in. */
  readonly lies: { readonly below: 'package'; readonly folder: string } | { readonly below: 'start' };
  /** The variable that names the file; null where it is found in the working folder by itself. */
  readonly variable: string | null;
  readonly source: string;
}

export const knownData: readonly KnownData[] = [
  {
    package: '@modelcontextprotocol/server-memory',
    files: ['memory.jsonl', 'memory.json'],
    lies: { below: 'package', folder: 'dist' },
    variable: 'MEMORY_FILE_PATH',
    source: 'https://github.com/modelcontextprotocol/servers/tree/main/src/memory#usage-with-claude-desktop',
  },
  {
    package: 'mcp-server-sqlite',
    files: ['sqlite_mcp_server.db'],
    lies: { below: 'start' },
    variable: null,
    source: 'https://pypi.org/project/mcp-server-sqlite/',
  },
];
