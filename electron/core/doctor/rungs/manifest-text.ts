// What is wrong with the text of a manifest, and in which of its lines. Pure.
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isRecord } from '../../../../contract/json.ts';
import { faultOf } from '../../json/check-json.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FaultLine } from '../../../../contract/schemas/doctor.ts';
import type { BrowserFamily } from '../../../../native-host/manifests/locations/location.ts';

export interface ManifestAsk {
  /** As it is shown. */
  readonly path: string;
  readonly name: string;
  readonly family: BrowserFamily;
  /** Of our companion. */
  readonly extensionId: string;
}

export interface TextFault {
  readonly why: Reason;
  readonly lines: readonly FaultLine[];
}

export type ReadManifest =
  | { readonly kind: 'fault'; readonly fault: TextFault }
  | {
      readonly kind: 'read';
      readonly program: string;
      readonly lineOf: (member: string, why: Reason | null) => FaultLine[];
    };

const maxLineChars = 200;
const origin = /^chrome-extension:\/\/[a-p]{32}\/$/;

/** As a browser reads it: strictly, in UTF-8 without a mark, and with one bad entry refused as a whole. */
export function readManifest(bytes: Buffer, ask: ManifestAsk): ReadManifest {
  const { path } = ask;
  const encoding = encodingFault(bytes, path);
  if (encoding) return { kind: 'fault', fault: { why: encoding, lines: [] } };
  const text = bytes.toString('utf8');
  const broken = faultOf(text, { lenient: false, mayName: () => true });
  const value: unknown = broken ? undefined : JSON.parse(text);
  if (!isRecord(value)) return { kind: 'fault', fault: noJson(path, text, broken?.offset ?? 0) };
  const tree = parseTree(text);
  const lineOf = (member: string, why: Reason | null): FaultLine[] => {
    const offset = tree && findNodeAtLocation(tree, [member])?.offset;
    return offset === undefined ? [] : [faultLine(path, text, offset, why)];
  };
  const fault = memberFault(value, ask);
  if (fault) return { kind: 'fault', fault: { why: fault.why, lines: lineOf(fault.member, fault.why) } };
  return { kind: 'read', program: String(value['path']), lineOf };
}

function encodingFault(bytes: Buffer, path: string): Reason | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return { kind: 'doctor-manifest-bom', path };
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || bytes.subarray(0, 64).includes(0) ? { kind: 'doctor-manifest-utf16', path } : null;
}

function noJson(path: string, text: string, offset: number): TextFault {
  const before = text.slice(0, offset).split('\n');
  const why: Reason = {
    kind: 'doctor-manifest-no-json',
    path,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  };
  return { why, lines: [faultLine(path, text, offset, why)] };
}

function faultLine(path: string, text: string, offset: number, fault: Reason | null): FaultLine {
  const line = text.slice(0, offset).split('\n').length;
  return { path, line, text: (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').slice(0, maxLineChars), fault };
}

interface MemberFault {
  readonly member: string;
  readonly why: Reason;
}

function memberFault(manifest: Record<string, unknown>, ask: ManifestAsk): MemberFault | null {
  const { path, name } = ask;
  const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 200);
  if (manifest['name'] !== name)
    return {
      member: 'name',
      why: { kind: 'doctor-manifest-name', path, name: shown(manifest['name']), wanted: name },
    };
  if (manifest['type'] !== 'stdio')
    return { member: 'type', why: { kind: 'doctor-manifest-type', path, type: shown(manifest['type']) } };
  const program = manifest['path'];
  if (typeof program !== 'string' || !isAbsolutePath(program))
    return { member: 'path', why: { kind: 'doctor-manifest-relative', path, program: shown(program) } };
  return allowFault(manifest, ask);
}

function allowFault(manifest: Record<string, unknown>, { path, family, extensionId }: ManifestAsk): MemberFault | null {
  const member = family === 'chromium' ? 'allowed_origins' : 'allowed_extensions';
  const list: readonly unknown[] = Array.isArray(manifest[member]) ? manifest[member] : [];
  const bad = list.find(entry => typeof entry !== 'string' || (family === 'chromium' && !origin.test(entry)));
  if (bad !== undefined) return { member, why: { kind: 'doctor-manifest-bad-origin', path, origin: String(bad) } };
  const wanted = family === 'chromium' ? `chrome-extension://${extensionId}/` : extensionId;
  if (list.includes(wanted)) return null;
  return { member, why: { kind: 'doctor-manifest-no-origin', path, id: extensionId } };
}

function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
