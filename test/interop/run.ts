// `npm run interop`: every client on each of its ways and every server, unmodified, alone and with the hub between; the table goes to docs/interop.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openScene } from '../integration/gateway/scene.ts';
import { providedPath, repositoryRoot } from '../support/provided.ts';
import { clients } from './clients.ts';
import { targetOf, toldAlone, toldBy } from './hub-target.ts';
import { largerClients } from './larger-clients.ts';
import { largerServersIn } from './larger-servers.ts';
import { installLarger, installPrograms, versionOf } from './programs.ts';
import { serversIn } from './servers.ts';
import type { Scene } from '../integration/gateway/scene.ts';
import type { Told } from './hub-target.ts';
import type { InteropServer } from './servers.ts';

interface Row {
  readonly cells: readonly string[];
  readonly isGood: boolean;
}

const waitMs = 120_000;

installPrograms();
installLarger();
const scene = await openScene();
try {
  const folder = path.join(scene.place.folder, 'work');
  mkdirSync(folder);
  const servers = [...serversIn(folder), ...largerServersIn(folder, providedPath('chromium'))];
  const serverRows: Row[] = [];
  const running: string[] = [];
  for (const server of servers) {
    const row = await compare(scene, server);
    serverRows.push(shown(row));
    if (row.isGood && row.cells[2] !== '0') running.push(server.name);
  }
  const clientRows: Row[] = [];
  for (const { name, package: packageName, ways } of [...clients, ...largerClients])
    for (const [way, connect] of Object.entries(ways)) {
      const outcome = await within(tried(connect(targetOf(scene)), running)).catch((error: Error) => error.message);
      const isGood = outcome === null;
      clientRows.push(
        shown({ cells: [name, versionOf(packageName), way, isGood ? 'works' : oneLine(outcome)], isGood }),
      );
    }
  writeFileSync(path.join(repositoryRoot, 'docs/interop.md'), pageOf(clientRows, serverRows));
  process.exitCode = [...clientRows, ...serverRows].every(({ isGood }) => isGood) ? 0 : 1;
} finally {
  await scene.end();
}
process.exit();

/** Null when all went well, else what did not. */
async function tried(
  connecting: Promise<Awaited<ReturnType<(typeof clients)[number]['ways'][string]>>>,
  running: readonly string[],
) {
  const session = await connecting;
  try {
    const names = await session.toolNames();
    const missing = running.filter(server => !names.some(name => name.startsWith(`${server}__`)));
    if (missing.length > 0) return `sees no tool of ${missing.join(', ')}`;
    const answer = await session.call('reference__get-sum', { a: 2, b: 3 });
    return answer.includes('The sum of 2 and 3 is 5.') ? null : `was answered ${answer}`;
  } finally {
    await session.close();
  }
}

/** The server alone, and behind the hub: both have to tell the same, be it that it cannot start. */
async function compare(from: Scene, server: InteropServer): Promise<Row> {
  const { name, package: packageName, args, env, call } = server;
  const alone = await within(toldAlone(server)).catch(noTools);
  const behind = await within(
    (async () => {
      await from.addServer(name, args, {}, env);
      await from.allow(name);
      return toldBy(await from.agent({ serverId: name }), call);
    })(),
  ).catch(noTools);
  const isGood = typeof alone === 'string' ? typeof behind === 'string' : isDeepStrictEqual(alone, behind);
  const verdict =
    typeof alone === 'string' ? 'does not work here, alone neither' : isGood ? 'the same' : differs(alone, behind);
  return { cells: [name, `${packageName} ${versionOf(packageName)}`, `${countOf(alone)}`, verdict], isGood };
}

function noTools(error: Error): string {
  return error.message;
}

function countOf(told: Told | string): number {
  return typeof told === 'string' ? 0 : told.tools.length;
}

function differs(alone: Told, behind: Told | string): string {
  if (typeof behind === 'string') return oneLine(behind);
  const parts = (['tools', 'answer', 'instructions'] as const).filter(
    part => !isDeepStrictEqual(alone[part], behind[part]),
  );
  return oneLine(`other ${parts.join(', ')}: ${JSON.stringify(behind[parts[0] ?? 'answer'])}`);
}

function within<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error(`no answer in ${waitMs / 1_000} s`)), waitMs).unref();
  });
  return Promise.race([work, late]);
}

function shown(row: Row): Row {
  process.stdout.write(`${row.isGood ? 'pass' : 'FAIL'}  ${row.cells.join('  ')}\n`);
  return row;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, 200);
}

function pageOf(clientRows: readonly Row[], serverRows: readonly Row[]): string {
  const table = (head: readonly string[], rows: readonly Row[]) =>
    [head, head.map(() => '---'), ...rows.map(({ cells }) => cells)]
      .map(cells => `| ${cells.join(' | ')} |`)
      .join('\n');
  return `# Programs of others with Pilothouse between

\`npm run interop\` writes this page. Every program comes from npm and runs unmodified, without a network beyond this machine.

## Clients

Each sees the tools of every server below that runs here and calls one.

${table(['client', 'version', 'way', 'outcome'], clientRows)}

## Servers

Each is asked alone and behind the hub for its tools, its instructions and one call that is answered without its service.

${table(['server', 'package', 'tools', 'behind the hub'], serverRows)}
`;
}
