// The code by which a browser is paired over a WebSocket: the hub's port and a secret that is good for one use, as a person types them.

/** No two of these signs look alike. There are 32 of them, so that a byte gives one without a bias. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupSigns = 4;

/** Random bytes of a secret: each gives 5 bits. */
export const pairingSecretBytes = groups * groupSigns;

export interface PairingCode {
  readonly port: number;
  /** Twelve signs, which are 60 bits; never sent. */
  readonly secret: string;
}

/** One sign for each byte. */
export function pairingSecret(random: Iterable<number>): string {
  return Array.from(random, byte => signs[byte % signs.length]).join('');
}

/** `37123-K4QF-7XPM-2ABC`. */
export function formatPairingCode({ port, secret }: PairingCode): string {
  const parts = Array.from({ length: groups }, (_, at) => secret.slice(at * groupSigns, (at + 1) * groupSigns));
  return [port, ...parts].join('-');
}

/** Small letters, spaces and other dashes are taken; null for what is no code. */
export function parsePairingCode(text: string): PairingCode | null {
  const plain = text.trim().toUpperCase();
  const [, digits = '', rest = ''] = /^(\d{1,5})[\s\-–—:]+([A-Z2-9\s\-–—]+)$/.exec(plain) ?? [];
  const secret = rest.replaceAll(/[\s\-–—]/g, '');
  const port = Number(digits);
  if (port < 1 || port > 65_535 || secret.length !== pairingSecretBytes) return null;
  return Array.from(secret).every(sign => signs.includes(sign)) ? { port, secret } : null;
}
