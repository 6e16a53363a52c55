// Reads the files that an allowed file_upload names, for an extension that cannot: ordinary, visible ones, and not too large.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { hubError } from '../../../words/hub-error.ts';
import { expectPaths, realUpload, refuseUnread, refuseUpload } from './upload-paths.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** As base64 and with what stands around it, it still fits into one message to the browser. */
const maxBytes = 45 * 1024 * 1024;

// biome-ignore format: a table reads better in rows
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv', '.gif': 'image/gif', '.htm': 'text/html', '.html': 'text/html', '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg', '.json': 'application/json', '.md': 'text/markdown', '.mp3': 'audio/mpeg', '.mp4': 'video/mp4',
  '.pdf': 'application/pdf', '.png': 'image/png', '.svg': 'image/svg+xml', '.txt': 'text/plain',
  '.webp': 'image/webp', '.xml': 'application/xml', '.zip': 'application/zip',
};

/** Nothing is waited for, as at a pipe, and no link is followed that was put there since it was looked at. Windows has neither flag. */
const asItIs = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * The arguments with `files` in the place of `paths`. Throws ERR_INVALID_ARGUMENTS and ERR_TOO_LARGE in a sentence that names the
 * file. Which folders are the hub's own the executor has looked at before.
 */
export async function readUploads({ paths, ...args }: Record<string, unknown>): Promise<Record<string, unknown>> {
  const files: UploadedFile[] = [];
  let left = maxBytes;
  for (const file of expectPaths(paths)) {
    const bytes = await readVisible(file, left);
    left -= bytes.length;
    const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    files.push({ name: path.basename(file), type, data: bytes.toString('base64') });
  }
  return { ...args, files };
}

async function readVisible(file: string, atMost: number): Promise<Buffer> {
  const real = await realUpload(file, { os: process.platform, ownFolders: [] });
  const handle = await open(real, asItIs).catch((error: unknown) => refuseUnread(file, error));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return refuseUpload(file, 'no-file');
    if (stat.size > atMost)
      throw hubError('ERR_TOO_LARGE', { kind: 'upload-too-large', file, bytes: stat.size, most: maxBytes });
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
