// The kinds of failure that servers have: each ends in the right state with the right sentence, in both languages. All of them at once, as real servers.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { defaultTimes } from '../../../electron/core/servers/lifecycle/times.ts';
import { inEnglish } from '../../../words/english.ts';
import { german as germanWords } from '../../../words/german.ts';
import { reasonText } from '../../../words/reason.ts';
import { deafPort } from '../../support/everything-server.ts';
import { fixture, row, supervise } from './support.ts';
import type { AddressInfo } from 'node:net';
import type { Server, ServerConfig, ServerState } from '../../../contract/schemas/servers.ts';

interface Kind {
  readonly config: ServerConfig;
  readonly state: ServerState['kind'];
  readonly english: string;
  readonly german: string;
}

const failing = path.resolve('test/fixtures/failing');
/** Without a runner between, which has nothing to do with what is said. */
const direct = ServerOptionsSchema.parse({ isolation: false });
const remote = (url: string): ServerConfig => ({ kind: 'http', url, headers: {} });
const command = (program: string, ...args: string[]): ServerConfig => ({
  kind: 'stdio',
  command: program,
  args,
  env: {},
});

/** One that wrote this before it ended. What is said of it stands behind how it ended. */
function said(output: string, english: string, german: string): Kind {
  return {
    config: fixture('saying', path.join(failing, 'outputs', `${output}.txt`)),
    state: 'crashed',
    english: `It exited with code 1: ${english}.`,
    german: `Er hat sich mit Code 1 beendet: ${german}.`,
  };
}

