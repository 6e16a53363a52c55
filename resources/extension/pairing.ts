// Who this browser is to the hub: a random profile id, and the key of the user's approval.
import { companionProtocol } from '../../contract/companion.ts';
import { isRecord } from '../../contract/json.ts';
import { hasOwnModel } from './own-model.ts';
import type { SocketKey } from './socket-proof.ts';

export interface Pairing {
  readonly profileId: string;
  readonly pairKey: string | null;
}

/** Reads both; the profile id is made once and lives as long as the profile. */
export async function readPairing(): Promise<Pairing> {
  const stored = await chrome.storage.local.get(['profileId', 'pairKey']);
  const pairKey = typeof stored.pairKey === 'string' ? stored.pairKey : null;
  if (typeof stored.profileId === 'string') return { profileId: stored.profileId, pairKey };
  const profileId = crypto.randomUUID();
  await chrome.storage.local.set({ profileId });
  return { profileId, pairKey };
}

/** Made anew by each run of the browser, because tab ids are. A background that was only unloaded keeps it. */
async function readRunId(): Promise<string> {
  const { runId } = await chrome.storage.session.get('runId');
  if (typeof runId === 'string') return runId;
  const fresh = crypto.randomUUID();
  await chrome.storage.session.set({ runId: fresh });
  return fresh;
}

export async function keepPairKey(pairKey: string): Promise<void> {
  await chrome.storage.local.set({ pairKey });
}

export async function forgetPairKey(): Promise<void> {
  await chrome.storage.local.remove('pairKey');
}

/** What a code brought that paired this browser over a WebSocket. */
export async function readSocketKey(): Promise<SocketKey | null> {
  const { socketKey: kept } = await chrome.storage.local.get('socketKey');
  if (!isRecord(kept) || typeof kept.port !== 'number') return null;
  return { port: kept.port, id: String(kept.id), secret: String(kept.secret) };
}

export async function keepSocketKey(socketKey: SocketKey): Promise<void> {
  await chrome.storage.local.set({ socketKey });
}

export async function forgetSocketKey(): Promise<void> {
  await chrome.storage.local.remove('socketKey');
}

/** The params of `hello`. */
export async function describeBrowser(): Promise<object> {
  const { os } = await chrome.runtime.getPlatformInfo();
  const { version: extensionVersion } = chrome.runtime.getManifest();
  const [pairing, runId, browser] = await Promise.all([readPairing(), readRunId(), readBrowser()]);
  const said = { protocol: companionProtocol, extensionVersion, describes: true, model: hasOwnModel() };
  return { ...said, runId, ...pairing, browser: { ...browser, os } };
}

async function readBrowser(): Promise<{ family: string; name: string; version: string }> {
  const runtime: typeof chrome.runtime & { getBrowserInfo?: () => Promise<unknown> } = chrome.runtime;
  if (runtime.getBrowserInfo) {
    const info = await runtime.getBrowserInfo();
    const { name, version } = isRecord(info) ? info : {};
    return { family: 'firefox', name: String(name ?? 'Firefox'), version: String(version ?? '') };
  }
  const brands = readBrands().filter(({ brand }) => !/not.?a.?brand/i.test(brand));
  // Every Chromium names itself Chromium too; its own name is the other one.
  const own = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  const full = /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1];
  return { family: 'chromium', name: own?.brand ?? 'Chromium', version: own?.version ?? full ?? '' };
}

function readBrands(): { brand: string; version: string }[] {
  const data = 'userAgentData' in navigator ? navigator.userAgentData : undefined;
  const brands = isRecord(data) && Array.isArray(data.brands) ? data.brands : [];
  return brands.filter(isRecord).map(({ brand, version }) => ({ brand: String(brand), version: String(version) }));
}
