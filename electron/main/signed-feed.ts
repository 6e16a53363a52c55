// A feed of electron-updater whose list of files is read only when its signature is good. The list has the hash of each file, which
// electron-updater compares: so one signature covers all that is fetched, and the bytes that were checked are the bytes that are read.
import { hubError } from '../../words/hub-error.ts';
import { expectSigned, signatureAddress } from './update-signature.ts';
import type { KeyObject } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { CancellationToken } from 'electron-updater';
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';

type Generic = typeof GenericProvider;
type Options = ConstructorParameters<Generic>;

/** The class for `setFeedURL({ provider: 'custom', updateProvider })`. */
export function signedProvider(Base: Generic, key: KeyObject): new (...options: Options) => GenericProvider {
  return class SignedProvider extends Base {
    /** electron-updater reads nothing but the list by this. */
    protected override async httpRequest(
      url: URL,
      headers?: OutgoingHttpHeaders | null,
      cancellation?: CancellationToken,
    ): Promise<string | null> {
      const list = (await super.httpRequest(url, headers, cancellation)) ?? '';
      const signature = await super.httpRequest(signatureAddress(url), headers, cancellation).catch(() => null);
      if (signature === null) throw hubError('ERR_INTERNAL', { kind: 'feed-without-signature' });
      expectSigned(list, signature, key);
      return list;
    }
  };
}