const written: Readonly<Record<string, Kind>> = {
  'npm finds no package': said(
    'npm-not-found',
    'npm found no package "@example/no-such-package-xyz", or you may not have it (E404); correct its name, or sign in to the registry that has it',
    'npm hat kein Paket „@example/no-such-package-xyz“ gefunden oder darf es nicht haben (E404); den Namen berichtigen oder sich bei der Registry anmelden, die es hat',
  ),
  'npm finds no version': said(
    'npm-no-version',
    'npm found no version left-pad@99.99.99 (ETARGET); name one that exists',
    'npm hat keine Version left-pad@99.99.99 gefunden (ETARGET); eine nennen, die es gibt',
  ),
  'npm has no network': said(
    'npm-no-network',
    'npm did not reach registry.invalid (ENOTFOUND); check the network, and the proxy if there is one, then start it again',
    'npm hat registry.invalid nicht erreicht (ENOTFOUND); das Netz prüfen und den Proxy, falls es einen gibt, dann neu starten',
  ),
  'npm may not write': said(
    'npm-no-permission',
    'npm may not write to "/home/ana/.npm" (EACCES); give that folder back to your account, or name another in npm_config_cache',
    'npm darf in „/home/ana/.npm“ nicht schreiben (EACCES); den Ordner dem eigenen Konto zurückgeben oder in npm_config_cache einen anderen nennen',
  ),
  'npm trusts no certificate': said(
    'npm-self-signed-chain',
    'npm does not trust the certificate of registry.example (SELF_SIGNED_CERT_IN_CHAIN); name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, under Environment',
    'npm vertraut dem Zertifikat von registry.example nicht (SELF_SIGNED_CERT_IN_CHAIN); unter Umgebung in NODE_EXTRA_CA_CERTS die Datei der Stelle nennen, die es ausgestellt hat',
  ),
  'a package wants another Node': said(
    'npm-engine',
    'picky-server@1.0.0 needs {"node":">=99"}, and what runs it is {"node":"v20.20.2","npm":"11.19.1"} (EBADENGINE); install such a version',
    'picky-server@1.0.0 braucht {"node":">=99"}, und ausgeführt wird es von {"node":"v20.20.2","npm":"11.19.1"} (EBADENGINE); eine solche Version installieren',
  ),
  'uv finds no package': said(
    'uv-not-found',
    'uv found no package "mcp-server-quadrant"; correct its name, or name the index that has it',
    'uv hat kein Paket „mcp-server-quadrant“ gefunden; den Namen berichtigen oder den Index nennen, der es hat',
  ),
  'uv has no network': said(
    'uv-no-network',
    'uv did not reach pypi.org; check the network, and the proxy if there is one, then start it again',
    'uv hat pypi.org nicht erreicht; das Netz prüfen und den Proxy, falls es einen gibt, dann neu starten',
  ),
  'uv finds no Python': said(
    'uv-no-python',
    'uv found no Python 3.7.11; install it with "uv python install", or ask for another',
    'uv hat Python 3.7.11 nicht gefunden; es mit „uv python install“ installieren oder ein anderes verlangen',
  ),
  'Docker does not run': said(
    'docker-no-daemon',
    'Docker does not run: nothing answers at unix:///var/run/docker.sock; start it, then start this again',
    'Docker läuft nicht: auf unix:///var/run/docker.sock antwortet niemand; es starten, dann diesen Server neu starten',
  ),
  'Docker has no image': said(
    'docker-no-image',
    'There is no image "mcp/nowhere", or you may not have it; correct its name, or run "docker login" in a terminal',
    'Ein Image „mcp/nowhere“ gibt es nicht, oder es ist nicht erlaubt; den Namen berichtigen oder in einem Terminal „docker login“ ausführen',
  ),
  'Docker is not signed in': said(
    'docker-login',
    'ghcr.io does not give this image to you; run "docker login ghcr.io" in a terminal',
    'ghcr.io gibt dieses Image nicht her; in einem Terminal „docker login ghcr.io“ ausführen',
  ),
  'the name of a container is taken': said(
    'docker-name',
    'A container is called "jel9" already; remove it with "docker rm -f jel9", or leave --name out',
    'Ein Container heißt schon „jel9“; ihn mit „docker rm -f jel9“ entfernen oder --name weglassen',
  ),
  'Python lacks a module': said(
    'python-no-module',
    'Python has no module "anthropic"; install it into the environment that this command runs, or correct the command',
    'Python hat kein Modul „anthropic“; es in die Umgebung installieren, die dieser Befehl ausführt, oder den Befehl berichtigen',
  ),
  'Python throws': said(
    'python-exception',
    'It threw RuntimeError: cannot read the settings of /nowhere/settings.toml; what led to it stands in its log',
    'Er hat RuntimeError: cannot read the settings of /nowhere/settings.toml geworfen; was dazu führte, steht in seinem Log',
  ),
  'Node lacks a package': said(
    'node-no-package',
    'Node.js found no "@modelcontextprotocol/nowhere", which /home/ana/server/pkg.mjs needs; install its packages (npm install)',
    'Node.js hat „@modelcontextprotocol/nowhere“ nicht gefunden, das /home/ana/server/pkg.mjs braucht; die Pakete installieren (npm install)',
  ),
  'Node is too old': said(
    'node-old-syntax',
    "This Node.js is too old for it (SyntaxError: Unexpected token '??='); install a newer one, or name its path as the command",
    "Dieses Node.js ist zu alt dafür (SyntaxError: Unexpected token '??='); ein neueres installieren oder dessen Pfad als Befehl nennen",
  ),
  'an address is taken': said(
    'node-address',
    'Another program holds 127.0.0.1:18555, where it listens; end that, or give this another port',
    'Ein anderes Programm hält 127.0.0.1:18555, wo er hören will; dieses beenden oder ihm einen anderen Port geben',
  ),
  'a variable is missing': said(
    'variable',
    'It needs the variable SLACK_BOT_TOKEN; set it under Environment',
    'Er braucht die Variable SLACK_BOT_TOKEN; sie unter Umgebung setzen',
  ),
  'a file is forbidden': said(
    'python-permission',
    'It may not use "/var/lib/mcp/secret.txt" (permission denied); give your account the right to it, or name another',
    'Er darf „/var/lib/mcp/secret.txt“ nicht benutzen, ihm fehlt das Recht dazu; es dem eigenen Konto geben oder einen anderen Pfad nennen',
  ),
  'the program is for another machine': said(
    'exec-format',
    '"./mcp-server" is no program for this machine (exec format error); take the one for this system and processor',
    '„./mcp-server“ ist kein Programm für diesen Rechner (exec format error); das für dieses System und diesen Prozessor nehmen',
  ),
  'arguments do not do': said(
    'usage-argparse',
    'It does not take its arguments: the following arguments are required: --db-path; correct them',
    'Er nimmt seine Argumente nicht an: the following arguments are required: --db-path; sie berichtigen',
  ),
};

