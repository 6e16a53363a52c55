// What the module has open beside its pipes: folders and regular files, by the numbers that it knows them by.
import { closeSync } from 'node:fs';
import { WasiError } from './errno.ts';
import type { PinnedFolder } from './pinned-folder.ts';

export interface OpenFolder {
  readonly kind: 'folder';
  readonly pin: PinnedFolder;
  /** The name under which the module was given it; null for one that it opened itself. */
  readonly as: string | null;
  /** What was in it when the module began to list it. */
  listing: readonly ListedEntry[] | null;
}

export interface ListedEntry {
  readonly name: string;
  readonly filetype: number;
}

export interface OpenFile {
  readonly kind: 'file';
  /** Another one after its flags were changed. */
  fd: number;
  /** Kept here, because Node has no lseek. */
  position: number;
  readonly access: FileAccess;
  /** WASI's `fdflags`. */
  flags: number;
}

export interface FileAccess {
  readonly read: boolean;
  readonly write: boolean;
}

export type Descriptor = OpenFolder | OpenFile;

/** 0, 1 and 2 are the pipes, which are Node's. */
export const firstNumber = 3;

export class Descriptors {
  readonly #open = new Map<number, Descriptor>();

  has(number: number): boolean {
    return this.#open.has(number);
  }

  /** Gives it the lowest number that is free. */
  add(descriptor: Descriptor): number {
    let number = firstNumber;
    while (this.#open.has(number)) number++;
    this.#open.set(number, descriptor);
    return number;
  }

  /** Throws EBADF. */
  get(number: number): Descriptor {
    const found = this.#open.get(number);
    if (!found) throw new WasiError('EBADF');
    return found;
  }

  /** Throws EBADF, and EISDIR for a folder. */
  file(number: number): OpenFile {
    const found = this.get(number);
    if (found.kind !== 'file') throw new WasiError('EISDIR');
    return found;
  }

  /** Throws EBADF, and ENOTDIR for a file. */
  folder(number: number): OpenFolder {
    const found = this.get(number);
    if (found.kind !== 'folder') throw new WasiError('ENOTDIR');
    return found;
  }

  close(number: number): void {
    closeSync(fdOf(this.get(number)));
    this.#open.delete(number);
  }

  /** Closes all that were opened with this number or a higher one. */
  closeFrom(first: number): void {
    for (const number of [...this.#open.keys()]) if (number >= first) this.close(number);
  }

  /** What `from` was is `to` now; what `to` was is closed. Throws EBADF when one of both is not open. */
  renumber(from: number, to: number): void {
    const moved = this.get(from);
    this.get(to);
    if (from === to) return;
    this.close(to);
    this.#open.delete(from);
    this.#open.set(to, moved);
  }
}

/** Its number on this machine. */
export function fdOf(descriptor: Descriptor): number {
  return descriptor.kind === 'file' ? descriptor.fd : descriptor.pin.fd;
}
