// The registry of agents' configurations: which programs are here, how each stands, and the one that writes their files.
import { join } from 'node:path';
import { sha256 } from '../../../native-host/manifests/content.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { targetOf } from './agent-targets.ts';
import { ConfigBackups } from './backups.ts';
import { ConfigChanges } from './config-changes.ts';
import { removeTemporaryFiles } from './config-file.ts';
import { ConfigGuard } from './config-guard.ts';
import { lookAt } from './config-looks.ts';
import { previewOf } from './config-preview.ts';
import { ConfigRecords } from './config-records.ts';
import { configRow } from './config-row.ts';
import { clientSnippets, targetSnippets } from './config-snippets.ts';
import { oldestOf } from './running-programs.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type {
  AgentConfig,
  ConfigChange,
  ConfigChanged,
  ConfigPreview,
  ConfigSnippets,
} from '../../../contract/schemas/agent-configs.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { AgentApp } from './agent-app.ts';
import type { AgentTarget, TargetName } from './agent-targets.ts';
import type { ConfigChangesOptions } from './config-changes.ts';
import type { Look } from './config-looks.ts';
import type { ConfigRecord } from './config-records.ts';
import type { RunningProgram } from './running-programs.ts';

type FromChanges = 'machine' | 'launcher' | 'url' | 'clientSecret' | 'clientRevoked' | 'now';

export interface AgentConfigsOptions extends Pick<ConfigChangesOptions, FromChanges> {
  readonly apps: readonly AgentApp[];
  readonly dataHome: string;
  readonly clients: Pick<ClientRegistry, 'get' | 'create' | 'revoke' | 'freeId' | 'expect' | 'verifyToken'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly state: StateWriter;
  readonly problems: { report(id: string, reason: Reason): void; solved(id: string): void };
  /** Whether an agent of this client is connected now. */
  readonly isConnected: (clientId: string) => boolean;
  readonly running: () => Promise<readonly RunningProgram[]>;
  readonly mask: (text: string) => string;
  readonly failed: (error: unknown) => void;
}

/** While a program has to be restarted, whether it was is looked at this often. */
const restartMs = 3_000;

