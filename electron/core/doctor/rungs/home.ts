// Rung 1: the data home belongs to this account, is closed to others, can be written to, and holds what the hub needs.
import { lstat, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../../../contract/reason.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { hubKeyIn } from '../../../../native-host/relay/home-files.ts';
import { checkDatabase } from '../../store/check-database.ts';
import { amber, green, judge, red, untried } from '../finding.ts';
import { modeFindings } from '../modes.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { DoctorContext } from '../context.ts';
import type { Finding, RungResult } from '../finding.ts';

const probeBytes = 4_096;
const fewMb = 100;
const bytesOfMb = 1024 * 1024;

export async function checkHome(context: DoctorContext): Promise<RungResult> {
  const { home } = context;
  const path = shownPath(context.manifests, home);
  const byProgram: Finding[] = context.hub ? [] : [green({ kind: 'doctor-by-program' })];
  const found = await lstat(home).catch((error: unknown) => codeOf(error));
  if (found === 'ENOENT')
    return untried([{ kind: 'doctor-home-none', path }, { kind: 'doctor-by-program' }], {
      kind: 'doctor-hand-start-hub',
    });
  if (typeof found === 'string') return judge([red(notWritten(path, found)), ...byProgram]);
  if (!found.isDirectory())
    return judge([red({ kind: 'doctor-home-no-folder', path }, { byHand: moveAway(path) }), ...byProgram]);
  const { uid } = context.manifests;
  if (uid !== undefined && found.uid !== uid)
    return judge([
      red({ kind: 'doctor-home-of-user', path, owner: found.uid }, { byHand: { kind: 'doctor-hand-other-home' } }),
      ...byProgram,
    ]);
  const octal = (found.mode & 0o777).toString(8).padStart(4, '0');
  return judge([
    ...(await checkModes(context)),
    await checkWriting(context, path, octal),
    ...(await checkKey(context)),
    ...(await checkStore(context)),
    ...byProgram,
  ]);
}

function moveAway(path: string): Reason {
  return { kind: 'doctor-hand-move-away', path };
}

function notWritten(path: string, code: string): Reason {
  if (code === 'ENOSPC' || code === 'EDQUOT') return { kind: 'doctor-home-full', path, code };
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return { kind: 'doctor-home-read-only', path, code };
  return { kind: 'doctor-home-not-written', path, why: { kind: 'foreign', text: code } };
}

async function checkWriting(context: DoctorContext, path: string, octal: string): Promise<Finding> {
  const file = join(context.home, `.doctor-${context.randomBytes(6).toString('hex')}.tmp`);
  try {
    const freeMb = await freeMbOf(context.home);
    await writeAndRead(context, file);
    if (freeMb < fewMb)
      return amber({ kind: 'doctor-home-nearly-full', path, freeMb }, { byHand: { kind: 'doctor-hand-free-space' } });
    return green({ kind: 'doctor-home-writes', path, octal, freeMb, bytes: probeBytes });
  } catch (error) {
    const evidence = notWritten(path, codeOf(error) || String(error));
    const isFull = evidence.kind === 'doctor-home-full';
    return red(evidence, { byHand: { kind: isFull ? 'doctor-hand-free-space' : 'doctor-hand-other-home' } });
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

async function freeMbOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / bytesOfMb);
}

async function writeAndRead({ files, randomBytes }: DoctorContext, file: string): Promise<void> {
  const bytes = randomBytes(probeBytes);
  const handle = await files.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (!(await readFile(file)).equals(bytes)) throw Object.assign(new Error('EIO'), { code: 'EIO' });
}

/** What others may look into although it is private. */
async function checkModes(context: DoctorContext): Promise<Finding[]> {
  const { home } = context;
  const secrets = join(home, 'secrets');
  const clients = join(secrets, 'clients');
  const credentials = await readdir(clients).catch(() => []);
  return modeFindings(
    context,
    [
      { path: home, wanted: 0o700 },
      { path: secrets, wanted: 0o700 },
      { path: clients, wanted: 0o700 },
      { path: join(secrets, 'hub.key'), wanted: 0o600 },
      { path: join(home, 'pilothouse.db'), wanted: 0o600 },
      ...credentials.map(name => ({ path: join(clients, name), wanted: 0o600 })),
    ],
    'doctor-home-mode',
  );
}

async function checkKey(context: DoctorContext): Promise<Finding[]> {
  const file = join(context.home, 'secrets', 'hub.key');
  const path = shownPath(context.manifests, file);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    return '';
  });
  if (text !== null) {
    if (hubKeyIn(text)) return [];
    return [red({ kind: 'doctor-key-broken', path }, { byHand: moveAway(path) })];
  }
  // A hub makes it when it starts; while none has ever run there is none to miss.
  const hasRun = await stat(join(context.home, 'pilothouse.db')).then(
    () => true,
    () => false,
  );
  return hasRun ? [red({ kind: 'doctor-key-none', path }, { byHand: { kind: 'doctor-hand-restart-hub' } })] : [];
}

/** A running hub has it open, and says itself what is wrong with it. */
async function checkStore(context: DoctorContext): Promise<Finding[]> {
  if (context.hub) return [];
  try {
    await checkDatabase(join(context.home, 'pilothouse.db'));
    return [];
  } catch (error) {
    const evidence = reasonOf(error);
    const byHand: Reason =
      evidence.kind === 'database-newer'
        ? { kind: 'doctor-hand-newer' }
        : moveAway(shownPath(context.manifests, join(context.home, 'pilothouse.db')));
    return [red(evidence, { byHand })];
  }
}
