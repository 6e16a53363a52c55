// The switch that writes the trace to disk: off when the hub starts, seen by every panel while it is on, and never off or on in silence.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';
import { keptBytes, removeKeptTrace } from './kept-files.ts';
import { makePrivate } from './private-folder.ts';
import { isRecordingName, recordingLimits } from './recording-files.ts';
import type { Recordings } from '../../../../contract/schemas/trace-tools.ts';
import type { Problems } from '../../state/problems.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { TraceLog } from '../trace-log.ts';
import type { RecorderState } from '../trace-messages.ts';

export interface TraceRecordingOptions {
  /** In the data home, absolute. */
  readonly folder: string;
  /** Where the newest part is kept, recorded or not. */
  readonly keptFolder: string;
  readonly version: string;
  readonly trace: Pick<TraceLog, 'query'>;
  readonly state: Pick<StatePublisher, 'hub' | 'setHub'>;
  readonly problems: Problems;
  now(): number;
}

const lookMs = 1_000;
const problemId = 'recording';

export class TraceRecording {
  readonly #options: TraceRecordingOptions;
  #timer: NodeJS.Timeout | null = null;
  #since = 0;

  constructor(options: TraceRecordingOptions) {
    this.#options = options;
  }

  /** Rejects with HubError when nothing can be written there. */
  async set(on: boolean): Promise<void> {
    if (on === (this.#timer !== null)) return;
    if (on) await this.#start();
    else await this.stop();
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    if (!this.#timer) return;
    this.#ended();
    await this.#ask(null);
  }

  async list(): Promise<Recordings> {
    const { folder, keptFolder } = this.#options;
    const names = (await readdir(folder).catch(() => [])).filter(isRecordingName).toSorted();
    const found = await Promise.all(names.map(async name => ({ name, ...(await stateOf(join(folder, name))) })));
    await this.#options.trace.query('flush-kept', {}).catch(() => {});
    const kept = { folder: keptFolder, bytes: await keptBytes(keptFolder) };
    return { folder, files: found, maxBytes: recordingLimits.allBytes, kept };
  }

  /** Keeps the newest recording while it is being written; what is kept for the next run of the hub goes too. */
  async forget(): Promise<void> {
    const { files, folder } = await this.list();
    const ended = this.#timer ? files.slice(0, -1) : files;
    for (const { name } of ended) await rm(join(folder, name), { force: true });
    // Its thread writes there, if it runs.
    await this.#options.trace.query('forget-kept', {}).catch(() => removeKeptTrace(this.#options.keptFolder));
  }

  async #start(): Promise<void> {
    const { folder, problems, now } = this.#options;
    await makePrivate(folder);
    const state = await this.#ask(folder);
    if (!state.on) throw hubError('ERR_INTERNAL', { kind: 'not-recorded', folder, why: state.failure });
    problems.solved(problemId);
    this.#since = now();
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
    this.#show(state);
  }

  async #look(): Promise<void> {
    const state = await this.#options.trace.query('recorder', {}).catch(() => null);
    if (!this.#timer) return;
    if (state?.on) return this.#show(state);
    this.#ended();
    this.#options.problems.report(problemId, { kind: 'recording-ended', why: state?.failure ?? null });
  }

  #ask(folder: string | null): Promise<RecorderState> {
    const { trace, version, now } = this.#options;
    return trace.query('record', { folder, about: { version, at: now() } });
  }

  #show({ entries, bytes }: RecorderState): void {
    const { folder, state } = this.#options;
    const next = { since: this.#since, entries, bytes, folder };
    const { recording } = state.hub;
    if (recording?.bytes !== bytes || recording.since !== next.since) state.setHub({ recording: next });
  }

  #ended(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#options.state.setHub({ recording: null });
  }
}

async function stateOf(file: string): Promise<{ bytes: number; changedAt: number }> {
  const found = await lstat(file).catch(() => null);
  return { bytes: found?.size ?? 0, changedAt: Math.round(found?.mtimeMs ?? 0) };
}
