// What the join sheet says of a fault in its own words: the hub names options of the command line, where here a field or a button is meant.
import { t } from '../../words/language.ts';
import type { Reason } from '../../../contract/reasons.ts';

/** Null where the hub's words fit here too. */
export function faultWords(reason: Reason): string | null {
  switch (reason.kind) {
    case 'no-fleet-name':
      return t('Write lower-case letters, digits and hyphens between them, at most 40 characters.');
    case 'fleet-plaintext':
      return t('Without TLS others could read along. Write tls:// in the address, or allow it here.');
    case 'fleet-credential-wrong':
      return t(
        'The server does not take these credentials, or lets nobody in without any. Ask whoever runs the fleet for yours, and choose their kind here.',
      );
    case 'fleet-no-buckets':
      return t('There is no fleet of this prefix at this address yet.');
    case 'fleet-name-taken':
      return t(
        'Another hub of this fleet is called {hub} (version {version}). Choose another name; if that hub is gone, whoever runs the fleet frees its name with pilothouse fleet free {hub}.',
        { hub: reason.hub, version: reason.version },
      );
    default:
      return null;
  }
}
