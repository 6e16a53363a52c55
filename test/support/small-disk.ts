// A real disk of so many bytes, which is full after that, for a program of a test: memory that is mounted in a name space of its own, without special rights.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface SmallDisk {
  /** The command with the disk before it. */
  onIt(command: readonly string[]): readonly string[];
  /** What is on it stays. */
  grow(bytes: number): void;
  /** What is on it goes as soon as no program uses it any more. */
  remove(): Promise<void>;
}

const nameSpace = ['--user', '--map-root-user', '--mount'];

/** Mounting in a name space of its own leaves no trace, so it can be tried. */
export function mayMount(): boolean {
  try {
    execFileSync('unshare', [...nameSpace, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Ends with its input, and so with the test. */
const holding = 'mkdir -p "$1" && mount -t tmpfs -o size="$2" none "$1" && echo mounted && exec cat';

/** At this path, for the programs that are started on it. */
export async function openSmallDisk(path: string, size: number): Promise<SmallDisk> {
  const holder = spawn('unshare', [...nameSpace, 'sh', '-c', holding, 'sh', path, String(size)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error(`No disk can be mounted at ${path}.`))),
  ]);
  const entering = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials'];
  return {
    onIt: command => [...entering, '--', ...command],
    grow: bytes => {
      const [program = '', ...args] = entering;
      execFileSync(program, [...args, '--', 'mount', '-o', `remount,size=${bytes}`, 'none', path]);
    },
    remove: async () => {
      if (holder.exitCode !== null || holder.signalCode !== null) return;
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    },
  };
}
