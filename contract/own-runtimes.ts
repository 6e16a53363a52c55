// What our own runtimes are told about the server that they run. Types only: the hub wrote it, and its schemas have checked it.
import type { ScriptConfig, WasmConfig } from './schemas/servers.ts';

/** The variable that holds it as JSON: secrets never stand on a command line. */
export const ownRuntimeVariable = 'PILOTHOUSE_RUNTIME';

export type ScriptToRun = Pick<ScriptConfig, 'file' | 'env' | 'hosts'>;
export type WasmToRun = Pick<WasmConfig, 'file' | 'args' | 'env' | 'folders' | 'perRequest'>;
