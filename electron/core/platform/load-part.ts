// Loading a part of the program when it is needed first.
import { hubError } from '../../../words/hub-error.ts';

const gone: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ENOENT']);

/** Rejects with HubError where its file is gone: another version was put in the place of the one that runs. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && gone.has(error.code);
    throw isGone ? hubError('ERR_INTERNAL', { kind: 'replaced-while-running' }) : error;
  }
}
