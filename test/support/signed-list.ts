// A key as a team has one, and the lists that it signs.
import { generateKeyPairSync, sign } from 'node:crypto';

export interface ListSigner {
  /** As policy.json has it. */
  readonly key: string;
  /** PEM. */
  readonly privateKey: string;
  /** An envelope around a list with these members. */
  sign(members?: object): string;
}

export const farAway = '2099-01-01T00:00:00Z';

export function listSigner(): ListSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sign: members => {
      const list = { kind: 'pilothouse-catalogue-list', version: 1, expires: farAway, rules: [], ...members };
      const payload = Buffer.from(JSON.stringify(list));
      const signature = sign(null, payload, privateKey);
      return JSON.stringify({ payload: payload.toString('base64'), signature: signature.toString('base64') });
    },
  };
}
