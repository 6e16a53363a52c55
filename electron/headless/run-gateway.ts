// `pilothouse serve --gateway`: a gateway of a fleet until a signal ends it; its data home is made for this run, and goes with it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isFleetName, shownFleetAddress } from '../../contract/fleet.ts';
import { FleetJoinSchema } from '../../contract/schemas/fleet-requests.ts';
import { startGateway } from '../core/gateway-hub.ts';
import { readHost } from '../core/http/gateway-guard.ts';
import { printLines } from '../core/platform/terminal.ts';
import { UsageError } from './exit-codes.ts';
import { loopback, telemetryOf } from './gateway-telemetry.ts';
import { deferred, headlessPlatform } from './serve.ts';
import { forgetArenas } from './start-hub.ts';
import type { FleetCredential } from '../../contract/schemas/fleet-requests.ts';
import type { GatewayOptions } from '../core/gateway-hub.ts';
import type { GatewayArguments } from './gateway-options.ts';
import type { CliWords } from './words/cli-words.ts';

const minKeyBytes = 32;
const maxKeyBytes = 4_096;

/** Resolves when it has ended. Rejects with a sentence when it cannot begin. */
export async function serveGateway(args: GatewayArguments, words: CliWords): Promise<void> {
  forgetArenas(process.env);
  const options = await optionsOf(args, words);
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-gateway-'));
  try {
    const ended = deferred<void>();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.resolve());
    const places = { home, port: 0, mcpPort: null, wellKnownRoot: home };
    const platform = headlessPlatform(places, {
      open: () => ({ url: null, page: null }),
      quit: () => ended.resolve(),
    });
    process.on('uncaughtException', error => ended.reject(error));
    const gateway = await startGateway(platform, options).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? new Error(words.gatewayPortTaken(args.listen))
        : error;
    });
    printLines([words.gatewayRuns(options.at.host, gateway.port)]);
    let graceMs = 0;
    try {
      await ended.promise;
      graceMs = args.drainSeconds * 1_000;
      printLines([words.gatewayDrains(args.drainSeconds)]);
    } finally {
      expectKept(await gateway.stop(graceMs), words);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Nothing else has them any more: whoever reads what this process says can put them where they belong. */
function expectKept(lost: readonly string[], words: CliWords): void {
  if (lost.length === 0) return;
  process.stderr.write(`${lost.join('\n')}\n`);
  throw new Error(words.gatewayAuditLost(lost.length));
}

async function optionsOf(args: GatewayArguments, words: CliWords): Promise<GatewayOptions> {
  const { nats, name, prefix, ca, allowPlaintext } = args;
  if (nats === undefined) throw new UsageError(words.gatewayNeeds('--nats'));
  if (shownFleetAddress(nats) !== nats.replace(/\s/g, ''))
    throw new UsageError(words.secretInAddress(shownFleetAddress(nats)));
  for (const one of [name, prefix]) if (!isFleetName(one)) throw new UsageError(words.noFleetName(one));
  if (args.signer.length === 0) throw new UsageError(words.gatewayNeeds('--signer'));
  if (args.stateKey === undefined) throw new UsageError(words.gatewayNeeds('--state-key'));
  const at = addressOf(args.listen, words);
  const join = FleetJoinSchema.parse({
    ...{ address: nats, prefix, name, allowPlaintext },
    credential: await proofOf(args, words),
    ca: ca === undefined ? null : resolve(ca),
    signers: await Promise.all(args.signer.map(one => signerOf(one, words))),
  });
  const hosts = hostsOf(args.host, at, words);
  const telemetry = await telemetryOf(args, words, file => textIn(file, words));
  return { join, at, hosts, stateKey: await keyIn(args.stateKey, words), telemetry };
}

/** Beyond this machine names have to be named: whoever may point one at this address is not meant by that. */
function hostsOf(named: readonly string[], at: GatewayOptions['at'], words: CliWords): string[] {
  const hosts = named.map(text => {
    const host = readHost(text);
    if (host === null) throw new UsageError(words.gatewayNoHost(text));
    return host;
  });
  if (loopback.test(at.host)) return [...hosts, 'localhost', '127.0.0.1', '[::1]'];
  if (hosts.length === 0) throw new UsageError(words.gatewayNeeds('--host'));
  return hosts;
}

function addressOf(text: string, words: CliWords): GatewayOptions['at'] {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:\s/]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === '' || Number(port) > 65_535) throw new UsageError(words.gatewayNoListen(text));
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

async function proofOf({ creds, nkey }: GatewayArguments, words: CliWords): Promise<FleetCredential> {
  if (creds !== undefined && nkey !== undefined) throw new UsageError(words.oneProof);
  if (creds !== undefined) return { kind: 'creds', text: await textIn(creds, words) };
  return nkey === undefined ? { kind: 'none' } : { kind: 'nkey', seed: (await textIn(nkey, words)).trim() };
}

async function signerOf(text: string, words: CliWords): Promise<{ name: string; key: string }> {
  const [, name = '', file = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError(words.noSigner(text));
  return { name, key: await textIn(file, words) };
}

async function keyIn(file: string, words: CliWords): Promise<Uint8Array> {
  const key = Buffer.from((await textIn(file, words)).trim());
  if (key.length < minKeyBytes || key.length > maxKeyBytes)
    throw new UsageError(words.gatewayStateKey(file, minKeyBytes));
  return key;
}

async function textIn(file: string, words: CliWords): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(words.noFile(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}
