// What is said of a browser that waits for approval: what it reports, and what can be compared.
import { t } from './language.ts';
import type { Browser } from '../../contract/schemas/entities.ts';

export interface PairingWords {
  /** What it says of itself, from outside. */
  readonly claim: string;
  readonly advice: string;
  /** False where its extension shows no code, so that the hub's is of no use. */
  readonly hasCode: boolean;
}

type Claims = Pick<Browser, 'name' | 'family' | 'version' | 'os' | 'extensionId' | 'extensionVersion'>;

/** Extensions of other programs report no version of theirs; only ours can show the code. */
export function pairingWords({ name, family, version, os, extensionId, extensionVersion }: Claims): PairingWords {
  if (extensionVersion !== '') {
    return {
      claim: t('{version} on {os}, extension {extensionVersion}', { version, os, extensionVersion }),
      advice: t('Approve only when the extension’s pop-up shows the same code.'),
      hasCode: true,
    };
  }
  const browser = family === 'firefox' ? 'Firefox' : t('A Chromium browser');
  return {
    claim: t('{browser} named its extension {extensionId}, which is the id of {name}', { browser, extensionId, name }),
    advice: t(
      'It tells no version and shows no code, so nothing can be compared. Approve only when you have just opened or switched on that extension yourself.',
    ),
    hasCode: false,
  };
}
