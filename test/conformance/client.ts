// Our client side as a command for the official suite: its transport, its MCP client, its sign-in. The suite appends the address.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { isRecord } from '../../contract/json.ts';
import { ServerOptionsSchema } from '../../contract/schemas/servers.ts';
import { openSecretFiles } from '../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../electron/core/secrets/secret-store.ts';
import { nobody } from '../../electron/core/servers/lifecycle/asker.ts';
import { AwakeClock } from '../../electron/core/servers/lifecycle/awake-clock.ts';
import { ServerRun } from '../../electron/core/servers/lifecycle/server-run.ts';
import { StartQueue } from '../../electron/core/servers/lifecycle/start-queue.ts';
import { defaultTimes } from '../../electron/core/servers/lifecycle/times.ts';
import { StartTimes } from '../../electron/core/servers/process/start-times.ts';
import { SignIns } from '../../electron/core/servers/remote/sign-in/sign-ins.ts';
import { SandboxSupport } from '../../electron/core/servers/sandbox/sandbox-support.ts';
import { inEnglish } from '../../words/english.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { RemoteConfig } from '../../contract/schemas/servers.ts';
import type { McpClient } from '../../electron/core/servers/client/mcp-client.ts';
import type { Asker } from '../../electron/core/servers/lifecycle/asker.ts';
import type { ServerRow } from '../../electron/core/servers/lifecycle/server-row.ts';
import type { TraceTap } from '../../electron/core/trace/tap.ts';
import type { IncomingRequest } from '../../electron/core/wire/incoming-request.ts';

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, string>;
/** The address that the suite takes for the document of a client that describes itself. */
const ownDocument = 'https://conformance-test.local/client-metadata.json';
const config = configOf(process.argv.at(-1) ?? '');
/** A user who is asked a fourth time for the same would stop. */
const maxSignIns = 3;
const call = { parent: null, timeoutMs: 20_000 };
const tap: TraceTap = { open: () => 0, waiting() {}, close() {} };

/** What each scenario has its client call. */
const calls: Record<string, Record<string, unknown>> = {
  add_numbers: { a: 5, b: 3 },
  test_reconnection: {},
  test_client_elicitation_defaults: {},
  'test-tool': {},
};

/** The agent behind a run, which answers as its user would: with the defaults. */
const asker: Asker = {
  agentId: 'conformance',
  protocolVersion: null,
  declares: { elicitation: { form: {} } },
  clientInfo: { name: 'pilothouse-conformance', version: '1.0.0' },
  onRequest: ({ method, params }: IncomingRequest) =>
    method === 'elicitation/create'
      ? Promise.resolve({ action: 'accept', content: defaultsOf(params) })
      : Promise.reject(new Error(`${method} is not answered here.`)),
  onNotification() {},
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'pilothouse-conformance-client-'));
try {
  await converse(new SignIns({ store: new SecretStore(await openSecretFiles(folder, null)) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Connects, signs in as often as it is asked to, and calls what the scenario offers. */
async function converse(signIns: SignIns): Promise<void> {
  for (let signInsDone = 0; ; signInsDone += 1) {
    const run = openRun(signIns);
    try {
      await run.ready;
      await callEverything(run.client);
      return await run.stop(defaultTimes.stop);
    } catch (error) {
      await run.stop(defaultTimes.stop);
      const { cause } = await run.ended;
      if (cause !== 'unauthorized' || signInsDone >= maxSignIns) throw error;
    }
    await signIn(signIns);
  }
}

function openRun(signIns: SignIns): ServerRun {
  const { env, platform, execPath } = process;
  const row: ServerRow = {
    id: 'conformance',
    name: 'Conformance',
    config,
    options: ServerOptionsSchema.parse({}),
    approvedHash: null,
    wanted: 'running',
    position: 1,
  };
  return new ServerRun({
    surroundings: {
      platform: { version: '1.0.0', env, os: platform, nodePath: execPath, distDir: '', now: Date.now, log: pino() },
      sandbox: new SandboxSupport(platform, env, () => {}),
      // What runs elsewhere has no folder here.
      workFolders: { of: () => '', prepare: () => '', putAside: () => Promise.resolve() },
      signIns,
      hub: { kind: 'hub', id: 'hub', label: 'Hub' },
      tap,
      everybody: () => nobody,
      starts: new StartTimes(platform),
      clock: new AwakeClock(),
      network: { onChange: () => () => {} },
      queue: new StartQueue(1),
      times: defaultTimes,
      random: Math.random,
      mask: text => text,
    },
    row,
    asker,
    era: { isOlder: false },
    onTools() {},
    onFailingLists() {},
    onStderr() {},
    onLog: line => process.stderr.write(`${line}\n`),
    onProgress() {},
    onPid() {},
  });
}

async function callEverything(client: McpClient): Promise<void> {
  if (scenario === 'initialize') return;
  for (const { name } of client.tools ?? [])
    await client.request('tools/call', { name, arguments: calls[name] ?? {} }, call);
}

/** As a user with a browser: follows every redirect until the answer has come back to us. */
async function signIn(signIns: SignIns): Promise<void> {
  let end: (trouble: Reason | null) => void = () => {};
  const ended = new Promise<Reason | null>(resolve => {
    end = resolve;
  });
  const address = await signIns.begin({ id: 'conformance', name: 'Conformance', config }, end);
  await (await fetch(address)).text();
  const trouble = await ended;
  if (trouble !== null) throw new Error(inEnglish(trouble));
}

function configOf(url: string): RemoteConfig {
  const { client_id: given, client_secret: clientSecret } = context;
  const clientId = scenario === 'auth/basic-cimd' ? ownDocument : given;
  const oauth = clientId === undefined ? {} : { oauth: { clientId, ...(clientSecret && { clientSecret }) } };
  return { kind: 'http', url, headers: {}, ...oauth };
}

function defaultsOf(params: unknown): Record<string, unknown> {
  const schema = isRecord(params) && isRecord(params.requestedSchema) ? params.requestedSchema : {};
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(
    properties.flatMap(([name, field]) => (isRecord(field) && 'default' in field ? [[name, field.default]] : [])),
  );
}
