// Reads the files that an allowed file_upload names: ordinary, visible ones, and not too large.
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { HubError } from '../../contract/errors.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

const maxFiles = 20;
/** As base64 and with what stands around it, it still fits into one message to the browser. */
const maxBytes = 45 * 1024 * 1024;

// biome-ignore format: a table reads better in rows
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv', '.gif': 'image/gif', '.htm': 'text/html', '.html': 'text/html', '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg', '.json': 'application/json', '.md': 'text/markdown', '.mp3': 'audio/mpeg', '.mp4': 'video/mp4',
  '.pdf': 'application/pdf', '.png': 'image/png', '.svg': 'image/svg+xml', '.txt': 'text/plain',
  '.webp': 'image/webp', '.xml': 'application/xml', '.zip': 'application/zip',
};

/** The arguments with `files` in the place of `paths`. Throws ERR_INVALID_ARGUMENTS and ERR_TOO_LARGE in a sentence that names the file. */
export async function readUploads({ paths, ...args }: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > maxFiles || !paths.every(isAbsolute))
    throw new HubError('ERR_INVALID_ARGUMENTS', `paths must be 1 to ${maxFiles} absolute paths of files.`);
  const files: UploadedFile[] = [];
  let left = maxBytes;
  for (const file of paths) {
    const bytes = await readVisible(file, left);
    left -= bytes.length;
    const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    files.push({ name: path.basename(file), type, data: bytes.toString('base64') });
  }
  return { ...args, files };
}

/** Hidden files hold keys and settings of programs, ours among them; a page is no place for those. */
async function readVisible(file: string, atMost: number): Promise<Buffer> {
  const real = await realpath(file).catch((error: unknown) => refuse(file, reasonOf(error)));
  if (real.split(path.sep).some(part => part.startsWith('.')))
    return refuse(file, 'it is hidden or lies in a hidden folder; copy it to a visible one');
  const handle = await open(real, 'r').catch((error: unknown) => refuse(file, reasonOf(error)));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return refuse(file, 'it is no file');
    if (stat.size > atMost)
      throw new HubError(
        'ERR_TOO_LARGE',
        `${file} has ${stat.size} bytes, and a call takes files of ${maxBytes} bytes together at most.`,
      );
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refuse(file: string, why: string): never {
  throw new HubError('ERR_INVALID_ARGUMENTS', `${file.slice(0, 300)} cannot be handed to a page: ${why}.`);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EACCES' ? 'it may not be read' : String(error);
}

function isAbsolute(value: unknown): value is string {
  return typeof value === 'string' && path.isAbsolute(value) && !value.includes('\0');
}
