// Connects a program, takes it out again, puts a version back: the credential, the copy, the write and the record, in this order.
import { dirname } from 'node:path';
import { tokenVariable } from '../../../contract/agent-configs.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { hubError } from '../../../words/hub-error.ts';
import { tokenOf } from '../clients/client-registry.ts';
import { credentialName } from './agent-targets.ts';
import { failedTo, hashOf, newFileMode, writeConfigFile } from './config-file.ts';
import {
  changesFile,
  entryFor,
  expectFile,
  hashAfter,
  holdsEntry,
  holdsToken,
  narrowsMode,
  planConnect,
  planDisconnect,
  wayOf,
} from './config-plan.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigBackups } from './backups.ts';
import type { ConfigFile } from './config-file.ts';
import type { Look } from './config-looks.ts';
import type { ConnectWay, ConnectWish, FilePlan } from './config-plan.ts';
import type { ConfigRecord, ConfigRecords } from './config-records.ts';
import type { AgentMachine } from './places.ts';

export interface ConfigChangesOptions {
  readonly machine: AgentMachine;
  readonly mark: string;
  readonly launcher: string;
  readonly url: () => string | null;
  readonly clients: Pick<ClientRegistry, 'get' | 'create' | 'revoke' | 'freeId'>;
  readonly clientSecret: (clientId: string) => Promise<string | null>;
  readonly clientRevoked: (clientId: string) => Promise<void>;
  readonly backups: ConfigBackups;
  readonly records: ConfigRecords;
  readonly now: () => number;
  readonly look: (target: AgentTarget) => Promise<Look>;
}

/** `undefined` compares nothing; null says that there was no file. */
type SeenHash = string | null | undefined;
type Start = 'ask' | 'own-tabs' | 'read-only';

interface Done {
  readonly undo: number | null;
  readonly token: string | null;
  readonly isNewClient: boolean;
}

interface RestorePlan extends FilePlan {
  readonly start: Start | null;
}

export interface ShownPlan extends FilePlan {
  readonly notes: readonly Reason[];
}

export class ConfigChanges {
  readonly #options: ConfigChangesOptions;
  /** Ids that a preview has shown, which the credentials get when they are made. */
  readonly #promised = new Map<string, string>();

  constructor(options: ConfigChangesOptions) {
    this.#options = options;
  }

