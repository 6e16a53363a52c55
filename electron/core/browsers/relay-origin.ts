// Which extension a browser started the relay for, read from the arguments that the browser gave it.
import { extensionIds } from '../../../contract/names.ts';

/**
 * Our own extension's id, or null for any other caller.
 * Chromium passes `chrome-extension://<id>/` first; Firefox the manifest's path, then the add-on id.
 */
export function extensionOf(argv: readonly string[]): string | null {
  if (argv[0] === `chrome-extension://${extensionIds.chromium}/`) return extensionIds.chromium;
  if (argv[1] === extensionIds.firefox && argv[0]?.endsWith('.json')) return extensionIds.firefox;
  return null;
}
