// Whether what is fetched finds room on the disk, and what is said where it does not.
import { statfs } from 'node:fs/promises';
import { isRecord } from '../../../../contract/json.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { Reason } from '../../../../contract/reasons.ts';

/** Bytes that are free for its user; null where the system does not tell. */
export type FreeBytes = (folder: string) => Promise<number | null>;

export const freeBytes: FreeBytes = async folder => {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
};

const mib = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/** Rejects with HubError where this much does not fit. */
export async function expectRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): Promise<void> {
  const left = await free(folder);
  if (left === null || bytes <= left) return;
  throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'install-disk-full', folder, needed: mib(bytes), free: mib(left) });
}

/** What a system says where a folder of ours takes nothing. */
const notWritable: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

/** Why it has failed; where the disk was full, with how much of it is free. */
export async function failureOf(error: unknown, folder: string, free: FreeBytes = freeBytes): Promise<Reason> {
  const reason = reasonOf(error);
  const { code, path }: Record<string, unknown> = isRecord(error) ? error : {};
  if (notWritable.has(code) && String(path).startsWith(folder))
    return { kind: 'install-not-writable', folder, code: String(code) };
  if (reason.kind === 'install-disk-full' || !(code === 'ENOSPC' || code === 'EDQUOT' || saysFull(reason)))
    return reason;
  return { kind: 'install-disk-full', folder, needed: null, free: mib((await free(folder)) ?? 0) };
}

/** Programs say it in the reason of their end. */
function saysFull(reason: Reason): boolean {
  const why = isRecord(reason) ? Reflect.get(reason, 'why') : undefined;
  if (
    reason.kind === 'disk-full' ||
    reason.kind === 'bundle-no-space' ||
    /\bENOSPC\b|no space left on device/i.test(JSON.stringify(reason))
  )
    return true;
  return isRecord(why) && why.kind === 'disk-full';
}
