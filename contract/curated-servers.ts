// The servers that Harbor offers by itself, with the ids by which its extension asks for them.
import type { HarborVariable } from './schemas/harbor-a.ts';

/** What stands behind its package on the command line. */
export interface CuratedArgument {
  readonly type: 'positional' | 'named';
  readonly name?: string;
  readonly valueHint?: string;
  readonly description: string;
  readonly format?: 'string' | 'filepath';
  readonly isRequired?: boolean;
  readonly isRepeated?: boolean;
}

export interface CuratedServer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly packageType: 'npm' | 'pypi' | 'oci';
  readonly packageId: string;
  readonly tags: readonly string[];
  readonly homepageUrl: string;
  readonly variables?: readonly HarborVariable[];
  /** What may be set besides; Harbor's extension is not told of it. */
  readonly moreVariables?: readonly HarborVariable[];
  readonly arguments?: readonly CuratedArgument[];
}

const servers = 'https://github.com/modelcontextprotocol/servers';
const githubToken: HarborVariable = {
  name: 'GITHUB_PERSONAL_ACCESS_TOKEN',
  description: 'A personal access token of GitHub',
  isSecret: true,
};

export const curatedServers: readonly CuratedServer[] = [
  {
    id: 'curated-filesystem',
    name: 'Filesystem',
    description: 'Read, write, and manage files on your local system.',
    icon: '📁',
    packageType: 'npm',
    packageId: '@modelcontextprotocol/server-filesystem',
    tags: ['files', 'local', 'essential'],
    homepageUrl: `${servers}/tree/main/src/filesystem`,
    arguments: [
      {
        type: 'positional',
        valueHint: 'allowed_directories',
        description: 'A folder that it may read and change.',
        format: 'filepath',
        isRequired: true,
        isRepeated: true,
      },
    ],
  },
  {
    id: 'curated-github',
    name: 'GitHub (Local)',
    description: 'Repositories, issues and pull requests, by the npm package. Needs a token of GitHub.',
    icon: '🐙',
    packageType: 'npm',
    packageId: '@modelcontextprotocol/server-github',
    tags: ['development', 'git', 'collaboration'],
    homepageUrl: `${servers}/tree/main/src/github`,
    variables: [githubToken],
  },
  {
    id: 'curated-github-docker',
    name: 'GitHub (Docker)',
    description: "GitHub's own server, as an image. Needs a token of GitHub.",
    icon: '🐙',
    packageType: 'oci',
    packageId: 'ghcr.io/github/github-mcp-server',
    tags: ['development', 'git', 'collaboration', 'docker'],
    homepageUrl: 'https://github.com/github/github-mcp-server',
    variables: [githubToken],
  },
  {
    id: 'curated-time',
    name: 'Time',
    description: 'Get current time, convert timezones, and work with dates.',
    icon: '🕐',
    packageType: 'pypi',
    packageId: 'mcp-server-time',
    tags: ['utility', 'datetime'],
    homepageUrl: `${servers}/tree/main/src/time`,
    arguments: [
      {
        type: 'named',
        name: '--local-timezone',
        description:
          'The time zone to take for yours, such as Europe/Berlin, where it is another than that of this machine.',
      },
    ],
  },
  {
    id: 'curated-memory',
    name: 'Memory',
    description: 'A knowledge graph that agents remember by.',
    icon: '🧠',
    packageType: 'npm',
    packageId: '@modelcontextprotocol/server-memory',
    tags: ['utility', 'data', 'local'],
    homepageUrl: `${servers}/tree/main/src/memory`,
    moreVariables: [{ name: 'MEMORY_FILE_PATH', description: 'The file that it keeps what it remembers in.' }],
  },
  {
    id: 'curated-fetch',
    name: 'Fetch',
    description: 'Make HTTP requests to fetch web content and APIs.',
    icon: '🌐',
    // The npm package of that name in Harbor's own list is none of the project's; the real one is on PyPI.
    packageType: 'pypi',
    packageId: 'mcp-server-fetch',
    tags: ['web', 'http', 'api'],
    homepageUrl: `${servers}/tree/main/src/fetch`,
  },
  {
    id: 'curated-gmail',
    name: 'Gmail',
    description: 'Read, search, send emails, manage labels and filters via Gmail API.',
    icon: '📧',
    packageType: 'npm',
    packageId: '@gongrzhe/server-gmail-autoauth-mcp',
    tags: ['email', 'google', 'productivity'],
    homepageUrl: 'https://github.com/r/Gmail-MCP-Server',
  },
];
