// The file that leads relays and shims to the hub: whether it leads to this one, and whether one that is left over may be taken away.
import { lstat, rename, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { readEndpointRecord } from '../../../../native-host/endpoints/endpoint-record.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { amber, red } from '../finding.ts';
import { modeFindings } from '../modes.ts';
import { isAlive, startedAt } from '../processes.ts';
import type { EndpointRecord } from '../../../../contract/schemas/endpoint.ts';
import type { DoctorContext, HubSide } from '../context.ts';
import type { Finding, Remedy } from '../finding.ts';

/** What lies between the start of a process and what the hub says of it, at most. */
const sameStartMs = 10_000;

/** Of the hub that runs. */
export async function checkOwnRecord(context: DoctorContext, hub: HubSide): Promise<Finding[]> {
  const file = join(context.home, 'endpoint.json');
  const path = shownPath(context.manifests, file);
  const remedy: Remedy = {
    id: 'publish-record',
    does: { kind: 'doctor-publishes-record', path },
    act: () => hub.publishRecord(),
  };
  const record = await read(context);
  if (record === null) return [red({ kind: 'doctor-record-none', path }, { remedy })];
  if (record === 'broken') return [red({ kind: 'doctor-record-broken', path }, { remedy })];
  const isOurs = record.pid === hub.pid && (hub.socket() === null || record.path === hub.socket());
  if (!isOurs) return [red({ kind: 'doctor-record-of-other', path, pid: record.pid }, { remedy })];
  return modeFindings(context, [{ path: file, wanted: 0o600 }], 'doctor-record-mode');
}

/** What a hub has left that was killed; nothing where there is nothing. */
export async function checkStaleRecord(context: DoctorContext): Promise<Finding[]> {
  const path = shownPath(context.manifests, join(context.home, 'endpoint.json'));
  const record = await read(context);
  if (record === null) return [];
  const remedy = setAside(context, path);
  if (record === 'broken') return [red({ kind: 'doctor-record-broken', path }, { remedy })];
  const { pid } = record;
  const kind = isAlive(pid)
    ? (await isSameProcess(record))
      ? ('doctor-record-of-other' as const)
      : ('doctor-record-reused' as const)
    : ('doctor-record-dead' as const);
  // A process that says it is the hub and holds no lock may be one that is just starting.
  const stale = kind === 'doctor-record-of-other' ? amber({ kind, path, pid }) : red({ kind, path, pid }, { remedy });
  return [...(await staleSocket(context, record)), stale];
}

async function read({ home }: DoctorContext): Promise<EndpointRecord | null | 'broken'> {
  return readEndpointRecord(home).catch(() => 'broken' as const);
}

async function isSameProcess({ pid, startedAt: recorded }: EndpointRecord): Promise<boolean> {
  const started = await startedAt(pid);
  return started === null || Math.abs(started - recorded) < sameStartMs;
}

function setAside({ home, now }: DoctorContext, path: string): Remedy {
  const file = join(home, 'endpoint.json');
  return {
    id: 'set-aside-record',
    does: { kind: 'doctor-sets-aside', path },
    act: () => rename(file, `${file}.${now()}.old`),
  };
}

/** A socket of ours is in the runtime folder of this home, and nobody listens there. */
async function staleSocket(context: DoctorContext, record: EndpointRecord): Promise<Finding[]> {
  const { path } = record;
  if (dirname(path) !== context.runtimeDir) return [];
  const found = await lstat(path).catch(() => null);
  const isMine = found?.isSocket() && (context.manifests.uid === undefined || found.uid === context.manifests.uid);
  if (!isMine || (await answersAt(path))) return [];
  const shown = shownPath(context.manifests, path);
  const remedy: Remedy = {
    id: 'remove-socket',
    does: { kind: 'doctor-removes-socket', path: shown },
    act: async () => {
      if (await answersAt(path)) throw hubError('ERR_INTERNAL', { kind: 'doctor-socket-answers', path: shown });
      if ((await lstat(path)).isSocket()) await unlink(path);
    },
  };
  return [red({ kind: 'doctor-socket-stale', path: shown }, { remedy })];
}

/** Only a clear refusal says that nobody listens. */
function answersAt(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', () => end(true));
    socket.once('error', error => end(!('code' in error) || error.code !== 'ECONNREFUSED'));
  });
}
