// Reads the relay's command line: where the data home is, and which browser and extension started it.
import { isAbsolute } from 'node:path';
import { extensionIds } from '../../contract/names.ts';

export interface RelayArguments {
  readonly home: string;
  /** What the browser passed: Chromium its verified origin, Firefox the manifest's path and the add-on id. */
  readonly argv: readonly string[];
  /** Whether the extension is Pilothouse's own. */
  readonly isCompanion: boolean;
}

const chromiumOrigin = /^chrome-extension:\/\/([a-p]{32})\/$/;
/** An e-mail-like name or a GUID in braces (Firefox, "Extensions and the add-on ID"). */
const addOnId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[a-z0-9._-]*@[a-z0-9._-]+)$/i;
const maxArguments = 10;

/** `--home DIR <browser argv...>`. Throws a sentence for everything that no browser would start a relay with. */
export function parseRelayArguments(args: readonly string[]): RelayArguments {
  const [flag, home, ...argv] = args;
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
  return { home, argv: argv.slice(0, maxArguments), isCompanion: ours.includes(extensionId) };
}

function readExtensionId(argv: readonly string[]): string | null {
  const [first = '', second = ''] = argv;
  const origin = chromiumOrigin.exec(first);
  if (origin?.[1]) return origin[1];
  return isAbsolute(first) && first.endsWith('.json') && addOnId.test(second) ? second : null;
}
