// One message of D-Bus and its bytes (D-Bus specification 0.43 "Message Format").
import { DbusReader, encodeValues, Variant } from './dbus-values.ts';
import type { DbusValue } from './dbus-values.ts';

const kinds = ['call', 'return', 'error', 'signal'] as const;

/** The names of the header's fields are those of the specification. */
export interface DbusMessage {
  readonly kind: (typeof kinds)[number];
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly replySerial?: number;
  readonly destination?: string;
  readonly sender?: string;
  readonly signature?: string;
  readonly body: readonly DbusValue[];
}

const fields = {
  path: [1, 'o'],
  interface: [2, 's'],
  member: [3, 's'],
  errorName: [4, 's'],
  replySerial: [5, 'u'],
  destination: [6, 's'],
  sender: [7, 's'],
  signature: [8, 'g'],
} as const;
type Field = keyof typeof fields;
const names = Object.keys(fields) as Field[];

const fixedBytes = 16;
/** The specification allows 128 MiB; nothing that is listened for comes near this. */
const maxBytes = 1_048_576;

/** The first message in `bytes` and how long it is; null while it is not whole. Throws for what is none. */
export function decodeMessage(bytes: Buffer): { readonly message: DbusMessage; readonly length: number } | null {
  if (bytes.length < fixedBytes) return null;
  const little = bytes[0] === 0x6c;
  if (!little && bytes[0] !== 0x42) throw new Error('What came is no message of D-Bus.');
  const head = new DbusReader(bytes, little);
  const [, kind, , , bodyLength, serial] = head.all('yyyyuu') as number[];
  const fieldsLength = little ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12);
  const bodyAt = Math.ceil((fixedBytes + fieldsLength) / 8) * 8;
  const length = bodyAt + (bodyLength ?? 0);
  if (length > maxBytes) throw new Error(`A message of D-Bus has ${length} bytes; at most ${maxBytes} are read.`);
  if (bytes.length < length) return null;
  const whole = bytes.subarray(0, length);
  const known: Record<string, DbusValue> = {};
  for (const [code, value] of (head.all('a(yv)')[0] ?? []) as [number, DbusValue][]) {
    const name = names.find(each => fields[each][0] === code);
    if (name !== undefined) known[name] = value;
  }
  const { signature = '' } = known;
  const body = new DbusReader(whole, little, bodyAt).all(String(signature));
  return { message: { ...known, kind: kinds[(kind ?? 0) - 1] ?? 'error', serial: serial ?? 0, body }, length };
}

export function encodeMessage(message: DbusMessage): Buffer {
  const body = message.signature === undefined ? Buffer.alloc(0) : encodeValues(message.signature, message.body);
  const header = names.flatMap(name => {
    const value = message[name];
    return value === undefined ? [] : [[fields[name][0], new Variant(fields[name][1], value)]];
  });
  const kind = kinds.indexOf(message.kind) + 1;
  const head = encodeValues('yyyyuua(yv)', [0x6c, kind, 0, 1, body.length, message.serial, header]);
  const padding = Buffer.alloc((8 - (head.length % 8)) % 8);
  return Buffer.concat([head, padding, body]);
}
