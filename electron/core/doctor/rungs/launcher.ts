// Rungs 8 to 10: the launcher starts as a browser would start it, a framed ping comes back through it, and both sides prove themselves.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foreign } from '../../../../contract/reason.ts';
import { sha256 } from '../../../../native-host/manifests/content.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { nodeFiles } from '../../../../native-host/manifests/files.ts';
import { launcherText, writeLaunchers } from '../../../../native-host/manifests/launcher.ts';
import { programStateOf } from '../../../../native-host/manifests/program-state.ts';
import { connectToHub } from '../../../../native-host/relay/hub-connection.ts';
import { amber, green, judge, red, waits } from '../finding.ts';
import { octal } from '../modes.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { DoctorContext } from '../context.ts';
import type { Finding, Remedy, RungResult } from '../finding.ts';
import type { RelayProbe } from '../relay-probe.ts';

export async function checkLauncher(context: DoctorContext, probe: RelayProbe): Promise<RungResult> {
  const remedy = rewrite(context);
  const missing = await partFault(context);
  if (missing) return judge([red(missing, { remedy, byHand: { kind: 'doctor-hand-restart-hub' } })]);
  const start = await probe.start();
  const path = shownPath(context.manifests, context.manifests.launcherPath);
  const seconds = context.patienceMs / 1_000;
  switch (start.kind) {
    case 'frame':
      return judge([...(await otherVersion(context, remedy)), green({ kind: 'doctor-launcher-starts', path })]);
    case 'garbage':
      return judge([red({ kind: 'doctor-relay-garbage', path, bytes: start.bytes }, { remedy })]);
    case 'silent':
      return judge([red({ kind: 'doctor-launcher-silent', path, seconds }, { remedy })]);
    case 'not-started':
      return judge([red({ kind: 'doctor-launcher-not-started', path, code: start.code }, { remedy })]);
    case 'ended': {
      const node = await namedNode(context);
      const isNode = start.code === noNodeCode && node !== null;
      const exits: Reason = { kind: 'doctor-launcher-exits', path, code: start.code, said: start.said };
      const why: Reason = isNode ? { kind: 'doctor-launcher-no-node', path, node } : exits;
      return judge([red(why, { remedy, byHand: isNode ? { kind: 'doctor-hand-install-node' } : null })]);
    }
  }
}

export async function checkPing(context: DoctorContext, probe: RelayProbe): Promise<RungResult> {
  if (!context.hub) return waits('lock');
  const seconds = context.patienceMs / 1_000;
  const answer = await probe.ping();
  switch (answer.kind) {
    case 'answered':
      return judge([green({ kind: 'doctor-ping-answered', sent: answer.sent, received: answer.received })]);
    case 'away': {
      const path = shownPath(context.manifests, context.manifests.launcherPath);
      return judge([red({ kind: 'doctor-relay-away', path, said: answer.said })]);
    }
    case 'other':
      return judge([red({ kind: 'doctor-ping-other', said: answer.said })]);
    case 'silent':
      return judge([red({ kind: 'doctor-ping-silent', seconds })]);
  }
}

/** The doctor's own handshake, with the key that relays use. */
export async function checkProof(context: DoctorContext): Promise<RungResult> {
  if (!context.hub) return waits('lock');
  try {
    const channel = await connectToHub({
      home: context.home,
      role: 'cli',
      hello: {},
      deadlineMs: context.patienceMs,
    });
    channel.close();
    return judge([green({ kind: 'doctor-proof-fine' })]);
  } catch (error) {
    const why = foreign(error instanceof Error ? error.message : String(error));
    return judge([red({ kind: 'doctor-proof-refused', why }, { byHand: { kind: 'doctor-hand-restart-hub' } })]);
  }
}

/** What a shell says where it found no program. */
const noNodeCode = 127;

/** What of the launcher is missing before it is started. */
async function partFault({ manifests }: DoctorContext): Promise<Reason | null> {
  const { launcherPath } = manifests;
  const path = shownPath(manifests, launcherPath);
  const state = await programStateOf(manifests, launcherPath, null);
  switch (state.kind) {
    case 'missing':
      return manifests.relayProblem ?? { kind: 'doctor-launcher-none', path };
    case 'not-executable':
      return { kind: 'doctor-launcher-not-executable', path, octal: octal((await stat(launcherPath)).mode & 0o777) };
    case 'no-interpreter':
      return { kind: 'doctor-launcher-interpreter', path, interpreter: state.interpreter };
    default:
  }
  const script = join(dirname(launcherPath), 'relay.cjs');
  return (await nodeFiles.exists(script))
    ? null
    : { kind: 'doctor-launcher-no-relay', path: shownPath(manifests, script) };
}

/** The Node that the launcher names, where that is gone: it then takes another one, if there is any. */
async function namedNode({ manifests }: DoctorContext): Promise<string | null> {
  const text = await readFile(manifests.launcherPath, 'utf8').catch(() => '');
  const node = /^node='([^']+)'$/m.exec(text)?.[1];
  if (node === undefined) return null;
  return (await programStateOf(manifests, node, null)).kind === 'ready' ? null : node;
}

async function otherVersion(context: DoctorContext, remedy: Remedy): Promise<Finding[]> {
  const { manifests, launchers, home } = context;
  const path = shownPath(manifests, manifests.launcherPath);
  const node = await namedNode(context);
  if (node !== null) return [amber({ kind: 'doctor-launcher-no-node', path, node }, { remedy })];
  const script = join(dirname(manifests.launcherPath), 'relay.cjs');
  const wanted = launcherText(manifests.platform, { node: launchers.nodePath, script, home, prepare: 'relay' });
  const text = await readFile(manifests.launcherPath, 'utf8').catch(() => '');
  const [own, built] = await Promise.all([script, launchers.relayBundle].map(hashOf));
  // Where the build is not there, there is nothing to compare with.
  const isOld = text !== wanted || (built !== null && own !== built);
  return isOld ? [amber({ kind: 'doctor-launcher-old', path }, { remedy })] : [];
}

async function hashOf(file: string): Promise<string | null> {
  return readFile(file).then(sha256, () => null);
}

function rewrite({ manifests, launchers }: DoctorContext): Remedy {
  const path = shownPath(manifests, dirname(manifests.launcherPath));
  return {
    id: 'write-launcher',
    does: { kind: 'doctor-writes-launcher', path },
    act: async () => {
      await writeLaunchers(launchers);
    },
  };
}
