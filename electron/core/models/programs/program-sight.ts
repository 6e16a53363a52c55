// What is seen of programs as they are now: their files by hash, what reads them, and whether this system has walls for them.
import { FileHashes } from './model-file.ts';
import { findEngine } from './program-command.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ProgramRecord } from '../../../../contract/schemas/model-records.ts';
import type { SandboxSupport } from '../../servers/sandbox/sandbox-support.ts';
import type { FileHash } from './model-file.ts';
import type { SeenProgram } from './program-approval.ts';

export interface ProgramSightOptions {
  readonly os: NodeJS.Platform;
  env(): Readonly<Record<string, string | undefined>>;
  /** What walls are made of on this system. */
  readonly sandbox: Pick<SandboxSupport, 'check' | 'describe'>;
}

export class ProgramSight {
  readonly #options: ProgramSightOptions;
  /** As it is set up at the moment. Throws HubError for what is no program. */
  readonly #program: (id: string) => ProgramRecord;
  readonly #hashes = new FileHashes();
  readonly #engines = new Map<string, string | null>();

  constructor(options: ProgramSightOptions, program: (id: string) => ProgramRecord) {
    this.#options = options;
    this.#program = program;
  }

  /** Reads anew what has changed since it was read. Rejects with HubError: with ERR_CANCELLED once nobody waits for it. */
  async look(id: string, signal: AbortSignal): Promise<SeenProgram> {
    const { sha256 } = await this.#hashes.ofModel(this.#program(id).path, signal);
    const path = await this.lookForEngine(id);
    const engine = path === null ? null : { path, sha256: (await this.#hashes.of(path, signal)).sha256 };
    await this.#options.sandbox.check().catch(() => {});
    return { sha256, engine, noWalls: this.#noWalls() };
  }

  async lookForEngine(id: string): Promise<string | null> {
    const { env, os } = this.#options;
    const { format, engine } = this.#program(id);
    const found = format === 'gguf' ? await findEngine(engine, env(), os) : null;
    this.#engines.set(id, found);
    return found;
  }

  /** Where it was seen; null where there was none, or nobody has looked. */
  engine(id: string): string | null {
    return this.#engines.get(id) ?? null;
  }

  /** As it was read last; null where it was not. */
  hash(path: string | null): FileHash | null {
    return path === null ? null : this.#hashes.known(path);
  }

  /** Why it would run without walls; null where it would not. */
  unwalled({ walls }: Pick<ProgramRecord, 'walls'>): Reason | null {
    return this.#noWalls() ?? (walls === false ? { kind: 'model-walls-off' } : null);
  }

  forget(id: string): void {
    this.#engines.delete(id);
  }

  #noWalls(): Reason | null {
    const { available, reason } = this.#options.sandbox.describe();
    return available ? null : reason;
  }
}
