// Keeps what only the desktop app knows, in one file of the data home. A broken file is as good as none.
import fs from 'node:fs';
import path from 'node:path';
import { type DesktopFile, DesktopFileSchema } from '../../contract/schemas/desktop.ts';

export class DesktopFileStore {
  readonly #file: string;
  #content: DesktopFile;

  /** `folder` exists. */
  constructor(folder: string) {
    this.#file = path.join(folder, 'desktop.json');
    this.#content = DesktopFileSchema.parse(readJson(this.#file));
  }

  get content(): DesktopFile {
    return this.#content;
  }

  /** Throws what the file system throws. */
  change(change: Partial<DesktopFile>): void {
    this.#content = { ...this.#content, ...change };
    const next = `${this.#file}.${process.pid}`;
    fs.writeFileSync(next, `${JSON.stringify(this.#content, null, 2)}\n`, { mode: 0o600 });
    fs.renameSync(next, this.#file);
  }
}

function readJson(file: string): object {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
