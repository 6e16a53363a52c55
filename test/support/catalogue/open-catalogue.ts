// The catalogue with its real process in a folder of its own, without a hub around it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CatalogueProcess } from '../../../electron/core/catalogue/catalogue-process.ts';
import { ServerCatalogue } from '../../../electron/core/catalogue/server-catalogue.ts';
import { startSide } from '../../../electron/core/catalogue/start-side.ts';
import { until } from '../panel-client.ts';
import { repositoryRoot } from '../provided.ts';
import type { CatalogueSource } from '../../../contract/schemas/catalogue.ts';
import type { CatalogueJudge } from '../../../electron/core/permissions/policy/catalogue-judge.ts';

export interface OpenedCatalogue {
  readonly catalogue: ServerCatalogue;
  readonly process: CatalogueProcess;
  readonly folder: string;
  source(id: string): CatalogueSource;
  /** Resolves with the source once its refresh has ended, well or not. */
  refreshed(id: string): Promise<CatalogueSource>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  readonly judge?: CatalogueJudge;
  readonly idleMs?: number;
  /** In place of the built program. */
  readonly file?: string;
  /** Of one that was stopped before; it is then the caller's to remove. */
  readonly folder?: string;
  readonly settings?: Map<string, unknown>;
}

/** `dist/catalogue/` is to be built before. */
export async function openCatalogue(options: OpenOptions = {}): Promise<OpenedCatalogue> {
  const { judge, idleMs, settings = new Map<string, unknown>() } = options;
  const folder = options.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-catalogue-'));
  const shown = new Map<string, CatalogueSource>();
  const side = new CatalogueProcess({
    folder,
    file: options.file ?? path.join(repositoryRoot, 'dist/catalogue/main.js'),
    env: process.env,
    start: given => startSide(process.execPath, given),
    onAnew: reason => catalogue.emptied(reason),
    ...(idleMs !== undefined && { idleMs }),
  });
  const catalogue: ServerCatalogue = new ServerCatalogue({
    process: side,
    state: {
      set: (_, id, value) => void shown.set(id, value as CatalogueSource),
      remove: (_, id) => void shown.delete(id),
    },
    settings: {
      get: async (key, schema) => (settings.has(key) ? schema.parse(settings.get(key)) : null),
      set: async (key, value) => void settings.set(key, structuredClone(value)),
    },
    now: () => Date.now(),
    randomBytes: size => Buffer.alloc(size, shown.size + 1),
    policy: { judge: judge ?? (() => null), sources: () => [] },
    failed: reason => {
      throw new Error(JSON.stringify(reason));
    },
  });
  await catalogue.load();
  const source = (id: string) => {
    const found = shown.get(id);
    if (!found) throw new Error(`There is no source ${id}.`);
    return found;
  };
  return {
    ...{ catalogue, process: side, folder, source },
    refreshed: async id => {
      catalogue.refresh([id]);
      await until(() => source(id).state.kind !== 'refreshing', 'the refresh has ended', 600_000);
      return source(id);
    },
    stop: async () => {
      await catalogue.stop();
      if (options.folder === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
