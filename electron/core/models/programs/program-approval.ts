// What the user's approval of a program is bound to: its file, the program that reads that, and the walls around it. Pure.
// Libraries that a llama-server loads from beside itself are not looked at: it is bound by its own file and where that lies.

import type { Reason } from '../../../../contract/reasons.ts';
import type { ProgramRecord } from '../../../../contract/schemas/model-records.ts';
import type { ProgramChange } from '../../../../contract/schemas/models.ts';

/** A program as it was found just now. */
export interface SeenProgram {
  readonly sha256: string;
  /** What reads a GGUF file; null for a llamafile, and where there is none. */
  readonly engine: { readonly path: string; readonly sha256: string } | null;
  /** Why this system has no walls; null where it has. */
  readonly noWalls: Reason | null;
}

/** What is other than it was approved; null where nothing is. */
export function changeOf(
  { format, sha256, approvedEngine, walls }: ProgramRecord,
  seen: SeenProgram,
): ProgramChange | null {
  if (sha256 !== seen.sha256) return 'file';
  // Without one it does not start, whatever was approved.
  const { engine } = seen;
  const isSame = engine?.path === approvedEngine?.path && engine?.sha256 === approvedEngine?.sha256;
  if (format === 'gguf' && engine !== null && !isSame) return 'engine';
  return walls === true && seen.noWalls !== null ? 'walls' : null;
}

export function changeReason(change: ProgramChange, { path }: ProgramRecord, { engine, noWalls }: SeenProgram): Reason {
  if (change === 'walls' && noWalls !== null) return { kind: 'model-walls-gone', path, why: noWalls };
  if (change === 'engine' && engine !== null) return { kind: 'model-engine-changed', path: engine.path };
  return { kind: 'model-file-changed', path };
}

/** As `changeReason` tells it; null for what is no change. */
export function changeIn({ kind }: Reason): ProgramChange | null {
  if (kind === 'model-file-changed') return 'file';
  if (kind === 'model-engine-changed') return 'engine';
  return kind === 'model-walls-gone' ? 'walls' : null;
}
