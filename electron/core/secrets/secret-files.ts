// The files that secrets are kept in: sealed by the operating system's keychain, or readable by their owner alone.
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { reasonOf } from '../../../contract/reason.ts';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SecretKeeper } from '../../../contract/schemas/secrets.ts';
import type { Opened, Vault } from '../platform/platform.ts';

const ContentSchema = z.object({
  version: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  /** What each remote server's sign-in brought: its client and its tokens. */
  signIns: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type SecretContent = Omit<z.infer<typeof ContentSchema>, 'version'>;

export interface SecretFiles {
  readonly content: SecretContent;
  readonly keeper: SecretKeeper;
  /** Replaces all of it, as a whole. Null when nothing can be kept, because what is there could not be read. */
  readonly write: ((content: SecretContent) => Promise<void>) | null;
}

const plainName = 'credentials.json';
const sealedName = 'credentials.enc';
const nothing: SecretContent = { secrets: {}, signIns: {} };

/** Reads what is kept below `folder`, which is private. Never rejects: what cannot be read is told and left as it is. */
export async function openSecretFiles(folder: string, vault: Vault | null): Promise<SecretFiles> {
  const plain = join(folder, plainName);
  const sealed = join(folder, sealedName);
  await removeDrafts(folder);
  try {
    const kept = await readText(plain);
    const content = kept === null ? nothing : parsed(kept, plain);
    if (vault && vault.weakness === null) return await sealedFiles(plain, sealed, vault, content);
    const isLocked = (await readText(sealed)) !== null;
    const write = (next: SecretContent) => writePrivateFile(plain, textOf(next));
    return { content, keeper: plainKeeper(plain, vault, isLocked ? sealed : null), write };
  } catch (error) {
    const keeper = { kind: vault ? 'keychain' : 'file', reason: reasonOf(error), warns: true } as const;
    return { content: nothing, keeper, write: null };
  }
}

/** Those that lie in the file of their owner. Rejects where it cannot be read. */
export async function readPlainSecrets(folder: string): Promise<SecretContent> {
  const file = join(folder, plainName);
  const kept = await readText(file);
  return kept === null ? nothing : parsed(kept, file);
}

/** What a hub without the keychain has kept moves under the keychain. */
async function sealedFiles(plain: string, sealed: string, vault: Vault, moving: SecretContent): Promise<SecretFiles> {
  const closed = await readText(sealed);
  const opened = closed === null ? null : await unsealed(vault, closed, sealed);
  const kept = opened === null ? nothing : parsed(opened.text, sealed);
  const content = merged(kept, moving);
  const write = async (next: SecretContent) => {
    const bytes = await vault.seal(textOf(next));
    await writePrivateFile(sealed, bytes.toString('base64'));
  };
  const isMoving = (await readText(plain)) !== null;
  if (isMoving) await write(content);
  // A seal of the old key still opens today, so that a keychain which does not seal at this moment is no reason to fail.
  else if (opened?.isStale) await write(content).catch(() => {});
  if (isMoving) await rm(plain);
  return {
    content,
    keeper: { kind: 'keychain', reason: { kind: 'secrets-in-keychain', backend: vault.backend }, warns: false },
    write,
  };
}

function plainKeeper(plain: string, vault: Vault | null, locked: string | null): SecretKeeper {
  const reasons: Reason[] = [
    ...(vault?.weakness ? [vault.weakness] : []),
    { kind: 'secrets-in-file', file: plain },
    ...(locked === null ? [] : [{ kind: 'secrets-locked', file: locked } as const]),
  ];
  return { kind: 'file', reason: { kind: 'several', reasons }, warns: locked !== null || vault !== null };
}

async function unsealed(vault: Vault, base64: string, file: string): Promise<Opened> {
  try {
    return await vault.open(Buffer.from(base64, 'base64'));
  } catch {
    throw hubError('ERR_INTERNAL', { kind: 'keychain-does-not-open', file });
  }
}

function parsed(text: string, file: string): SecretContent {
  try {
    const { secrets, signIns } = ContentSchema.parse(JSON.parse(text));
    return { secrets, signIns };
  } catch {
    throw hubError('ERR_INTERNAL', { kind: 'secrets-unreadable', file });
  }
}

function merged(older: SecretContent, newer: SecretContent): SecretContent {
  return {
    secrets: { ...older.secrets, ...newer.secrets },
    signIns: { ...older.signIns, ...newer.signIns },
  };
}

function textOf(content: SecretContent): string {
  return `${JSON.stringify({ version: 1, ...content }, null, 2)}\n`;
}

/** Null where there is none. Rejects for what is no file of ours: a link would be followed to somebody else's. */
async function readText(file: string): Promise<string | null> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  if (!found.isFile()) throw hubError('ERR_INTERNAL', { kind: 'secrets-no-file', file });
  if (process.getuid && found.uid !== process.getuid())
    throw hubError('ERR_INTERNAL', { kind: 'secrets-of-other', file, uid: found.uid });
  if (process.getuid && (found.mode & 0o077) !== 0)
    throw hubError('ERR_INTERNAL', { kind: 'secrets-open-to-others', file });
  return readFile(file, 'utf8');
}

/** What a hub that was killed while it wrote has left. */
async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const drafts = names.filter(name => /^credentials\.(json|enc)\.[0-9a-f]{12}\.tmp$/.test(name));
  await Promise.all(drafts.map(name => rm(join(folder, name), { force: true })));
}