export class AgentConfigs {
  readonly #options: AgentConfigsOptions;
  readonly #records: ConfigRecords;
  readonly #backups: ConfigBackups;
  readonly #changes: ConfigChanges;
  readonly #guard: ConfigGuard;
  readonly #mark: string;
  #rows = new Map<string, AgentConfig>();
  #working: Promise<unknown> = Promise.resolve();
  #restart: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: AgentConfigsOptions) {
    this.#options = options;
    const { dataHome, machine, now } = options;
    this.#mark = `pilothouse-${sha256(dataHome).slice(0, 8)}-`;
    this.#records = new ConfigRecords(options.settings);
    this.#backups = new ConfigBackups(join(dataHome, 'backups'), now);
    const common = {
      backups: this.#backups,
      records: this.#records,
      look: (target: AgentTarget) => this.#look(target),
    };
    this.#changes = new ConfigChanges({ ...options, ...common, mark: this.#mark });
    this.#guard = new ConfigGuard({
      ...common,
      problems: options.problems,
      now,
      shown: path => shownPath(machine, path),
      targetOf: record => this.#targetOf(record),
      seen: look => this.#seen([look]),
      failed: options.failed,
    });
  }

  /** Takes away what a crash has left, watches the files, and looks at everything once. Never rejects. */
  async start(): Promise<void> {
    const work = async () => {
      await this.#records.load();
      await this.#removeTemporaryFiles();
      this.#guard.follow();
      await this.list();
    };
    this.#working = work().catch(this.#options.failed);
    await this.#working;
  }

  stop(): void {
    this.#stopped = true;
    this.#guard.stop();
    if (this.#restart) clearTimeout(this.#restart);
  }

  /** Looks at every program and file, once the start has. */
  async all(): Promise<AgentConfig[]> {
    await this.#working;
    return this.list();
  }

  async list(): Promise<AgentConfig[]> {
    const looks = await Promise.all(this.#targets().map(target => this.#look(target)));
    await this.#seen(looks);
    const known = new Set(looks.map(({ target }) => target.id));
    for (const id of this.#rows.keys()) if (!known.has(id)) this.#forget(id);
    return [...this.#rows.values()];
  }

  async preview(change: ConfigChange): Promise<ConfigPreview> {
    const target = targetOf(this.#options.apps, change);
    const plan = await this.#planOf(target, change);
    this.#guard.show(target, plan.file.path);
    const running = oldestOf(target.app.processes, await this.#options.running());
    const { machine, mask } = this.#options;
    return previewOf(target, plan, { machine, mask, running, backups: this.#backups, notes: plan.notes ?? [] });
  }

  connect(
    name: TargetName,
    wish: Parameters<ConfigChanges['connect']>[1],
    seen?: string | null,
  ): Promise<ConfigChanged> {
    return this.#change(name, target => this.#changes.connect(target, wish, seen));
  }

  disconnect(name: TargetName, seen?: string | null): Promise<ConfigChanged> {
    return this.#change(name, target => this.#changes.disconnect(target, seen));
  }

  /** The client that disconnecting would revoke. Rejects as a change does for what no agent or project is named by. */
  async revokedBy(name: TargetName): Promise<string | null> {
    const target = targetOf(this.#options.apps, name);
    await this.#working;
    return this.#changes.revokedBy(target);
  }

  restore(name: TargetName, version?: number, seen?: string | null): Promise<ConfigChanged> {
    return this.#change(name, target => this.#changes.restore(target, version, seen));
  }

  async snippets(asked: TargetName | { readonly clientId: string }): Promise<ConfigSnippets> {
    const { launcher, clients, url } = this.#options;
    const facts = { launcher, url: url() };
    if ('clientId' in asked) return clientSnippets({ ...facts, client: clients.expect(asked.clientId) });
    const target = targetOf(this.#options.apps, asked);
    const look = await this.#look(target);
    const clientId = look.entry?.clientId ?? this.#records.get(target.id)?.clientId ?? null;
    const client = clientId === null ? null : clients.get(clientId);
    return targetSnippets(target, look, { ...facts, client });
  }

  /** As people read it, for the question about a change. */
  async described(name: TargetName): Promise<{ title: string; project: string | null; file: string }> {
    const target = targetOf(this.#options.apps, name);
    const { path } = await this.#look(target);
    const file = path === null ? '' : shownPath(this.#options.machine, path);
    return { title: target.app.title, project: target.project, file };
  }

  async #planOf(target: AgentTarget, change: ConfigChange) {
    switch (change.change) {
      case 'connect':
        return this.#changes.planOfConnect(target, change);
      case 'disconnect':
        return { ...(await this.#changes.planOfDisconnect(target)), notes: null };
      case 'restore':
        return { ...(await this.#changes.planOfRestore(target, change.version)), notes: null };
    }
  }

  /** One at a time. */
  async #change(
    name: TargetName,
    make: (target: AgentTarget) => Promise<Omit<ConfigChanged, 'row'>>,
  ): Promise<ConfigChanged> {
    const target = targetOf(this.#options.apps, name);
    const work = this.#working.then(async () => {
      const done = await make(target);
      const look = await this.#look(target);
      this.#guard.follow();
      await this.#guard.settled(look);
      await this.#seen([look]);
      return { ...done, row: await this.#rowOf(look, await this.#options.running()) };
    });
    this.#working = work.catch(() => {});
    return work;
  }

  #targets(): AgentTarget[] {
    const users = this.#options.apps.map(({ id }) => targetOf(this.#options.apps, { agent: id }));
    const projects = this.#records.all().filter(({ project }) => project !== null);
    return [...users, ...projects.flatMap(record => this.#targetOf(record) ?? [])];
  }

  /** Null for a program that this version does not know. */
  #targetOf({ agent, project }: ConfigRecord): AgentTarget | null {
    const app = this.#options.apps.find(({ id }) => id === agent);
    if (!app || (project !== null && !app.project)) return null;
    return targetOf(this.#options.apps, { agent, project: project ?? undefined });
  }

  #look(target: AgentTarget): Promise<Look> {
    const { machine, launcher, url, clients, now } = this.#options;
    const facts = {
      launcher,
      url: url(),
      isClient: (id: string) => clients.get(id)?.verified === true,
      clientOfToken: (token: string) => clients.verifyToken(token)?.id ?? null,
    };
    return lookAt(target, this.#records.get(target.id), { machine, facts, now });
  }

  async #seen(looks: readonly Look[]): Promise<void> {
    const running = looks.length === 0 ? [] : await this.#options.running();
    for (const look of looks) {
      if (this.#stopped) return;
      const current = (await this.#guard.judge(look)) ? await this.#look(look.target) : look;
      const row = await this.#rowOf(current, running);
      // A project that is no longer connected has no row.
      if (look.target.project !== null && !this.#records.get(row.id)) this.#forget(row.id);
      else this.#show(row);
      this.#guard.report(current);
    }
    this.#watchRestarts();
  }

  async #rowOf(look: Look, running: readonly RunningProgram[]): Promise<AgentConfig> {
    const { machine, isConnected } = this.#options;
    const record = this.#records.get(look.target.id);
    const versions = look.path === null ? 0 : await this.#backups.count(look.target.app.id, look.path);
    return configRow(look, { machine, record, running, isConnected, versions });
  }

  #show(row: AgentConfig): void {
    if (JSON.stringify(this.#rows.get(row.id)) === JSON.stringify(row)) return;
    this.#rows.set(row.id, row);
    this.#options.state.set('agentConfigs', row.id, row);
  }

  #forget(id: string): void {
    if (this.#rows.delete(id)) this.#options.state.remove('agentConfigs', id);
  }

  #watchRestarts(): void {
    if (this.#restart || this.#stopped) return;
    const waiting = [...this.#rows.values()].filter(({ restart }) => restart !== null);
    if (waiting.length === 0) return;
    const again = async () => {
      this.#restart = null;
      const targets = this.#targets().filter(({ id }) => waiting.some(row => row.id === id));
      await this.#seen(await Promise.all(targets.map(target => this.#look(target))));
    };
    this.#restart = setTimeout(() => void again().catch(this.#options.failed), restartMs).unref();
  }

  async #removeTemporaryFiles(): Promise<void> {
    await this.#backups.removeTemporaryFiles();
    for (const folder of this.#records.unfinished) {
      await removeTemporaryFiles(folder, this.#mark);
      await this.#records.written(folder);
    }
  }
}
