// Reads the relay's command line: where the data home is, and which browser and extension started it.
import { isAbsolute } from 'node:path';
import { maxBrowserFrameBytes, maxHubFrameBytes } from '../../contract/frame-bounds.ts';
import { extensionIds } from '../../contract/names.ts';
import { isPluginHub } from '../../contract/plugins.ts';

export interface RelayArguments {
  readonly home: string;
  /** What the browser passed: Chromium its verified origin, Firefox the manifest's path and the add-on id. */
  readonly argv: readonly string[];
  /** Whether the extension is Pilothouse's own. */
  readonly isCompanion: boolean;
  /** The largest frame that is taken from the browser, in bytes. */
  readonly maxFrameBytes: number;
}

/** How Claude Code's host is started (spec 001 "Entry Point"). */
export const nativeHostFlag = '--chrome-native-host';
/** The real launcher passes nothing of what the browser says, and its manifest lets in this extension alone (seed 2.1). */
const claudeOrigin = 'chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/';

const chromiumOrigin = /^chrome-extension:\/\/([a-p]{32})\/$/;
/** An e-mail-like name or a GUID in braces (Firefox, "Extensions and the add-on ID"). */
const addOnId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[a-z0-9._-]*@[a-z0-9._-]+)$/i;
const maxArguments = 10;

/**
 * `--home DIR [--chrome-native-host] <browser argv...>`. With the flag it is the host of spec 001 and takes no more than that one's
 * 1 MiB. Throws a sentence for everything that no browser would start a relay with.
 */
export function parseRelayArguments(args: readonly string[]): RelayArguments {
  const [flag, home, ...rest] = args;
  const isNativeHost = rest[0] === nativeHostFlag;
  const passed = isNativeHost ? rest.slice(1) : rest;
  const argv = isNativeHost && passed.length === 0 ? [claudeOrigin] : passed;
  if (flag !== '--home' || !home || !isAbsolute(home)) {
    throw new Error(
      'The relay is started as: relay --home DIR <what the browser passes>, with an absolute DIR; install the launcher again.',
    );
  }
  const extensionId = readExtensionId(argv);
  if (extensionId === null) {
    const got = JSON.stringify(argv.slice(0, 2)).slice(0, 200);
    throw new Error(
      `${got} is neither chrome-extension://<id>/ nor a manifest's path and an add-on id; only a browser starts the relay.`,
    );
  }
  const ours: readonly string[] = Object.values(extensionIds);
  return {
    home,
    argv: argv.slice(0, maxArguments),
    isCompanion: ours.includes(extensionId) || isPluginHub(argv),
    maxFrameBytes: isNativeHost ? maxBrowserFrameBytes : maxHubFrameBytes,
  };
}

function readExtensionId(argv: readonly string[]): string | null {
  const [first = '', second = ''] = argv;
  const origin = chromiumOrigin.exec(first);
  if (origin?.[1]) return origin[1];
  return isAbsolute(first) && first.endsWith('.json') && addOnId.test(second) ? second : null;
}
