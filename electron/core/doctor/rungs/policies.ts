// Policies of whoever administers the machine that keep a browser from the manifests of its user. Linux only.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { hostOf } from '../../../../native-host/manifests/manifest-hosts.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';

interface Forbidden {
  readonly path: string;
  readonly policy: string;
}

/** Below the root of the system; folders are read whole. */
const placesByBrowser: Readonly<Record<string, readonly string[]>> = {
  chromium: ['etc/chromium/policies/managed', 'etc/chromium-browser/policies/managed'],
  chrome: ['etc/opt/chrome/policies/managed'],
  edge: ['etc/opt/edge/policies/managed'],
  brave: ['etc/brave/policies/managed'],
  vivaldi: ['etc/opt/chrome/policies/managed'],
  firefox: ['etc/firefox/policies', 'usr/lib/firefox/distribution', 'usr/lib/firefox-esr/distribution'],
};

/** The first policy that forbids our native messaging host at the user's level. */
export async function forbiddenBy(context: ManifestContext, browserId: string): Promise<Forbidden | null> {
  if (context.platform !== 'linux') return null;
  for (const folder of placesByBrowser[browserId] ?? []) {
    const full = join(context.systemRoot ?? '/', folder);
    const names = await readdir(full).catch(() => []);
    for (const name of names.filter(each => each.endsWith('.json')).toSorted()) {
      const path = join(full, name);
      const policy = forbids(recordIn(await readFile(path, 'utf8').catch(() => '')), hostOf(context).name);
      if (policy !== null) return { path, policy };
    }
  }
  return null;
}

/** Chromium's names at the top, Firefox's below `policies`; an allow list comes before a block list. */
function forbids(file: Record<string, unknown> | null, host: string): string | null {
  if (!file) return null;
  const policies = isRecord(file['policies']) ? file['policies'] : file;
  const lists = (name: string) => (Array.isArray(policies[name]) ? policies[name].map(String) : []);
  if (policies['NativeMessagingUserLevelHosts'] === false) return 'NativeMessagingUserLevelHosts';
  if (lists('NativeMessagingAllowlist').includes(host)) return null;
  const blocked = lists('NativeMessagingBlocklist');
  return blocked.includes('*') || blocked.includes(host) ? 'NativeMessagingBlocklist' : null;
}
