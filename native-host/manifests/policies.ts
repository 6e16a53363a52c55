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
  let policy: HostPolicy = { noUserHosts: null, blocked: null, said: [] };
  for (const file of await filesOf(context, location)) {
    const text = await readPolicy(context, file);
    if (text === undefined) continue;
    const record = text === null ? undefined : recordIn(text);
    const settings = location.family === 'firefox' ? record?.['policies'] : record;
    policy = isRecord(settings)
      ? withSettings(policy, settings, file, host)
      : { ...policy, said: [...policy.said, { kind: 'policy-file-not-read', file }] };
  }
  return policy;
}

async function filesOf(context: ManifestContext, location: BrowserLocation): Promise<string[]> {
  const { folders, files } = policyPlaces(context, location);
  const found: string[] = [];
  for (const folder of folders) {
    const names = await (context.files ?? nodeFiles).list(folder).catch(() => []);
    found.push(...names.filter(name => name.endsWith('.json')).map(name => join(folder, name)));
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

function withSettings(
  policy: HostPolicy,
  settings: Readonly<Record<string, unknown>>,
  file: string,
  host: string,
): HostPolicy {
  const said: Reason[] = [...policy.said];
  const isForbidden = settings['NativeMessagingUserLevelHosts'] === false;
  if (isForbidden) said.push({ kind: 'policy-no-user-hosts', file });
  const isAllowed = patternsOf(settings['NativeMessagingAllowlist']).includes(host);
  if (isAllowed) said.push({ kind: 'policy-allows-host', file });
  const pattern = patternsOf(settings['NativeMessagingBlocklist']).find(one => one === '*' || one === host);
  // What is allowed by name is not blocked.
  const isBlocked = pattern !== undefined && !isAllowed;
  if (isBlocked) said.push({ kind: 'policy-blocks-host', file, pattern });
  return {
    noUserHosts: isForbidden ? file : policy.noUserHosts,
    blocked: isBlocked ? { file, pattern } : policy.blocked,
    said,
  };
}

function patternsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}
