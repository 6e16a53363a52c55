// Policies of the machine about native messaging hosts, from the files that managed browsers read under Linux.
import { join } from 'node:path';
import { isRecord, recordIn } from '../../contract/json.ts';
import { codeOf, nodeFiles } from './files.ts';
import { resolveAll } from './plan.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';

export interface HostPolicy {
  /** Hosts of the user are not looked at; the file that says so. */
  readonly noUserHosts: string | null;
  /** The host itself is blocked; the file that says so, and its pattern. */
  readonly blocked: { readonly file: string; readonly pattern: string } | null;
  /** Everything that was read about this host, and what could not be read. */
  readonly said: readonly Reason[];
}

/** Folders of files that are read together, and single files. Those of browsers that are not named here are not known. */
const linuxPolicies: Readonly<
  Record<string, { readonly folders: readonly string[]; readonly files: readonly string[] }>
> = {
  chrome: { folders: ['/etc/opt/chrome/policies/managed'], files: [] },
  'chrome-for-testing': { folders: ['/etc/opt/chrome_for_testing/policies/managed'], files: [] },
  chromium: { folders: ['/etc/chromium/policies/managed', '/etc/chromium-browser/policies/managed'], files: [] },
  edge: { folders: ['/etc/opt/edge/policies/managed'], files: [] },
  brave: { folders: ['/etc/brave/policies/managed'], files: [] },
  firefox: {
    folders: [],
    files: [
      '/etc/firefox/policies/policies.json',
      '/usr/lib/firefox/distribution/policies.json',
      '/usr/lib/firefox-esr/distribution/policies.json',
    ],
  },
  librewolf: { folders: [], files: ['/etc/librewolf/policies/policies.json'] },
};

/** Those that decide, each with the file that sets it. */
type Settings = ReadonlyMap<string, { readonly value: unknown; readonly file: string }>;

const settingNames = ['NativeMessagingUserLevelHosts', 'NativeMessagingAllowlist', 'NativeMessagingBlocklist'];

/** Where its policies are, there or not: folders that are read whole, and single files. */
export function policyPlaces(
  context: ManifestContext,
  { id }: BrowserLocation,
): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const { folders, files } = (context.platform === 'linux' ? linuxPolicies[id] : undefined) ?? {
    folders: [],
    files: [],
  };
  return { folders: resolveAll(context, folders), files: resolveAll(context, files) };
}

/** What holds for one native messaging host in one browser. Never throws: what cannot be read is said. */
export async function hostPolicy(
  context: ManifestContext,
  location: BrowserLocation,
  host: string,
): Promise<HostPolicy> {
  const found = new Map<string, { value: unknown; file: string }>();
  const notRead: Reason[] = [];
  for (const file of await filesOf(context, location)) {
    const text = await readPolicy(context, file);
    if (text === undefined) continue;
    const record = text === null ? undefined : recordIn(text);
    const settings = location.family === 'firefox' ? record?.['policies'] : record;
    if (!isRecord(settings)) notRead.push({ kind: 'policy-file-not-read', file });
    // Chromium takes each setting of the file whose name comes last, Firefox all of the first that is there.
    else for (const name of settingNames) if (name in settings) found.set(name, { value: settings[name], file });
    if (location.family === 'firefox') break;
  }
  const policy = policyOf(found, host);
  return { ...policy, said: [...policy.said, ...notRead] };
}

async function filesOf(context: ManifestContext, location: BrowserLocation): Promise<string[]> {
  const { folders, files } = policyPlaces(context, location);
  const found: string[] = [];
  for (const folder of folders) {
    const names = await (context.files ?? nodeFiles).list(folder).catch(() => []);
    found.push(
      ...names
        .filter(name => name.endsWith('.json'))
        .toSorted()
        .map(name => join(folder, name)),
    );
  }
  return [...found, ...files];
}

/** Undefined where there is none, null where it cannot be read. */
async function readPolicy(context: ManifestContext, file: string): Promise<string | null | undefined> {
  try {
    return (await (context.files ?? nodeFiles).read(file)).toString('utf8');
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? undefined : null;
  }
}

function policyOf(settings: Settings, host: string): HostPolicy {
  const said: Reason[] = [];
  const users = settings.get('NativeMessagingUserLevelHosts');
  const noUserHosts = users?.value === false ? users.file : null;
  if (noUserHosts !== null) said.push({ kind: 'policy-no-user-hosts', file: noUserHosts });
  const allowing = settings.get('NativeMessagingAllowlist');
  const isAllowed = patternsOf(allowing?.value).includes(host);
  if (allowing && isAllowed) said.push({ kind: 'policy-allows-host', file: allowing.file });
  const blocking = settings.get('NativeMessagingBlocklist');
  const pattern = patternsOf(blocking?.value).find(one => one === '*' || one === host);
  // What is allowed by name is not blocked, whichever file allows it.
  const blocked = blocking && pattern !== undefined && !isAllowed ? { file: blocking.file, pattern } : null;
  if (blocked) said.push({ kind: 'policy-blocks-host', ...blocked });
  return { noUserHosts, blocked, said };
}

function patternsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}
