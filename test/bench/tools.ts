// The search over three thousand tools: the first one, after the definitions were read, and what reading them holds others up.
import { ToolSearch } from '../../electron/core/tools/tool-search.ts';
import { boundRow, quiet } from './measure.ts';
import type { Callable } from '../../electron/core/tools/callable.ts';
import type { BenchRow } from './row.ts';

const servers = 30;
const toolsEach = 100;
const nouns = ['issue', 'file', 'message', 'invoice', 'calendar', 'branch', 'customer', 'order', 'page', 'record'];
const verbs = ['create', 'list', 'update', 'delete', 'search', 'move', 'share', 'export', 'archive', 'compare'];
const queries = ['create an issue in a repository', 'export the invoices of a customer', 'calendar', 'pref', 'zzz'];

function tool(server: number, at: number): Callable {
  const [verb = '', noun = ''] = [verbs[at % verbs.length], nouns[Math.floor(at / verbs.length) % nouns.length]];
  const field = (name: string) => [name, { type: 'string', description: `The ${name} of the ${noun} to ${verb}.` }];
  const properties = Object.fromEntries(['id', 'title', 'owner', 'repository', 'labels', 'cursor'].map(field));
  const name = `${verb}_${noun}_${at}`;
  const description = `Lets you ${verb} one ${noun} or several at once, with what belongs to it. Preferred over older ways.`;
  return {
    kind: 'server',
    id: `server-${server}/${name}`,
    serverId: `server-${server}`,
    listName: `server-${server}__${name}`,
    tool: { name, description, inputSchema: { type: 'object', properties } },
    readOnly: false,
  };
}

export async function benchTools(): Promise<BenchRow[]> {
  const tools = Array.from({ length: servers * toolsEach }, (_, at) => tool(at % servers, Math.floor(at / servers)));
  const search = new ToolSearch();
  const held: number[] = [];
  let since = performance.now();
  await search.prepare(tools, async () => {
    held.push(performance.now() - since);
    await new Promise(done => setImmediate(done));
    since = performance.now();
  });
  const slowest = queries.map(query =>
    quiet(Array.from({ length: 50 }, () => time(() => search.search(tools, query)))),
  );
  return [
    boundRow(
      `search, ${tools.length} tools, slowest query`,
      { value: Math.max(...slowest), unit: 'ms' },
      { atMost: 20 },
    ),
    boundRow('a step of reading definitions before', { value: quiet(held), unit: 'ms' }, { atMost: 20 }),
  ];
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
