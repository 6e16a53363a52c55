// What the processes of a place were started with, as an account that lists them reads it. Linux only.
import fs from 'node:fs';

export interface StartedWith {
  readonly pid: number;
  /** The arguments, joined by spaces. */
  readonly command: string;
  /** The environment, one variable a line. */
  readonly environment: string;
}

/** Every process whose HOME is `folder`, which passes to each child. */
export function processesBelow(folder: string): StartedWith[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => ({ pid: Number(pid), command: read(pid, 'cmdline', ' '), environment: read(pid, 'environ', '\n') }))
    .filter(({ environment }) => environment.split('\n').includes(`HOME=${folder}`));
}

function read(pid: string, file: 'cmdline' | 'environ', between: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', between);
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
