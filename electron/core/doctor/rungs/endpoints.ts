// Rung 3: every way in that is switched on takes connections, and the record leads relays and shims to this hub.
import { lstat } from 'node:fs/promises';
import { connect } from 'node:net';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { amber, green, judge, red, untried, waits } from '../finding.ts';
import { modeFindings } from '../modes.ts';
import { checkOwnRecord, checkStaleRecord } from './endpoint-record.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Endpoint } from '../../../../contract/schemas/entities.ts';
import type { DoctorContext, HubSide } from '../context.ts';
import type { Finding, Remedy, RungResult } from '../finding.ts';

export async function checkEndpoints(context: DoctorContext): Promise<RungResult> {
  const { hub } = context;
  if (!hub) {
    const stale = await checkStaleRecord(context);
    return stale.length === 0 ? waits('lock') : judge(stale);
  }
  const endpoints = Object.values(hub.snapshot().endpoints).filter(({ state }) => state.kind !== 'off');
  if (endpoints.length === 0) return untried([]);
  const each = await Promise.all(endpoints.map(endpoint => checkEndpoint(hub, endpoint)));
  const failures = each.flat();
  const open: Reason = {
    kind: 'doctor-endpoints-open',
    open: endpoints.length - each.filter(found => found.length > 0).length,
    all: endpoints.length,
  };
  return judge([
    ...(await checkOwnRecord(context, hub)),
    ...(await checkSocket(context, hub)),
    ...(await checkTokens(context, hub)),
    ...failures,
    ...proxyFinding(context.env),
    green(open),
  ]);
}

async function checkSocket(context: DoctorContext, hub: HubSide): Promise<Finding[]> {
  const path = hub.socket();
  if (path === null || context.manifests.platform === 'win32') return [];
  const shown = shownPath(context.manifests, path);
  const byHand: Reason = { kind: 'doctor-hand-restart-hub' };
  const found = await lstat(path).catch((error: unknown) => codeOf(error));
  if (found === 'ENOENT') return [red({ kind: 'doctor-socket-gone', path: shown }, { byHand })];
  // That it answers is shown by the relay and the shim.
  return modeFindings(context, [{ path, wanted: 0o600 }], 'doctor-record-mode');
}

/** A hub writes them when it opens the endpoint. */
async function checkTokens({ manifests }: DoctorContext, hub: HubSide): Promise<Finding[]> {
  const looked = await Promise.all(
    hub.tokens().map(async file => ((await lstat(file).catch(() => null))?.isFile() ? [] : [file])),
  );
  const byHand: Reason = { kind: 'doctor-hand-restart-hub' };
  return looked.flat().map(file => red({ kind: 'doctor-token-none', path: shownPath(manifests, file) }, { byHand }));
}

async function checkEndpoint(hub: HubSide, endpoint: Endpoint): Promise<Finding[]> {
  const { id, address, state } = endpoint;
  switch (state.kind) {
    case 'off':
      return [];
    case 'held':
      return [
        amber(
          { kind: 'doctor-endpoint-held', endpoint: address, by: state.by },
          { remedy: heldRemedy(hub, endpoint), byHand: holderByHand(state.by) },
        ),
      ];
    case 'failed':
      return [
        red(
          { kind: 'doctor-endpoint-failed', endpoint: address, why: state.reason },
          { remedy: endpoint.switchable ? leaveOff(hub, endpoint) : null },
        ),
      ];
    case 'listening': {
      const port = id === 'mcp-http' ? portOf(address) : null;
      const code = port === null ? null : await connecting(port);
      return code === null ? [] : [red({ kind: 'doctor-endpoint-silent', endpoint: address, code })];
    }
  }
}

function heldRemedy(hub: HubSide, endpoint: Endpoint): Remedy | null {
  if (endpoint.id !== 'mcp-http') return endpoint.switchable ? leaveOff(hub, endpoint) : null;
  return {
    id: 'take-free-port',
    does: { kind: 'doctor-takes-free-port', port: portOf(endpoint.address) ?? 0 },
    act: () => hub.takeFreePort(),
  };
}

function leaveOff(hub: HubSide, { id, address }: Endpoint): Remedy {
  return {
    id: 'leave-endpoint-off',
    does: { kind: 'doctor-turns-off', endpoint: address },
    act: () => hub.switchOff(id),
  };
}

function holderByHand(by: Reason): Reason | null {
  return by.kind === 'process' ? { kind: 'doctor-hand-quit-other', pid: Number(by.pid) } : null;
}

function portOf(address: string): number | null {
  const port = Number(/:(\d+)(?:\/|$)/.exec(address)?.[1]);
  return Number.isInteger(port) && port > 0 ? port : null;
}

/** The code of the error; null where the connection came about. */
function connecting(port: number): Promise<string | null> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, timeout: connectMs });
    const end = (code: string | null) => {
      socket.destroy();
      resolve(code);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('ETIMEDOUT'));
    socket.once('error', error => end(codeOf(error) || error.message));
  });
}

const connectMs = 2_000;

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Programs that heed these send what goes to loopback there too, unless it is left out by name. */
function proxyFinding(env: DoctorContext['env']): Finding[] {
  const variables = proxyNames.flatMap(name => [name, name.toLowerCase()]).filter(name => env[name]);
  const without = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map(entry => entry.trim());
  const isLeftOut = without.some(entry => ['*', '127.0.0.1', '127.0.0.0/8'].includes(entry));
  if (variables.length === 0 || isLeftOut) return [];
  return [amber({ kind: 'doctor-proxy-set', variables }, { byHand: { kind: 'doctor-hand-no-proxy' } })];
}
