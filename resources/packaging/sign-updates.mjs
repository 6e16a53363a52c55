// Signs what an update feed lists, with a key that only the builder has; each app carries the public half and takes nothing else.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Reads an Ed25519 key in PEM (`openssl genpkey -algorithm ed25519`). Throws a sentence for any other, and for one that others can read. */
export function readSigningKey(file) {
  const { mode } = fs.statSync(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(
      `The update key ${file} can be read by others; run "chmod 600" on it, and make another one if it was.`,
    );
  const key = createPrivateKey(fs.readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(
      `The update key ${file} is of the kind ${key.asymmetricKeyType}; make one with "openssl genpkey -algorithm ed25519".`,
    );
  return key;
}

/** What is baked into the app: the public half as DER in base64. */
export function publicHalf(key) {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Writes a signature beside each list of files that electron-builder has left in `folder`; answers their names. */
export function signUpdates(folder, key) {
  const lists = fs.readdirSync(folder).filter(name => /^latest[\w-]*\.yml$/.test(name));
  for (const name of lists) {
    const signature = sign(null, fs.readFileSync(path.join(folder, name)), key);
    fs.writeFileSync(path.join(folder, `${name}.sig`), `${signature.toString('base64')}\n`);
  }
  return lists;
}
