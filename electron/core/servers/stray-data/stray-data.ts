// Data of servers that lies where it gets lost: said at the start, offered in the panel, copied into the server's own folder on a click.
import { constants } from 'node:fs';
import { access, chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { isReachable } from '../lifecycle/server-state.ts';
import { findData } from './find-data.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { StrayData } from '../../../../contract/schemas/server-config.ts';
import type { WorkFolders } from '../config/work-folders.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { DataPlaces, FoundData } from './find-data.ts';

export interface StrayDataOptions {
  readonly servers: Pick<ServerSupervisor, 'configs' | 'get' | 'stop' | 'start' | 'changes'>;
  readonly workFolders: Pick<WorkFolders, 'of' | 'prepare'>;
  readonly places: DataPlaces;
  readonly problems: { report(id: string, reason: Reason): void; solved(id: string): void };
}

export class StrayDataFinder {
  readonly #options: StrayDataOptions;

  constructor(options: StrayDataOptions) {
    this.#options = options;
  }

  /** Says in the panel of which servers there is some. Never rejects. */
  async lookAtAll(): Promise<void> {
    const { servers, problems } = this.#options;
    for (const { id, name } of servers.configs.all()) {
      const found = await this.of(id).catch(() => null);
      if (found === null) continue;
      problems.report(problemOf(id), { kind: 'stray-data', server: name, file: found.file });
    }
  }

  /** Null where there is none. Rejects with HubError for an id that is not known. */
  async of(id: string): Promise<StrayData | null> {
    const found = await this.#find(id);
    if (!found) return null;
    const { known, file, bytes, modifiedAt } = found;
    return { file, bytes, modifiedAt, to: this.#targetOf(id, found), variable: known.variable };
  }

  /**
   * Stops the server and copies what was found; the file stays where it is. Where a variable has to name it the server waits for
   * approval afterwards. Rejects with HubError when there is none, or a file of that name is there already.
   */
  async take(id: string, file: string): Promise<void> {
    const { servers, workFolders, problems } = this.#options;
    const found = await this.#find(id);
    if (found?.file !== file) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'stray-data-other', file });
    const state = servers.get(id)?.state;
    const wasWanted = state !== undefined && isReachable(state);
    await servers.stop(id);
    workFolders.prepare(id);
    const to = this.#targetOf(id, found);
    await copyNew(found.file, to);
    problems.solved(problemOf(id));
    const { variable } = found.known;
    const { config } = servers.configs.of(id);
    if (variable !== null && 'env' in config)
      return servers.changes.change(id, { config: { ...config, env: { ...config.env, [variable]: to } } });
    if (wasWanted) await servers.start(id);
  }

  async #find(id: string): Promise<FoundData | null> {
    const { servers, places } = this.#options;
    const found = await findData(servers.configs.of(id).config, places);
    // What was copied once is not offered again.
    return found && (await exists(this.#targetOf(id, found))) ? null : found;
  }

  #targetOf(id: string, { known }: FoundData): string {
    return join(this.#options.workFolders.of(id), known.files[0]);
  }
}

function problemOf(id: string): string {
  return `stray-data-${id}`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function copyNew(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await chmod(to, 0o600);
  } catch (error) {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'stray-data-not-copied', to, why: reasonOf(error) });
  }
}
