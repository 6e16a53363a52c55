// A whole Pilothouse whose hub tells what it holds.
import { openStage, type Stage } from '../../support/stage.ts';
import { debuggable } from './live-memory.ts';

/** The hub alone gets the option: a relay's output carries frames only. */
export async function openDebuggableStage(): Promise<Stage> {
  const before = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = debuggable;
  try {
    return await openStage();
  } finally {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  }
}
