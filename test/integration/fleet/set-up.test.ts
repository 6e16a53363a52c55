// A worker hub that no panel is ever opened of: set up by a file, as docs/deploy.md says it from nothing, with a real NATS, a built hub and a built gateway.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isReady, openAgent } from '../../support/gateways.ts';
import { cliPath, usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { CliProcess, HubPlace } from '../../support/hub-process.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const everything = path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

interface Stack {
  readonly place: HubPlace;
  readonly nats: NatsServer;
  /** deploy/fleet, with what the page has made in secrets/. */
  readonly folder: string;
  /** Runs lines of the page; what they have printed. */
  shell(lines: string): string;
}

/** The blocks of commands of docs/deploy.md beneath this heading, without what is docker's. */
function blocksOf(heading: string): string[] {
  const page = fs.readFileSync(path.join(repositoryRoot, 'docs/deploy.md'), 'utf8');
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  const blocks = section.split('\n\n').filter(part => part.startsWith('    '));
  return blocks.map(block => {
    const lines = block.split('\n').map(line => line.slice(4));
    return lines.filter(line => !/^(?:docker|kubectl|helm|cd) /.test(line)).join('\n');
  });
}

async function openStack(): Promise<Stack> {
  const place = usePlace();
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  fs.cpSync(path.join(repositoryRoot, 'deploy/fleet'), folder, { recursive: true });
  fs.mkdirSync(path.join(folder, 'bin'));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" --home "${place.home}" "$@"\n`;
  fs.writeFileSync(path.join(folder, 'bin/pilothouse'), program, { mode: 0o755 });
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const shell = (lines: string) =>
    execFileSync('sh', ['-ec', lines.replaceAll('nats://127.0.0.1:4222', nats.url)], {
      cwd: folder,
      env: { ...place.env, PATH: `${folder}/bin:${process.env.PATH}` },
      encoding: 'utf8',
    });
  return { place, nats, folder, shell };
}

/** As the container of this name finds it: the address of NATS and the places of secrets are those of this test. */
function setupOf({ nats, folder }: Stack, name: string, change: (setup: Setup) => void = () => {}): string {
  const text = fs
    .readFileSync(path.join(folder, 'worker.json'), 'utf8')
    .replace('nats://nats:4222', nats.url)
    .replaceAll('/run/secrets/signer', path.join(folder, 'secrets/signer.pem'))
    .replaceAll('/run/secrets/{name}-nkey', path.join(folder, 'secrets/{name}.nk'));
  const setup = JSON.parse(text) as Setup;
  setup.fleet = { ...setup.fleet, name };
  setup.mcpServers = { files: { command: process.execPath, args: [everything] } };
  change(setup);
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(file, JSON.stringify(setup, null, 2), { mode: 0o600 });
  return file;
}

interface Setup {
  fleet?: Record<string, unknown>;
  mcpServers: Record<string, unknown>;
  shares: Record<string, unknown>;
  allow: unknown[];
  secrets?: Record<string, string>;
}

/** The secrets of the page, NATS with its accounts, and the fleet in it. Resolves with the token of the client `ci`. */
async function fromNothing(stack: Stack): Promise<string> {
  const [keys = '', fleet = ''] = blocksOf('A fleet with gateways');
  expect(keys).toContain('fleet nkey worker-2');
  stack.shell(keys);
  for (const name of ['admin', 'gateway', 'worker-1', 'worker-2'])
    expect(fs.statSync(path.join(stack.folder, `secrets/${name}.nk`)).mode & 0o777).toBe(0o600);
  stack.nats.configure(fs.readFileSync(path.join(stack.folder, 'secrets/accounts.conf'), 'utf8'));
  await stack.nats.restart();
  const said = stack.shell(fleet);
  const [token = ''] = /ph_\S+/.exec(said) ?? [];
  expect(token).not.toBe('');
  return token;
}

async function worker({ place }: Stack, name: string, file: string): Promise<CliProcess> {
  const args = ['serve', '--port', '0', '--mcp-port', '0'];
  const started = place.start(args, { home: `${place.home}-${name}`, env: { PILOTHOUSE_SETUP: file } });
  let over = false;
  void started.ended.then(() => (over = true));
  await until(() => over || started.stdout().includes('#token='), 'the worker runs');
  if (over) throw new Error(started.stdout() + started.stderr());
  return started;
}

async function gateway({ place, nats, folder }: Stack): Promise<string> {
  const secrets = path.join(folder, 'secrets');
  // The variables of the compose file, but for where things are.
  const env = {
    PILOTHOUSE_GATEWAY_NATS: nats.url,
    PILOTHOUSE_GATEWAY_PLAINTEXT: 'true',
    PILOTHOUSE_GATEWAY_NAME: 'gateway',
    PILOTHOUSE_GATEWAY_NKEY: `${secrets}/gateway.nk`,
    PILOTHOUSE_GATEWAY_SIGNERS: `Ops=${secrets}/signer.pem`,
    PILOTHOUSE_GATEWAY_STATE_KEY: `${secrets}/state.key`,
    PILOTHOUSE_GATEWAY_LISTEN: '127.0.0.1:0',
    PILOTHOUSE_GATEWAY_HOSTS: 'localhost',
  };
  const started = place.start(['serve', '--gateway'], { env });
  await until(() => /127\.0\.0\.1:\d+/.test(started.stdout()), 'the gateway listens');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(started.stdout())?.[1]);
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  await isReady({ ...started, port, ready });
  return `http://127.0.0.1:${port}/mcp`;
}

describeWith(['nats'], 'A worker without a panel', () => {
  test('From nothing, as docs/deploy.md says it: a call of a client goes through a gateway to workers that a file has set up, without a question.', async () => {
    const stack = await openStack();
    const token = await fromNothing(stack);
    await worker(stack, 'worker-1', setupOf(stack, 'worker-1'));
    await worker(stack, 'worker-2', setupOf(stack, 'worker-2'));
    const agent = await openAgent(await gateway(stack), token);
    await until(async () => (await agent.listTools()).tools.length > 0, 'the tools are there');
    expect(textOf(await agent.callTool({ name: 'files__echo', arguments: { message: 'through' } }))).toContain(
      'through',
    );
    // A tool that does not say that it only reads needs the word of the file.
    expect(textOf(await agent.callTool({ name: 'files__toggle-simulated-logging', arguments: {} }))).not.toContain(
      'ERR_',
    );
  }, 180_000);
});
