// Which process listens on a TCP port of this machine, as far as the system lets us see.
import { readdir, readFile, readlink } from 'node:fs/promises';

/** `process 4121 (node)`, or `another process` where it cannot be told. Reads /proc, so it knows more on Linux only. */
export async function portHolder(port: number): Promise<string> {
  try {
    const inode = await listeningInode(port);
    const pid = inode && (await pidOfInode(inode));
    if (pid) return `process ${pid} (${(await readFile(`/proc/${pid}/comm`, 'utf8')).trim()})`;
  } catch {
    // No /proc, or not readable: the port is taken all the same.
  }
  return 'another process';
}

async function listeningInode(port: number): Promise<string | null> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = '0A';
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8')).split('\n').slice(1);
    const fields = lines
      .map(line => line.trim().split(/\s+/))
      .find(([, local, , state]) => local?.endsWith(wanted) && state === listening);
    if (fields?.[9]) return fields[9];
  }
  return null;
}

async function pidOfInode(inode: string): Promise<string | null> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  for (const pid of pids) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      if ((await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')) === `socket:[${inode}]`) return pid;
    }
  }
  return null;
}
