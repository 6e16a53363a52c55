// Puts together what the hub sends in chunks, because a browser takes frames of at most 1 MiB from it. Bounded in bytes and time.
import { maxCompanionMessageBytes } from '../../contract/companion.ts';
import { ToolError } from './tool-error.ts';

export type Taken =
  | { readonly kind: 'more' }
  | { readonly kind: 'whole'; readonly message: unknown }
  | { readonly kind: 'refused'; readonly error: ToolError };

interface Assembly {
  readonly bytes: Uint8Array;
  readonly count: number;
  next: number;
  filled: number;
  silence: ReturnType<typeof setTimeout> | undefined;
}

const maxSilenceMs = 30_000;
const more: Taken = { kind: 'more' };

export class ChunkAssembler {
  readonly #assemblies = new Map<unknown, Assembly>();

  /** Bytes that are held for messages that are not whole yet. */
  get heldBytes(): number {
    return [...this.#assemblies.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** Takes the `chunk` of a CompanionChunk. A message whose pieces do not follow one another is refused once and dropped. */
  take({ id, index, count, bytes, data }: Record<string, unknown>): Taken {
    if (index === 0) {
      const problem = this.#begin(id, count, bytes);
      if (problem) return { kind: 'refused', error: new ToolError('ERR_TOO_LARGE', problem) };
    }
    const assembly = this.#assemblies.get(id);
    // The rest of what was refused or given up.
    if (!assembly) return more;
    const piece = typeof data === 'string' ? decode(data) : null;
    if (!piece || index !== assembly.next || assembly.filled + piece.length > assembly.bytes.length)
      return this.#refuse(id, 'The pieces of a message did not follow one another; call again.');
    assembly.bytes.set(piece, assembly.filled);
    assembly.filled += piece.length;
    assembly.next += 1;
    this.#watch(id, assembly);
    return assembly.next === assembly.count ? this.#finish(id, assembly) : more;
  }

  /** Frees what there is of a message; nothing when there is none. */
  abandon(id: unknown): void {
    clearTimeout(this.#assemblies.get(id)?.silence);
    this.#assemblies.delete(id);
  }

  clear(): void {
    for (const id of [...this.#assemblies.keys()]) this.abandon(id);
  }

  #begin(id: unknown, count: unknown, bytes: unknown): string | null {
    this.abandon(id);
    if (!isCount(count) || !isCount(bytes))
      return 'A message in pieces says neither how many nor how large; call again.';
    if (this.heldBytes + bytes > maxCompanionMessageBytes)
      return `The message has ${bytes} bytes, and the extension holds at most ${maxCompanionMessageBytes}; send less.`;
    const assembly = { bytes: new Uint8Array(bytes), count, next: 0, filled: 0, silence: undefined };
    this.#assemblies.set(id, assembly);
    return null;
  }

  #watch(id: unknown, assembly: Assembly): void {
    clearTimeout(assembly.silence);
    assembly.silence = setTimeout(() => this.abandon(id), maxSilenceMs);
  }

  #finish(id: unknown, { bytes, filled }: Assembly): Taken {
    if (filled < bytes.length) return this.#refuse(id, 'A message in pieces ended before it was whole; call again.');
    this.abandon(id);
    try {
      return { kind: 'whole', message: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
    } catch {
      return this.#refuse(id, 'A message in pieces is no JSON; call again.');
    }
  }

  #refuse(id: unknown, sentence: string): Taken {
    this.abandon(id);
    return { kind: 'refused', error: new ToolError('ERR_INVALID_ARGUMENTS', sentence) };
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function decode(base64: string): Uint8Array | null {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