const listed = (fault: string, english: string, german: string): Kind => ({
  config: fixture('failing-lists', fault),
  state: 'degraded',
  english: `tools/list fails: ${english}; what else it offers can be used, and this is asked for again by itself.`,
  german: `tools/list schlägt fehl: ${german}; was er sonst anbietet, ist zu gebrauchen, und danach wird von selbst wieder gefragt.`,
});

const met = (ports: { readonly deaf: number; readonly tls: number }): Readonly<Record<string, Kind>> => ({
  'its tools cannot be listed': listed(
    'tools/list=Infinity',
    'the index of tools/list is broken',
    'the index of tools/list is broken',
  ),
  'its list of tools is none': listed(
    'tools/list=malformed',
    'Its answer to tools/list cannot be used: tools: It must be a list',
    'Seine Antwort auf tools/list ist nicht zu gebrauchen: tools: Es muss eine Liste sein',
  ),
  'there is no such program': {
    config: command('/nowhere/mcp-server'),
    state: 'blocked',
    english: '"/nowhere/mcp-server" does not exist; correct the path.',
    german: '„/nowhere/mcp-server“ gibt es nicht; den Pfad berichtigen.',
  },
  'it speaks another version': {
    config: fixture('other-version', '1999-01-01'),
    state: 'crashed',
    english:
      'Its handshake failed: It speaks MCP "1999-01-01"; Pilothouse speaks 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07, 2026-07-28.',
    german:
      'Sein Handshake ist fehlgeschlagen: Er spricht MCP "1999-01-01"; Pilothouse spricht 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07, 2026-07-28.',
  },
  'nobody listens': {
    config: remote(`http://127.0.0.1:${ports.deaf}/mcp`),
    state: 'waiting',
    english: `Nothing listens at 127.0.0.1:${ports.deaf} (ECONNREFUSED); start the server, or check its address.`,
    german: `Auf 127.0.0.1:${ports.deaf} hört niemand (ECONNREFUSED); den Server starten oder seine Adresse prüfen.`,
  },
  'its certificate is its own': {
    config: remote(`https://localhost:${ports.tls}/mcp`),
    state: 'waiting',
    english: `The certificate of localhost:${ports.tls} is signed by nobody but itself (DEPTH_ZERO_SELF_SIGNED_CERT); start Pilothouse with the file of that certificate in NODE_EXTRA_CA_CERTS if you trust it.`,
    german: `Das Zertifikat von localhost:${ports.tls} hat niemand als es selbst unterschrieben (DEPTH_ZERO_SELF_SIGNED_CERT); wer ihm traut, startet Pilothouse mit der Datei dieses Zertifikats in NODE_EXTRA_CA_CERTS.`,
  },
});

async function tlsPort(certificate: string): Promise<number> {
  const file = (name: string) => readFileSync(path.join(failing, 'certificates', name));
  const server = createServer({ key: file('server.key'), cert: file(`${certificate}.pem`) }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('Each of 28 kinds of failure ends in its state, with a sentence in both languages that names the thing and the remedy.', async () => {
  const deaf = await deafPort();
  onTestFinished(() => deaf.letGo());
  const kinds = Object.entries({ ...written, ...met({ deaf: deaf.port, tls: await tlsPort('self-signed') }) });
  expect(kinds.length).toBe(28);
  const rows = kinds.map(([name, { config }], at) => ({
    ...row(`kind-${at}`, config, { options: direct, wanted: 'running' as const }),
    name,
  }));
  const { until } = supervise(rows, { times: { ...defaultTimes, crashShownMs: 600_000 } });
  const isOver = ({ state }: Server) => !['stopped', 'starting', 'running'].includes(state.kind);
  const ended = await Promise.all(rows.map(({ id }) => until(id, isOver)));
  const told = ended.map(({ name, state }) => {
    const reason = 'reason' in state ? state.reason : undefined;
    return {
      name,
      state: state.kind,
      english: reason && inEnglish(reason),
      german: reason && reasonText(germanWords, reason),
    };
  });
  expect(told).toEqual(kinds.map(([name, { state, english, german }]) => ({ name, state, english, german })));
});
