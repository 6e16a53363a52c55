// What browsers over a WebSocket bring: their keys, the code that pairs one, and what becomes of both with a browser.
import { CompanionKeys } from '../browsers/companion-keys.ts';
import { CompanionPairing } from '../browsers/companion-pairing.ts';
import type { SocketBrowsers } from '../browsers/browser-channel.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface CompanionParts {
  readonly companionKeys: CompanionKeys;
  readonly companionPairing: CompanionPairing;
}

export async function createCompanionParts({ platform, closers }: Boot, base: BaseParts): Promise<CompanionParts> {
  const { home, state, store } = base;
  const randomBytes = (size: number) => platform.randomBytes(size);
  const companionKeys = new CompanionKeys({ files: home.companionKeys, randomBytes });
  await companionKeys.load(new Set((await store.browsers.list()).map(({ id }) => id)));
  const companionPairing = new CompanionPairing({
    show: pairing => state.setHub({ pairing }),
    now: () => platform.now(),
    randomBytes,
  });
  closers.add(() => companionPairing.close());
  return { companionKeys, companionPairing };
}

export function followSockets(
  { companionKeys, companionPairing }: CompanionParts,
  { platform }: Pick<Boot, 'platform'>,
): SocketBrowsers {
  return {
    connected: ({ keyId, isPaired }, browser) => {
      companionKeys.belongs(keyId, browser.id).catch((error: unknown) => {
        platform.log.warn({ reason: String(error) }, 'To which browser a key belongs could not be written.');
      });
      if (isPaired) companionPairing.paired(browser);
    },
    forgotten: async (browserId, keyId) => {
      await companionKeys.forgetBrowser(browserId);
      if (keyId !== null) await companionKeys.remove(keyId);
    },
  };
}
