// What a second process costs here whatever it does: a bare Node program that passes bytes on, and behind it one that sends them back.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const hop = `
import { connect } from 'node:net';
const socket = connect(process.argv[2]);
process.stdin.on('data', chunk => socket.write(chunk));
process.stdin.on('end', () => socket.end());
socket.on('data', chunk => process.stdout.write(chunk));`;

const end = `
import { createServer } from 'node:net';
createServer(socket => socket.on('data', chunk => socket.write(chunk))).listen(process.argv[2], () => console.log('up'));`;

export interface BareHop {
  /** The program for a browser to start, and its arguments. */
  readonly command: readonly string[];
  close(): Promise<void>;
}

/** Its files lie in `folder`, whose path is short enough for a socket's. */
export async function startBareHop(folder: string): Promise<BareHop> {
  const [hopScript, endScript, socket] = [join(folder, 'hop.mjs'), join(folder, 'end.mjs'), join(folder, 'end.sock')];
  await writeFile(hopScript, hop);
  await writeFile(endScript, end);
  const child: ChildProcess = spawn(process.execPath, [endScript, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout) await once(child.stdout, 'data');
  return {
    command: [process.execPath, hopScript, socket],
    close: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
