// What exactly is wrong with the manifest that decides, and in which of its lines. That it is wrong, `whoAnswers` has found.
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { recordIn } from '../../../../contract/json.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { hostOf } from '../../../../native-host/manifests/manifest-hosts.ts';
import { faultOf } from '../../json/check-json.ts';
import { octal } from '../modes.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ManifestClaim } from '../../../../contract/schemas/browsers.ts';
import type { FaultLine } from '../../../../contract/schemas/doctor.ts';
import type { DoctorContext } from '../context.ts';
import type { Profile } from '../profiles/profile.ts';

export interface ManifestFault {
  readonly why: Reason;
  readonly lines: readonly FaultLine[];
}

/** The file of the claim, as it is shown and as it was read. */
interface Found {
  readonly path: string;
  readonly text: string;
}

/** `members`: where in the file the fault stands, and what else of it is worth seeing. */
interface Where {
  readonly why: Reason;
  readonly members?: readonly string[];
}

/** Of a claim that another program has taken, or that is refused. */
export async function faultIn(context: DoctorContext, profile: Profile, claim: ManifestClaim): Promise<ManifestFault> {
  const { manifests } = context;
  const path = shownPath(manifests, claim.file ?? claim.place);
  const bytes = await readFile(claim.file ?? '').catch((error: unknown) => codeOf(error));
  if (typeof bytes === 'string') return { why: notRead(claim, path, bytes), lines: [] };
  const found = { path, text: bytes.toString('utf8') };
  const { reason } = claim.verdict;
  if (reason.kind === 'claim-no-manifest') return isUtf16(bytes) ? utf16(path) : noJson(found);
  if (reason.kind === 'claim-starts-with-bom') return { why: { kind: 'doctor-manifest-bom', path }, lines: [] };
  const allowed = profile.family === 'chromium' ? 'allowed_origins' : 'allowed_extensions';
  const { why, members = [] } =
    claim.verdict.kind === 'taken'
      ? { why: otherProgram(context, profile, claim), members: ['path', allowed] }
      : reason.kind === 'claim-field'
        ? { why: fieldFault(context, found, reason.field), members: [reason.field] }
        : await whereOf(context, { claim, path, allowed });
  return { why, lines: members.flatMap((member, at) => lineOf(found, member, at === 0 ? why : null)) };
}

/** What has to be moved away before a manifest can be written: a folder or another account's file in its place, a file in place of its folder. */
export async function inTheWay({ manifests }: DoctorContext, claim: ManifestClaim): Promise<string | null> {
  const { scope, place, verdict } = claim;
  if (scope !== 'user' || verdict.reason.kind !== 'claim-not-read') return null;
  const found = await stat(place).catch(codeOf);
  if (found === 'ENOTDIR') return fileAbove(place);
  return typeof found === 'string' || found.isDirectory() || found.uid !== manifests.uid ? place : null;
}

async function fileAbove(path: string): Promise<string> {
  const folder = dirname(path);
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : fileAbove(folder);
}

function notRead({ verdict: { reason } }: ManifestClaim, path: string, code: string): Reason {
  if (code === 'EISDIR') return { kind: 'doctor-manifest-is-folder', path };
  // A key that leads to no file, or a file that is gone since.
  if (['ENOENT', 'ENOTDIR', ''].includes(code)) return { kind: 'doctor-manifest-why', path, why: reason };
  return { kind: 'doctor-manifest-not-read', path, code };
}

async function whereOf(
  { manifests }: DoctorContext,
  { claim, path, allowed }: { claim: ManifestClaim; path: string; allowed: string },
): Promise<Where> {
  const { program: named, programState: state, verdict } = claim;
  const { reason } = verdict;
  const program = shownPath(manifests, named ?? '');
  const members = ['path', allowed];
  if (reason.kind === 'claim-not-for') {
    const id = manifests.extensionIds[allowed === 'allowed_origins' ? 'chromium' : 'firefox'];
    return { why: { kind: 'doctor-manifest-no-origin', path, id }, members: [allowed] };
  }
  switch (state.kind) {
    case 'missing':
      return { why: { kind: 'doctor-program-gone', path, program }, members };
    case 'not-executable': {
      const mode = await stat(named ?? '').then(({ mode }) => octal(mode & 0o777), codeOf);
      return { why: { kind: 'doctor-program-not-executable', program, octal: mode }, members };
    }
    case 'no-interpreter':
      return { why: { kind: 'doctor-program-interpreter', program, interpreter: state.interpreter }, members };
    default:
      return { why: { kind: 'doctor-manifest-why', path, why: reason } };
  }
}

function otherProgram({ manifests }: DoctorContext, { browser }: Profile, { program: named }: ManifestClaim): Reason {
  const program = shownPath(manifests, named ?? '');
  const folder = dirname(named ?? '');
  const isRelay = basename(folder) === 'launcher' && basename(program).replace(/\.cmd$/, '') === 'relay';
  if (isRelay) return { kind: 'doctor-manifest-other-home', program, home: shownPath(manifests, dirname(folder)) };
  return { kind: 'doctor-manifest-foreign-program', browser, program };
}

const maxFactChars = 200;
const origin = /^chrome-extension:\/\/[a-p]{32}\/$/;

function fieldFault({ manifests }: DoctorContext, { path, text }: Found, field: string): Reason {
  const value = recordIn(text)?.[field];
  const shown = (one: unknown) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')).slice(0, maxFactChars);
  switch (field) {
    case 'name':
      return { kind: 'doctor-manifest-name', path, name: shown(value), wanted: hostOf(manifests).name };
    case 'type':
      return { kind: 'doctor-manifest-type', path, type: shown(value) };
    case 'path':
      return { kind: 'doctor-manifest-relative', path, program: shown(value) };
    case 'allowed_origins':
    case 'allowed_extensions': {
      const list: readonly unknown[] = Array.isArray(value) ? value : [];
      const isBad = (one: unknown) => typeof one !== 'string' || (field === 'allowed_origins' && !origin.test(one));
      return { kind: 'doctor-manifest-bad-origin', path, origin: shown(list.find(isBad) ?? value) };
    }
    default:
      return { kind: 'doctor-manifest-why', path, why: { kind: 'claim-field', field } };
  }
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || bytes.subarray(0, 64).includes(0);
}

function utf16(path: string): ManifestFault {
  return { why: { kind: 'doctor-manifest-utf16', path }, lines: [] };
}

function noJson({ path, text }: Found): ManifestFault {
  const offset = faultOf(text, { lenient: false, mayName: () => true })?.offset ?? 0;
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const why: Reason = { kind: 'doctor-manifest-no-json', path, line: before.length, column };
  return { why, lines: [faultLine(path, text, offset, why)] };
}

function lineOf({ path, text }: Found, member: string, why: Reason | null): FaultLine[] {
  const tree = parseTree(text);
  const offset = tree && findNodeAtLocation(tree, [member])?.offset;
  return offset === undefined ? [] : [faultLine(path, text, offset, why)];
}

function faultLine(path: string, text: string, offset: number, fault: Reason | null): FaultLine {
  const line = text.slice(0, offset).split('\n').length;
  const shown = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').slice(0, maxFactChars);
  return { path, line, text: shown, fault };
}
