// Writing a file that only its owner reads, as a whole: a reader sees the old one or the new one, a planted link is replaced.
import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';

export interface PrivateFileSystem {
  readonly open: typeof open;
  readonly rename: typeof rename;
  readonly unlink: typeof unlink;
}

export const nodePrivateFiles: PrivateFileSystem = { open, rename, unlink };

/** Atomic (temporary file, fsync, rename) and 0600. Nothing is left behind when it fails. */
export async function writePrivateFile(
  file: string,
  content: string | Uint8Array,
  files = nodePrivateFiles,
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await files.open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await files.rename(draft, file);
  } catch (error) {
    await files.unlink(draft).catch(() => {});
    throw error;
  }
}
