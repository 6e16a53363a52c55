// What is said of the browsers of this machine, in English.
import type { BrowserReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const browserWords: Words<BrowserReasons> = {
  'not-in-this-view': ({ what }) =>
    `This ${what} is not one of the page that is shown here, or the tab has gone on; look again, or do it in Pilothouse.`,
  'too-many-views': 'This browser shows {most} pages of Pilothouse already; close some.',
  'browser-not-let-in': '{browser} is not let in; approve it in Pilothouse.',

  'manifest-overwritten': ({ program, at }) =>
    `${program === null ? 'Another program' : '{program}'} wrote its own file over ours${at === null ? '' : ' at {at}'}: {path}. Repair keeps a copy of it and writes ours again.`,
  'manifest-bom': '{path} begins with a byte order mark, which browsers refuse. Repair writes it anew.',

  'claim-taken': '{browser} takes this one.',
  'claim-after': '{browser} takes {place}, which comes first.',
  'claim-hidden': '{browser} does not come to it: {place} exists and hides it.',
  'claim-forbidden': 'A policy in {file} forbids hosts of the user.',
  'claim-no-file': ({ file }) =>
    file === null ? 'The key leads to no file.' : 'The key leads to {file}, which is missing.',
  'claim-no-manifest': '{path} is no manifest that a browser understands.',
  'claim-starts-with-bom': '{path} begins with a byte order mark, which browsers refuse.',
  'claim-field': 'Its “{field}” is not what a browser asks for.',
  'claim-no-program': '{program} does not exist.',
  'claim-not-executable': '{program} is not executable.',
  'claim-not-for': 'It is not for {extension}.',
  'claim-not-read': '{path} could not be read: {why}.',

  'answers-pilothouse': 'Pilothouse answers {extension} in {browser}.',
  'answers-other': '{program} answers {extension} in {browser}.',
  'answers-nobody': 'Nobody answers {extension} in {browser}.',
  'answers-not': 'Nobody answers {extension} in {browser}: {why}',

  'policy-no-user-hosts': 'The policy in {file} forbids native messaging hosts of the user.',
  'policy-blocks-host': 'The policy in {file} blocks native messaging hosts that match “{pattern}”.',
  'policy-allows-host': 'The policy in {file} names this native messaging host as allowed.',
  'policy-file-not-read': 'The policy in {file} could not be read.',

  'browser-off': '{browser} is not switched on.',
  'browser-closed': '{browser} is switched on and closed. Start it.',
  'browser-no-extension': '{browser} runs, and its companion was never heard from. Load the companion.',
  'browser-extension-waits': 'The companion in {browser} waits for your approval, with the code {code}.',
  'browser-extension-denied': 'You refused the companion in {browser}. Forget it to be asked again.',
  'browser-extension-away':
    'The companion in {browser} was last heard from at {at}. Look whether it is switched on there.',
  'browser-extension-old':
    'The companion in {browser} is version {version}, the hub has {wanted}. Press Reload on its page of extensions.',
  'browser-answers': 'The companion {version} in {browser} is connected.',
  'browser-reads-folder': '{browser} reads the folder of {other}: what is switched on for it answers in both.',
  'browser-forbidden':
    '{browser} may not start the relay: {why} Connect its companion with a code, or ask whoever manages this machine.',
  'profiles-not-read': '{path} may not be read, so the profiles are unknown.',
  'browser-unanswered': '{extension} in {browser} does not reach Pilothouse any more: {why}',

  'needs-administrator': 'Writing for the whole machine needs an administrator. For {browser} run: {command}',
  'no-system-place': '{browser} has no place for the whole machine. Switch it on for yourself.',
  'folder-not-absolute': '{folder} is no absolute path; give the whole path of the folder.',
  'folder-not-there': 'There is no folder {folder}; give the one that the browser was started with.',
  'folder-no-profiles':
    '{folder} holds no profiles of a Chromium browser; give the folder that stands behind --user-data-dir.',
  'folder-of-browser': '{folder} is the folder of {browser} already; switch that on.',
  'folder-by-registry': 'On Windows a browser finds its manifests by the registry, wherever its profiles are.',
  'no-named-folder': '“{browser}” is no folder that was added; name one of those.',
  'browser-no-program': 'The program of {browser} was not found; start it yourself.',
  'browser-not-started': '{browser} could not be started: {why}. Start it yourself.',
  'no-such-profile': '{browser} has no profile “{profile}”; choose another.',
};
