// Why a request was refused, in English.
import type { RequestReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

/** What a sign means to a shell. */
const shellMeanings: Readonly<Record<string, string>> = {
  '|': 'a pipe',
  '>': 'a redirection',
  '<': 'a redirection',
  ';': 'a second command',
  '&': 'a background command',
  '`': 'a command substitution',
  '$(': 'a command substitution',
};

const browserStates = {
  deciding: 'is being decided about',
  connected: 'is connected',
  away: 'is away',
  denied: 'was denied',
} as const;

/** What stands where JSON is broken. */
const missing: Readonly<Record<RequestReasons['policy-json']['expected'], string>> = {
  value: 'A value is missing here',
  name: 'A name in double quotes is missing here',
  colon: 'A : is missing here',
  member: 'A , or } is missing here',
  item: 'A , or ] is missing here',
  end: 'Nothing may follow the end of the JSON',
  text: 'This text has no end or a wrong escape',
  escape: 'This text has no end or a wrong escape',
  depth: 'Values are nested too deep here',
};

export const requestWords: Words<RequestReasons> = {
  'config-broken': 'Line {line}, column {column}: {why}. The file is left alone; mend it, then try again.',
  'config-failed': ({ verb }) => `Could not ${verb} {file}: {why}. Remove the cause, then try again.`,
  'value-at': '{at}: {why}.',
  'no-tool-result': ({ why }) =>
    `{browser} answered {tool} with something that is no tool result${why ? ' ({why})' : ''}.`,
  'file-not-read': '{file} was not read: {why}.',
  'secrets-not-kept': 'Secrets cannot be kept. {why}.',
  'too-many-secrets': 'At most {most} secrets are kept; remove some in Settings.',
  'endpoint-no-token': 'The endpoint {endpoint} has no token.',
  'endpoint-not-switched': 'The endpoint {endpoint} cannot be switched.',
  'prompt-ended': 'Prompt {prompt} has ended; the agent may ask again.',
  'prompt-not-for': 'Prompt {prompt} cannot be answered for "{answer}"; choose one of {breadths}.',
  'prompt-waits-no-more': 'The call waits at prompt {prompt} no more; the agent may ask again.',
  'too-many-prompts': '{most} questions wait for the user already; wait until some are answered.',
  'no-grant': 'There never was a grant "{grant}"; pilothouse grants list shows those that hold.',
  'grant-ended': 'The grant {grant} has ended already; pilothouse grants list shows those that hold.',
  'too-long-to-show':
    'It has {chars} characters, and at most {most} can be shown to the user for a confirmation; do it in the panel.',
  'too-many-changes': '{most} changes wait for the user already; answer those first.',
  'change-ended': 'This change does not wait any more; whoever asked may ask again.',
  'unknown-client': 'There is no client "{client}"; pilothouse status --json lists those that are.',
  'lifetime-agent': 'The lifetime "agent", and no other one, needs the agent that it ends with.',
  'unknown-agent': 'There is no agent "{agent}"; pilothouse status --json lists those that are.',
  'agent-of-other': 'The agent "{agent}" is one of {client}, not of {other}.',
  'unknown-server': 'There is no server "{server}"; pilothouse status --json lists those that are.',
  'tab-for-always': 'A tab ends with its browser, so nothing is granted in it for always; choose once, or its site.',
  'lock-not-reported':
    'The lock of the screen is not reported on this machine, so "until lock" would never end; choose another.',
  'prompt-ended-ask-audit': 'Prompt {prompt} has ended; ask about its call as it is described in the audit.',
  'not-recorded': ({ why }) =>
    `Nothing can be recorded to {folder}: ${why === null ? 'it is not known why' : '{why}'}.`,
  'folder-not-private':
    '{folder} is not a private folder of this account; move it away, then switch recording on again.',
  'import-not-kept': 'This imported trace is not kept any more; import its file again.',
  'no-import': 'No trace is imported; import a file first, and start Pilothouse again if it does not begin.',
  'entry-twice': 'Entry {entry} is there twice.',
  'entry-too-old': 'Entry {entry} is too old to be kept beside the newest.',
  'entries-leave-out': 'The numbers of the entries leave out too much.',
  'too-many-pins': '{most} entries are pinned, which is all there is room for; unpin one.',
  'trace-stopped': 'The trace has stopped; start Pilothouse again to have it.',
  'trace-is-off': 'The trace is off; start Pilothouse again to have it.',
  'trace-stopped-while-read': 'The trace stopped while it was read and began anew; ask again.',
  'server-removed': 'There is no server "{server}"; it was removed.',
  'no-agent': 'There is no agent "{agent}"; it has left.',
  'panel-gone': 'The panel that asked has gone.',
  'no-browser': 'There is no browser "{browser}"; it has left.',
  'browser-not-approved': '{browser} was not let in; approve it under Connect first.',
  'agent-has-left': '{agent} has left.',
  'browser-name-taken': 'Another browser is called {name} already; choose another name.',
  'browser-waits-not': ({ state }) => `{browser} does not wait for approval: it ${browserStates[state]}.`,
  'key-of-other-profile':
    'The extension has the key of another profile of its browser; pair this one with a code of its own under Connect.',
  'no-companion-port': ({ why }) =>
    `No port could be opened for the companion${why === null ? '' : ': {why}'}; switch its way in off and on under Connect, then try again.`,
  'browser-away': '{browser} is not connected now. Ask the user to start it, then call again.',
  'a-browser-away': 'The browser is not connected now. Ask the user to start it, then call again.',
  'no-client': 'There is no client "{client}"; it may have been revoked. Reload the list.',
  'client-let-in': '{client} was let in when its credential was made; revoke that to shut it out.',
  'client-of-hub':
    '{client} belongs to another hub of the fleet, which proves who it is; it has no credential to renew.',
  'client-no-credential': '{client} has no credential to revoke; switch its endpoint off.',
  'definition-other': 'The definition of "{tool}" is not the one that you were shown; look at it again, then answer.',
  'stray-data-other': 'The file {file} is not what was found; look again.',
  'stray-data-not-copied': 'The data could not be copied to {to} ({why}); copy it yourself.',
  'command-line-empty': 'The command line is empty; type a program and its arguments.',
  'command-line-assigns':
    '"{variable}=" sets an environment variable, which a command line cannot do here; paste an mcpServers JSON with "env".',
  'command-line-shell': ({ sign }) =>
    `The command line holds {sign} at character {at}, ${shellMeanings[sign] ?? ''}; no shell runs it, so quote it as '{sign}' or leave it out.`,
  'command-line-backslash': 'The command line ends with a lone \\; remove it.',
  'command-line-open': 'The {quote} at character {at} of the command line is never closed; close it.',
  'no-config': 'This cannot be a server: {why}.',
  'config-nul': 'It holds a NUL character, which no program can be given; remove it.',
  'config-folder': 'The folder "{folder}" is not absolute; give its whole path.',
  'variable-name': 'A variable is named "{name}"; a name may not be empty or hold "=" or a space.',
  'variable-no-value': '"{name}" has no value yet; give it one.',
  'server-needs-secret': '"{server}" needs the secret "{secret}"; set it in Settings, under Secrets.',
  'server-no-sign-in': '"{server}" runs on this machine and asks for no sign-in; give it what it needs as a secret.',
  'sign-in-not-asked': 'Its sign-in is not asked: {why}.',
  'sign-in-cannot-begin': 'The sign-in to "{server}" cannot begin: {why}.',
  'sign-out-other':
    'What "{server}" signs in with became another while it ended, so nobody was signed out; look at it, then sign out again.',
  'command-other': 'The command of "{server}" is not the one that you were shown; read it again, then approve it.',
  'too-many-servers': 'There are {count} servers and at most {most} fit; remove some.',
  'tab-from-nobody': 'Tab {tab} was taken from no agent; name the one to give it to.',
  'tab-agent-gone': 'That agent is not connected, so tab {tab} stays as it is.',
  'tab-other-browser': '{agent} works in another browser, so tab {tab} stays as it is; an agent keeps to one browser.',
  'tab-no-picture': 'The browser sent no picture of tab {tab}; look at it there.',
  'tab-not-done': 'The browser did not do it; look at its trace entry.',
  'tab-closed': 'Tab {tab} has closed.',
  'unknown-request': 'The panel asked for "{name}", which the core does not know. Reload the panel.',
  'command-taken': 'Another shortcut is called {command}; choose another command.',
  'too-many-shortcuts': 'At most {most} shortcuts are kept; remove some first.',
  'no-action-tool':
    'Action {action} cannot call "{tool}": actions are calls of tools of the browser, but for those that make calls.',
  'call-id-in-use': 'A call with the id "{call}" is under way; use another one.',
  'too-many-calls-of-window': '{most} calls of this window are under way; wait for one, or cancel one.',
  'masked-values': 'The trace has masked values of this call; put the real ones in their places, then replay it.',
  'replay-acts': '{tool} acts; confirm it, then it is sent.',
  'replay-of-notification': 'A notification is not answered, so there is nothing to replay.',
  'replay-of-connection': '{method} belongs to the connection on which it was sent; it is not sent again.',
  'replay-of-hub': 'The hub asked for this by itself; only calls of agents and of tools are sent again.',
  'replay-not-kept': 'The trace does not have what this request carried any more.',
  'replay-cut': 'The trace has only a part of this request, because it was too large to be kept whole.',
  'policy-unreadable': 'The file cannot be read: {why}.',
  'policy-no-file': 'it is no file',
  'policy-too-large': 'it is larger than {mib} MB',
  'policy-json': ({ expected }) => `${missing[expected]}.`,
  'policy-name-twice': '{name} is there twice.',
  'policy-name-none': '{name} can be the name of nothing; choose another.',
  'policy-does-not-fit': ({ at }) => `${at === null ? 'The policy' : '{at}'}: {why}.`,
  'replay-unknown-agent': '{agent} is not known any more, nor is what it was denied; its calls are not sent again.',
  'entry-not-kept': 'Entry {entry} is not kept any more.',
  'no-server-to-export': 'There is no server to export; add one.',
  'no-desktop': 'This hub runs without a desktop app; start it with npm start to have one.',
  'no-sign-in-under-way': 'No sign-in to it is under way; press "Sign in" first.',
  'only-desktop-opens': 'Only the desktop app opens addresses; open the shown one yourself.',
  'address-not-opened': '"{address}" is not opened: only https addresses without a user are.',
  'no-xdg-open':
    'This system has no xdg-open to open addresses with; install the package "xdg-utils", or open the shown address yourself.',
  'visible-reference': ({ remote }) =>
    `"{server}" has {reference} where nothing fills it in, such as ${remote ? 'the id of a client' : 'the name of a program or a folder'}; put it into ${remote ? 'a header or the address' : 'a variable of its environment or an argument'}.`,
};
