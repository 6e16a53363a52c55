// Spec 000, Claudezilla: timeouts, the manifest and the socket with its token, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const callTimeout = testsOf('test/unit/core/tools/call-timeout.test.ts');
const dialect = testsOf('test/unit/native-host/dialects/claudezilla/claudezilla.test.ts');
const endpoint = testsOf('test/unit/native-host/endpoints/claudezilla.test.ts');
const hosts = testsOf('test/integration/manifests/other-hosts.test.ts');
const manifestHosts = testsOf('test/unit/native-host/manifests/manifest-hosts.test.ts');
const place = testsOf('test/integration/compat/claudezilla-place.test.ts');
const places = testsOf('test/integration/compat/several-places.test.ts');
const platforms = testsOf('test/integration/manifests/other-platforms.test.ts');
const socket = testsOf('test/integration/compat/claudezilla.test.ts');
const tabs = testsOf('test/integration/compat/claudezilla-spec.test.ts');
const time = testsOf('test/integration/compat/time.test.ts');

const timeouts: readonly Statement[] = [
  held(
    'Per-Operation Timeouts',
    'All tools of MCP take an optional `timeout`.',
    callTimeout('%s with %j has %j ms, and its browser is sent %j.', '%s refuses the timeout %j by name.'),
  ),
  held(
    'Per-Operation Timeouts',
    'A timeout is at least 5,000 ms and at most 300,000 ms.',
    dialect('000 Per-Operation Timeouts: %j becomes %d ms, and what was changed is said.'),
    socket('000 Per-Operation Timeouts: one that is out of range is clamped, and the reply says so.'),
    time(
      '000 Per-Operation Timeouts: a command that waits for minutes is answered over its own connection, which the real host closes after one.',
    ),
  ),
  otherwise(
    'Per-Operation Timeouts',
    'No command takes longer than the maximum.',
    'A wait in a page that a command asks for comes on top of its time, so that it is not cut off in the middle.',
    time('000 Per-Operation Timeouts: a wait in a page comes on top of the time that a command has otherwise: %s.'),
    dialect('000 Per-Operation Timeouts: %j of a flat waitFor is its own and that of the wait.'),
  ),
  held(
    'Per-Operation Timeouts',
    'Without one the time is 150,000 ms.',
    time('000 Per-Operation Timeouts: without one the time is 150 s, on this wire and on MCP’s.'),
  ),
  held(
    'Per-Operation Timeouts',
    'The time covers the whole round trip.',
    time(
      '000 Per-Operation Timeouts: the time that a command names covers the whole round trip, that in which the user thinks included.',
    ),
  ),
  otherwise(
    'Per-Operation Timeouts',
    'The 150 s that a command has by default cover the whole round trip.',
    'A question to the user may take 50 s of its own; the command has its 150 s after that.',
    time(
      '000 Per-Operation Timeouts: where a command names none, the user has 50 s, and the call then all of its own time.',
    ),
  ),
  held(
    'Per-Operation Timeouts',
    'When the time is over an error is returned, and nothing is waited for any longer.',
    socket(
      '000 Per-Operation Timeouts: a browser that does not answer costs the asker its own timeout and no more, and the reply says so.',
    ),
    dialect(
      '000 Per-Operation Timeouts: when it passes the reply names the command and the time, as the real host does.',
    ),
  ),
];

const manifest: readonly Statement[] = [
  held(
    'Host Manifest',
    'On Linux the manifest is ~/.mozilla/native-messaging-hosts/claudezilla.json.',
    hosts('000 Host Manifest: serves Claudezilla in Firefox'),
  ),
  otherwise(
    'Host Manifest',
    'On macOS it is ~/.mozilla/native-messaging-hosts/claudezilla.json as well.',
    'Firefox reads ~/Library/Application Support/Mozilla/NativeMessagingHosts there, where the real program writes it too.',
    platforms('000 Host Manifest: writes Claudezilla’s there too, and nothing into ~/.mozilla'),
  ),
  held(
    'Host Manifest',
    'On Windows a key of the registry points to the file.',
    platforms('000 Host Manifest: points Mozilla’s key of Claudezilla at the file'),
  ),
  held(
    'Host Manifest',
    '`name` is that of connectNative(), `type` is stdio, `path` is absolute.',
    hosts('000 Host Manifest: serves Claudezilla in Firefox'),
  ),
  otherwise(
    'Host Manifest',
    '`description` is Claudezilla Native Messaging Host, `path` the entry point in JavaScript.',
    'The description says that Pilothouse is in its place, and the path is a launcher, as the real program has one, because a browser from a menu finds no Node.',
    hosts('000 Host Manifest: serves Claudezilla in Firefox'),
  ),
  held(
    'Host Manifest',
    'Only the extension claudezilla@boot.industries may connect.',
    hosts('000 Host Manifest: serves Claudezilla in Firefox'),
    manifestHosts(
      '000 Host Manifest: lets in exactly the extensions whose dialect the hub knows, in the family where they run',
    ),
  ),
];

const unixSocket: readonly Statement[] = [
  held(
    'Unix Socket',
    'There is a Unix socket, on Windows a named pipe.',
    places('000 Unix Socket: it answers in the runtime folder and at home, each with its own token.'),
    endpoint('000 Unix Socket: on Windows it is one pipe, and the token lies with the user’s local data.'),
  ),
  held('Unix Socket', 'The socket lies in XDG_RUNTIME_DIR.', endpoint('000 Unix Socket: the places are %s.')),
  otherwise(
    'Unix Socket',
    'Without XDG_RUNTIME_DIR it lies in the system’s folder for temporary files.',
    'The real programs look in ~/.claudezilla before that. It is served beside XDG_RUNTIME_DIR, since a browser and an agent may see different variables; the temporary folder is for accounts without a home.',
    endpoint('000 Unix Socket: the places are %s.'),
    places('000 Unix Socket: it answers in the runtime folder and at home, each with its own token.'),
  ),
  held(
    'Unix Socket',
    'The token is 32 random bytes in hex, written to a file when the host starts.',
    place(
      '000 Unix Socket: the token is 64 hex characters without an end of line, for its owner alone, and so is the socket.',
    ),
    tabs('000 Unix Socket: each start writes another token, which the end takes away.'),
  ),
  held(
    'Unix Socket',
    'The token may be presented once, on connection.',
    dialect(
      '000 Unix Socket: sent once as a first line it holds for the lines that follow, and is not answered itself.',
    ),
    socket('000 Response Format: the flat form is answered flat, with the token in the line or once as the first one.'),
  ),
  otherwise(
    'Unix Socket',
    'The MCP server presents the token on connection.',
    'The real one puts it into each line; both are taken, and it is compared for each line, so that a replaced token opens nothing more.',
    dialect('000 Unix Socket: it is compared again for every line, so that a replaced one opens nothing more.'),
  ),
  held(
    'Unix Socket',
    'Socket and token file have mode 0600.',
    place(
      '000 Unix Socket: the token is 64 hex characters without an end of line, for its owner alone, and so is the socket.',
    ),
  ),
  held(
    'Unix Socket',
    'Messages are lines of JSON without a length before them.',
    socket('000 Unix Socket: several lines are served at once, and each reply comes when it is ready.'),
  ),
];

export const spec000Places: readonly Statement[] = [...timeouts, ...manifest, ...unixSocket];
