// Writes entries to files as they end, in the thread of the trace: private files of bounded size, the oldest of which go. Nothing waits in memory.
import fs from 'node:fs';
import path from 'node:path';
import { jsonlHead, jsonlLine } from '../export/write-jsonl.ts';
import { isRecordingName, recordingLimits, recordingName } from './recording-files.ts';
import type { TraceEntry, TracePayload } from '../../../../contract/schemas/trace.ts';
import type { ExportAbout, RecorderState } from '../trace-messages.ts';
import type { RecordingLimits } from './recording-files.ts';

/** A write costs a call of the system: lines are gathered to about so much first. */
const gatherChars = 64 * 1024;

export class Recorder {
  readonly #folder: string;
  readonly #about: ExportAbout;
  readonly #now: () => number;
  readonly #limits: RecordingLimits;
  #file: number | null = null;
  #fileBytes = 0;
  #waiting: string[] = [];
  #waitingChars = 0;
  #entries = 0;
  #bytes = 0;
  #failure: string | null = null;

  /** Begins a file at once, so that a folder that cannot be written is known at once: see `state`. */
  constructor(folder: string, about: ExportAbout, now: () => number, limits = recordingLimits) {
    this.#folder = folder;
    this.#about = about;
    this.#now = now;
    this.#limits = limits;
    this.#guard(() => this.#begin());
  }

  get state(): RecorderState {
    return {
      on: this.#file !== null,
      entries: this.#entries,
      bytes: this.#bytes,
      failure: this.#failure,
    };
  }

  /** Takes an entry that has ended. Never throws: trouble ends the recording, and `state` says why. */
  entry(entry: TraceEntry, payload: TracePayload): void {
    if (this.#file === null) return;
    const line = jsonlLine({ entry, payload });
    this.#entries += 1;
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#waitingChars >= gatherChars) this.flush();
  }

  flush(): void {
    if (this.#file === null || this.#waitingChars === 0) return;
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingChars = 0;
    this.#guard(() => {
      if (this.#fileBytes >= this.#limits.fileBytes) this.#begin();
      this.#write(text);
    });
  }

  stop(): void {
    this.flush();
    this.#close();
  }

  #begin(): void {
    this.#close();
    this.#makeRoom();
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;
    const name = recordingName(this.#now(), number => fs.existsSync(path.join(this.#folder, number)));
    // Exclusive: neither an older recording nor a planted link is written to.
    this.#file = fs.openSync(path.join(this.#folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    this.#fileBytes = 0;
    this.#write(jsonlHead(this.#about));
  }

  #write(text: string): void {
    if (this.#file === null) return;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#file, bytes, at);
    this.#fileBytes += bytes.length;
    this.#bytes += bytes.length;
  }

  /** One file more will come: the oldest go until all of them fit. Names rise with time. */
  #makeRoom(): void {
    const names = fs.readdirSync(this.#folder).filter(isRecordingName).toSorted();
    const sizes = names.map(name => fs.lstatSync(path.join(this.#folder, name)).size);
    let all = sizes.reduce((sum, size) => sum + size, 0);
    for (const [index, name] of names.entries()) {
      if (all + this.#limits.fileBytes <= this.#limits.allBytes) break;
      fs.rmSync(path.join(this.#folder, name), { force: true });
      all -= sizes[index] ?? 0;
    }
  }

  #close(): void {
    if (this.#file !== null) fs.closeSync(this.#file);
    this.#file = null;
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      try {
        this.#close();
      } catch {
        this.#file = null;
      }
    }
  }
}
