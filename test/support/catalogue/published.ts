// Servers as people publish them, one by one or many thousands at a time, always the same.
import type { Published } from './registry.ts';

/** Noon of a day in 2026. */
export function day(number: number): string {
  return new Date(Date.UTC(2026, 0, number, 12)).toISOString();
}

export function published(
  name: string,
  more: Partial<Omit<Published, 'server'>> & { server?: Readonly<Record<string, unknown>> } = {},
): Published {
  const { server = {}, ...about } = more;
  return {
    status: 'active',
    publishedAt: day(1),
    updatedAt: day(1),
    isLatest: true,
    ...about,
    server: {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name,
      description: `What ${name.split('/').at(-1)} does`,
      version: '1.0.0',
      packages: [npmPackage(`@example/${name.split('/').at(-1)}`)],
      ...server,
    },
  };
}

export function npmPackage(identifier: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    registryType: 'npm',
    registryBaseUrl: 'https://registry.npmjs.org',
    identifier,
    version: '1.0.0',
    transport: { type: 'stdio' },
    ...more,
  };
}

const subjects = [
  ...['github', 'gitlab', 'postgres', 'mysql', 'redis', 'kafka', 'slack', 'teams', 'mail', 'calendar', 'notes'],
  ...['files', 'images', 'audio', 'video', 'maps', 'weather', 'news', 'stocks', 'crypto', 'shop', 'billing', 'docs'],
  ...['search', 'browser', 'kubernetes', 'docker', 'terraform', 'memory', 'time', 'translate', 'tickets', 'wiki'],
];
const doings = ['reads and writes', 'looks up', 'keeps', 'sends', 'watches', 'sums up', 'plans', 'checks'];

/** `count` servers of four thousand people, in which each subject comes up hundreds of times. */
export function manyPublished(count: number): Published[] {
  return Array.from({ length: count }, (_, at) => {
    const subject = subjects[at % subjects.length] ?? '';
    const other = subjects[(at * 7 + 3) % subjects.length] ?? '';
    const owner = `io.github.person${at % 4_000}`;
    const isRemote = at % 5 === 0;
    return published(`${owner}/${subject}-${other}-${at}`, {
      publishedAt: day(1 + (at % 200)),
      updatedAt: day(1 + (at % 300)),
      server: {
        title: `${subject} and ${other} ${at}`,
        description: `MCP server that ${doings[at % doings.length]} ${subject} of ${other} for agents.`,
        ...(isRemote
          ? { packages: [], remotes: [{ type: 'streamable-http', url: `https://mcp${at}.example.com/mcp` }] }
          : { packages: [npmPackage(`@person${at % 4_000}/${subject}-${at}`, secretOf(at, subject))] }),
      },
    });
  });
}

function secretOf(at: number, subject: string) {
  if (at % 3 !== 0) return {};
  const name = `${subject.toUpperCase()}_API_KEY`;
  return { environmentVariables: [{ name, description: `A key of ${subject}.`, isRequired: true, isSecret: true }] };
}
