// Puts our own files and folders in the place of those of Node's WASI, which follows links out of a folder; all else stays Node's.
import { descriptorCalls } from './descriptor-calls.ts';
import { Descriptors, firstNumber } from './descriptors.ts';
import { answering, WasiError } from './errno.ts';
import { openGranted } from './granted-folder.ts';
import { GuestMemory } from './guest-memory.ts';
import { pathCalls } from './path-calls.ts';
import { pollFiles } from './poll.ts';
import type { WasmToRun } from '../../../contract/own-runtimes.ts';

export interface FolderLayer {
  /** What the module imports as `wasi_snapshot_preview1`. */
  readonly imports: WebAssembly.ModuleImports;
  /** Before the module starts. */
  readonly memory: GuestMemory;
  /** Closes what the module has opened and left. */
  closeOpened(): void;
}

type Ours = (...args: never[]) => void;
type Theirs = (...args: number[]) => number;

/** `pipes` are the functions of a WASI of Node that was given no folder: its descriptors are 0, 1 and 2. Ends this process when a folder cannot be had. */
export function folderLayer(
  pipes: WebAssembly.ModuleImports,
  folders: WasmToRun['folders'],
  now: () => number,
): FolderLayer {
  const open = new Descriptors();
  const memory = new GuestMemory();
  for (const { path, as } of folders) open.add({ kind: 'folder', pin: openGranted(path), as, listing: null });
  const own = { open, memory, now };
  const imports = { ...pipes };
  const onPaths: Record<string, Ours> = pathCalls(own);
  const onDescriptors: Record<string, Ours> = descriptorCalls(own);
  for (const [name, call] of Object.entries(onPaths)) imports[name] = answering(call);
  for (const [name, call] of Object.entries(onDescriptors)) {
    const ours = answering(call);
    const theirs = pipes[name] as Theirs;
    imports[name] = (...args: [never, ...never[]]) => (open.has(args[0]) ? ours : theirs)(...args);
  }
  imports.fd_renumber = (from: number, to: number) => {
    if (!open.has(from) && !open.has(to)) return (pipes.fd_renumber as Theirs)(from, to);
    return answering(() => {
      if (from < 3 || to < 3) throw new WasiError('ENOTSUP');
      open.renumber(from, to);
    })();
  };
  imports.poll_oneoff = (...args: [number, number, number, number]) => {
    let isDone = false;
    const error = answering(() => {
      isDone = pollFiles(memory, open, args);
    })();
    return error !== 0 || isDone ? error : (pipes.poll_oneoff as Theirs)(...args);
  };
  return { imports, memory, closeOpened: () => open.closeFrom(firstNumber + folders.length) };
}
