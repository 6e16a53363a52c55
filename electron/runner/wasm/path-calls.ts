// WASI's calls on paths: each on one entry of a folder that is held open, never over a link.
import {
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { WasiError } from './errno.ts';
import { setFilestat } from './filestat.ts';
import { newTimes } from './new-times.ts';
import { accessOf, openPlace } from './open-place.ts';
import { atPlace } from './walk-path.ts';
import type { Layer } from './descriptor-calls.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { Place } from './walk-path.ts';

/** A path of the module: the folder's number, where its text lies, and how long it is. */
type Path = readonly [fd: number, at: number, length: number];

/** WASI's `lookupflags`: whether a link at the end of a path is followed. */
const followsLink = 1;

/** How the calls come to what their paths name. */
function reach({ open, memory }: Layer) {
  const at = <T>([fd, text, length]: Path, look: number, act: (place: Place) => T): T =>
    atPlace(open.folder(fd).pin, memory.text(text, length), (look & followsLink) !== 0, act);
  /** For what makes, moves or removes an entry, which the folder itself is not. */
  const atEntry = (path: Path, look: number, act: (entry: string) => void): void =>
    at(path, look, ({ folder, name }) => {
      if (name === null) throw new WasiError('EINVAL');
      act(folder.entry(name));
    });
  return { at, atEntry };
}

type Reach = ReturnType<typeof reach>;

export function pathCalls(layer: Layer) {
  const { open, memory, now } = layer;
  const { at, atEntry } = reach(layer);
  return {
    path_open(
      ...[fd, look, text, length, how, rights, _inherited, flags, opened]: [
        ...Numbers<5>,
        bigint,
        bigint,
        ...Numbers<2>,
      ]
    ) {
      // Checked before, because what was opened could not be told otherwise.
      memory.view(opened, 4);
      const descriptor = at([fd, text, length], look, place => openPlace(place, how, accessOf(rights), flags));
      memory.setU32(opened, open.add(descriptor));
    },
    ...entryCalls(memory, atEntry),
    path_filestat_get(...[fd, look, text, length, to]: Numbers<5>) {
      const stat = at([fd, text, length], look, place => lstatSync(pathOf(place), { bigint: true }));
      setFilestat(memory, to, stat);
    },
    path_filestat_set_times(
      ...[fd, look, text, length, accessed, modified, which]: [...Numbers<4>, bigint, bigint, number]
    ) {
      at([fd, text, length], look, place => {
        const path = pathOf(place);
        lutimesSync(path, ...newTimes(lstatSync(path, { bigint: true }), { accessed, modified, which, now: now() }));
      });
    },
  };
}

/** What makes, moves, removes or reads entries of folders. */
function entryCalls(memory: GuestMemory, atEntry: Reach['atEntry']) {
  return {
    path_create_directory(...path: Numbers<3>) {
      atEntry(path, 0, entry => mkdirSync(entry));
    },
    path_remove_directory(...path: Numbers<3>) {
      atEntry(path, 0, entry => rmdirSync(entry));
    },
    path_unlink_file(...path: Numbers<3>) {
      atEntry(path, 0, entry => unlinkSync(entry));
    },
    path_rename(...[fd, text, length, ...to]: Numbers<6>) {
      atEntry([fd, text, length], 0, from => atEntry(to, 0, entry => renameSync(from, entry)));
    },
    /** link(2), which does not follow a link at the end of either path. */
    path_link(...[fd, look, text, length, ...to]: Numbers<7>) {
      atEntry([fd, text, length], look, from => atEntry(to, 0, entry => linkSync(from, entry)));
    },
    path_symlink(...[text, length, ...path]: Numbers<5>) {
      const target = memory.text(text, length);
      refuseLeading(target);
      atEntry(path, 0, entry => symlinkSync(target, entry));
    },
    path_readlink(...[fd, text, length, to, size, used]: Numbers<6>) {
      atEntry([fd, text, length], 0, entry => {
        const target = readlinkSync(entry, 'buffer').subarray(0, size >>> 0);
        memory.bytes(to, target.length).set(target);
        memory.setU32(used, target.length);
      });
    },
  };
}

/** Other programs follow what a module leaves behind: its links stay below the folder that they lie in, wherever that is moved. */
function refuseLeading(target: string): void {
  if (target === '') throw new WasiError('ENOENT');
  if (target.startsWith('/') || target.split('/').includes('..')) throw new WasiError('ENOTCAPABLE');
}

function pathOf({ folder, name }: Place): string {
  return name === null ? folder.self : folder.entry(name);
}

/** `Numbers<2>` is `[number, number]`. */
type Numbers<N extends number, T extends number[] = []> = T['length'] extends N ? T : Numbers<N, [...T, number]>;
