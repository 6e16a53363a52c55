// Sets a hub up by a file, with the authority of whoever starts it and before any way in is open: what the file says holds, what it says no more ends.
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { beginFleet, setUpFleet } from './set-up-fleet.ts';
import { removeServers, setUpServers } from './set-up-servers.ts';
import { narrowTelemetry, setUpTelemetry } from './set-up-telemetry.ts';
import { removeUses, setUpUses } from './set-up-uses.ts';
import { saidAt } from './setup-fault.ts';
import { digestOf, readRecord, writeRecord } from './setup-record.ts';
import type { PanelServer } from '../panel/panel-server.ts';
import type { ReadSetup } from './read-setup.ts';
import type { FleetStart, SettingUp } from './setting-up.ts';

const shownHashChars = 12;

/** Rejects with HubError that names the file, the member and what to do; what was done until then stays, and is gone on with at the next start. */
export async function setUp(
  setup: ReadSetup,
  { home, randomBytes }: { readonly home: string; readonly randomBytes: (size: number) => Buffer },
  panel: PanelServer,
  fleet: FleetStart,
): Promise<void> {
  await fleet.restored;
  const record = await readRecord(home, randomBytes);
  const file = `${setup.file} (sha256 ${setup.hash.slice(0, shownHashChars)})`;
  const connection = panel.connect(() => {}, { kind: 'setup', file });
  const ask: SettingUp['ask'] = async (name, params) => {
    const reply = await connection.request(name, params);
    if (reply.ok) return reply.value as never;
    const { code, message, data, reason } = reply.error;
    throw reason ? hubError(code, reason) : new HubError(code, message, data);
  };
  const own: SettingUp = {
    ...{ setup, record, ask },
    state: () => ask('state:get', {}),
    digest: value => digestOf(record, value),
    keep: () => writeRecord(home, record),
  };
  try {
    await inOrder(own);
    await beginFleet(own, fleet);
  } finally {
    await own.keep();
    connection.close();
  }
}

/** First what ends, so that nothing is wider in between than before or after. The fleet is a way in too: it begins after all of it. */
async function inOrder(own: SettingUp): Promise<void> {
  await removeUses(own);
  await narrowTelemetry(own);
  await removeServers(own);
  await setSecrets(own);
  await setUpServers(own);
  await removeSecrets(own);
  await setUpTelemetry(own);
  await setUpFleet(own);
  await setUpUses(own);
}

/** One that was changed elsewhere meanwhile stays so until its file changes: its value cannot be read back. */
async function setSecrets({ setup, record, ask, digest }: SettingUp): Promise<void> {
  for (const [name, value] of setup.secrets) {
    const now = digest(value);
    if (record.secrets[name] === now) continue;
    await saidAt(setup.file, ['secrets', name], () => ask('secrets:set', { name, value }));
    record.secrets[name] = now;
  }
}

/** Once no server of the file names them. What another server here names too is left to it. */
async function removeSecrets({ setup, record, ask }: SettingUp): Promise<void> {
  const gone = Object.keys(record.secrets).filter(name => !setup.secrets.has(name));
  if (gone.length === 0) return;
  const { secrets } = await ask('secrets:list', {});
  for (const name of gone) {
    const isUsed = secrets.some(one => one.name === name && one.usedBy.length > 0);
    if (!isUsed) await saidAt(setup.file, ['secrets', name], () => ask('secrets:remove', { name }));
    delete record.secrets[name];
  }
}