  /** What connecting would write, with a token in which no digit is the real one. */
  async planOfConnect(target: AgentTarget, wish: ConnectWish): Promise<ShownPlan> {
    const look = await this.#options.look(target);
    const file = await expectFile(look, this.#options.machine);
    const way = wayOf(look, wish, this.#options.url(), this.#options.records.get(target.id));
    const clientId = this.#clientOf(look) ?? this.#promisedFor(target);
    const plan = holdsToken(look, way, this.#options.records.get(target.id))
      ? { file, after: file.kind === 'file' ? file.bytes : null, tablesMade: 0, mode: newFileMode }
      : await this.#planWith(look, file, way, { clientId, token: tokenOf(clientId, '0'.repeat(64)) });
    return { ...plan, notes: this.#notesOf(way, file) };
  }

  async planOfDisconnect(target: AgentTarget): Promise<FilePlan> {
    const { machine, records } = this.#options;
    const file = await expectFile(await this.#options.look(target), machine);
    const record = records.get(target.id);
    return planDisconnect(target, file, record, { machine, kept: await this.#undoOf(record) });
  }

  async planOfRestore(target: AgentTarget, version: number | undefined): Promise<RestorePlan> {
    const { backups, machine } = this.#options;
    const { app } = target;
    const file = await expectFile(await this.#options.look(target), machine);
    const wanted = version ?? (await backups.versions(app.id, file.path))[0]?.version ?? null;
    const kept = wanted === null ? null : await backups.read(app.id, file.path, wanted);
    if (!kept)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-config-version', agent: app.title, version: wanted });
    return { file, after: kept.bytes, tablesMade: 0, mode: kept.mode ?? newFileMode, start: kept.start };
  }

  /** Makes the credential where there is none. When the file cannot be written it is revoked again. */
  async connect(target: AgentTarget, wish: ConnectWish & { start: Start }, seen: SeenHash): Promise<Done> {
    const { clients, records, machine, url, now } = this.#options;
    const look = await this.#options.look(target);
    const file = await expectFile(look, machine);
    this.#expectSame(file, seen);
    const before = records.get(target.id);
    const way = wayOf(look, wish, url(), before);
    const known = this.#clientOf(look);
    const clientId = known ?? this.#promisedFor(target);
    // Whatever is wrong with the file is said before a credential is made for it.
    await this.#planWith(look, file, way, { clientId, token: tokenOf(clientId, '0'.repeat(64)) });
    const made = known === null ? await clients.create(credentialName(target), wish.start, clientId) : null;
    this.#promised.delete(target.id);
    try {
      const token = made?.token ?? (await this.#tokenOf(clientId));
      const plan = await this.#planWith(look, file, way, { clientId, token });
      const undo = await this.#write(target, plan, { kind: 'kept-before-connect' });
      const hash = hashOf(file) ?? '';
      await records.put({
        ...{ id: target.id, agent: target.app.id, project: target.project, path: file.path, clientId, ...way },
        writtenAt: undo === null ? (before?.writtenAt ?? now()) : now(),
        hash: undo === null ? (before?.hash ?? hash) : hashAfter(plan),
        undo: undo ?? before?.undo ?? null,
        tablesMade: plan.tablesMade,
        ...{ gone: null, emptied: null },
      });
      // Shown where nobody has it yet: it is new, or stood in the file until now.
      const isNews = made !== null || before?.byVariable === false;
      return { undo, token: way.byVariable && isNews ? token : null, isNewClient: false };
    } catch (error) {
      if (made) await this.#revoke(clientId, null);
      throw error;
    }
  }

  async disconnect(target: AgentTarget, seen: SeenHash): Promise<Done> {
    const { records } = this.#options;
    const clientId = await this.revokedBy(target);
    const plan = await this.planOfDisconnect(target);
    this.#expectSame(plan.file, seen);
    const undo = await this.#write(target, plan, { kind: 'kept-before-disconnect' });
    await records.remove(target.id);
    if (clientId !== null) await this.#revoke(clientId, target);
    return { undo, token: null, isNewClient: false };
  }

  /** The credential that disconnecting takes away, unless another row comes by it; null where there is none. */
  async revokedBy(target: AgentTarget): Promise<string | null> {
    return this.#clientOf(await this.#options.look(target));
  }

  async restore(target: AgentTarget, version: number | undefined, seen: SeenHash): Promise<Done> {
    const { records, clients, now } = this.#options;
    const before = await this.#options.look(target);
    const plan = await this.planOfRestore(target, version);
    this.#expectSame(plan.file, seen);
    const clientBefore = this.#clientOf(before);
    const undo = await this.#write(target, plan, { kind: 'kept-before-restore' });
    const record = records.get(target.id);
    if (!(await holdsEntry(target, plan.after))) {
      await records.remove(target.id);
      if (clientBefore !== null) await this.#revoke(clientBefore, target);
      return { undo, token: null, isNewClient: false };
    }
    const look = await this.#options.look(target);
    const clientId = lostClient(look);
    // A program's entry holds no secret, so its credential can be made again under the same id.
    const isNew = clientId !== null && !clients.get(clientId);
    if (isNew) await clients.create(credentialName(target), plan.start ?? 'ask', clientId);
    const entry = (await this.#options.look(target)).entry;
    if (entry?.kind === 'right')
      await records.put({
        ...{ id: target.id, agent: target.app.id, project: target.project, path: plan.file.path },
        ...{ how: entry.how, clientId: entry.clientId, byVariable: record?.byVariable ?? false },
        ...{
          writtenAt: now(),
          hash: hashAfter(plan),
          undo,
          tablesMade: record?.tablesMade ?? 0,
          gone: null,
          emptied: null,
        },
      });
    return { undo, token: null, isNewClient: isNew };
  }

  async #planWith(
    look: Look,
    file: ConfigFile,
    way: ConnectWay,
    client: { readonly clientId: string; readonly token: string },
  ): Promise<FilePlan> {
    const { launcher, url, machine, records } = this.#options;
    const { target } = look;
    const entry = target.config && entryFor(target.config, way, { launcher, url: url(), ...client });
    if (!entry) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-http-closed' });
    const tablesMade = records.get(target.id)?.tablesMade ?? 0;
    const plan = await planConnect(target, file, entry, { machine, tablesMade });
    // Whoever reads a token can connect by it: other accounts shall not.
    return way.how === 'http' && !way.byVariable ? { ...plan, mode: newFileMode } : plan;
  }

  /** Keeps what is there, then writes. Null where the content stays as it is: then no more than the mode is narrowed. */
  async #write(target: AgentTarget, plan: FilePlan, why: Reason): Promise<number | null> {
    const { machine } = this.#options;
    const undo = changesFile(plan) ? await this.#keep(target, plan, why) : null;
    if (undo !== null || narrowsMode(plan, machine)) await this.#put(target, plan);
    return undo;
  }

  async #keep(target: AgentTarget, plan: FilePlan, why: Reason): Promise<number> {
    const { backups, machine } = this.#options;
    const { app } = target;
    const clientId = this.#clientOf(await this.#options.look(target));
    const start = clientId === null ? null : (this.#options.clients.get(clientId)?.start ?? null);
    return backups.keep(app.id, plan.file, why, start).catch(async (error: unknown) => {
      throw await failedTo('write', await backups.nextPath(app.id, plan.file.path), machine, error);
    });
  }

  async #put(target: AgentTarget, plan: FilePlan): Promise<void> {
    const { records, machine, mark } = this.#options;
    const folder = dirname(plan.file.target);
    await records.writing(folder);
    await writeConfigFile(plan.file, plan.after, { machine, mark, isShared: target.project !== null, mode: plan.mode });
    await records.written(folder);
  }

  async #undoOf(record: ConfigRecord | null): Promise<{ readonly bytes: Buffer | null } | null> {
    if (!record || record.undo === null) return null;
    return this.#options.backups.read(record.agent, record.path, record.undo).catch(() => null);
  }

  #expectSame(file: ConfigFile, seen: SeenHash): void {
    if (seen === undefined || seen === hashOf(file)) return;
    const shown = shownPath(this.#options.machine, file.path);
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'config-changed', file: shown });
  }

  /** The credential of this row that lives. */
  #clientOf({ entry, target }: Look): string | null {
    const { clients, records } = this.#options;
    const ids = [entry?.clientId, records.get(target.id)?.clientId];
    return ids.find(id => typeof id === 'string' && clients.get(id)?.verified === true) ?? null;
  }

  #promisedFor(target: AgentTarget): string {
    const id = this.#promised.get(target.id) ?? this.#options.clients.freeId(credentialName(target));
    this.#promised.set(target.id, id);
    return id;
  }

  async #tokenOf(clientId: string): Promise<string> {
    const secret = await this.#options.clientSecret(clientId);
    if (secret === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-client', client: clientId });
    return tokenOf(clientId, secret);
  }

  /** Unless another row comes by the same credential. */
  async #revoke(clientId: string, target: AgentTarget | null): Promise<void> {
    const { clients, clientRevoked, records } = this.#options;
    if (records.all().some(record => record.clientId === clientId && record.id !== target?.id)) return;
    if (clients.get(clientId)?.verified !== true) return;
    await clients.revoke(clientId);
    await clientRevoked(clientId);
  }

  #notesOf(way: ConnectWay, file: ConfigFile): Reason[] {
    if (way.how === 'stdio') return [];
    if (way.byVariable) return [{ kind: 'token-by-variable', variable: tokenVariable }];
    return [{ kind: 'token-in-file', file: shownPath(this.#options.machine, file.path) }];
  }
}

/** The credential that an entry names and that is no more. */
function lostClient({ entry }: Look): string | null {
  if (entry?.kind !== 'outdated' || entry.how !== 'stdio' || entry.why.kind !== 'entry-without-client') return null;
  return entry.clientId !== null && /^[a-z0-9-]{1,40}$/.test(entry.clientId) ? entry.clientId : null;
}
