// What is said of servers, in English.
import type { ServerReasons } from '../../contract/reasons.ts';
import type { CertificateFault } from '../../contract/remote-reasons.ts';
import type { Words } from '../reason.ts';

const whose = { server: 'It', runner: 'Its runner' } as const;

const away: Readonly<Record<ServerReasons['server-away']['state'], string>> = {
  blocked: 'is blocked: {why}',
  installing: 'is being installed; its user has to approve it then under Servers in Pilothouse',
  stopped: 'is stopped; start it under Servers in Pilothouse',
  asleep: 'is asleep; the next call wakes it',
  starting: 'is starting; try again in a moment',
  running: 'is running',
  stopping: 'is stopping; start it again under Servers in Pilothouse',
  crashed: 'has crashed ({why}); start it again under Servers in Pilothouse',
  failed: 'has failed ({why}); start it again under Servers in Pilothouse',
  waiting: 'waits before it starts again ({why}); try again later',
  unauthorized: 'needs you to sign in ({why}); do so under Servers in Pilothouse',
};

const answered = (said: string | null) => `{host} answered HTTP {status}${said === null ? '' : ' ({said})'}`;

const examples = {
  npx: '{name}@1.2.3 with the version you want',
  uvx: '{name}==1.2.3 with the version you want',
  docker: '{name}@sha256:… or a full version as its tag',
} as const;

const certificates: Readonly<Record<CertificateFault, string>> = {
  expired:
    'The certificate of {host} has expired ({code}); whoever runs that host has to renew it, or the clock of this machine is wrong.',
  'not-yet-valid': 'The certificate of {host} is not valid yet ({code}); check the clock of this machine.',
  'self-signed':
    'The certificate of {host} is signed by nobody but itself ({code}); start Pilothouse with the file of that certificate in NODE_EXTRA_CA_CERTS if you trust it.',
  'unknown-issuer':
    'The certificate of {host} is from an authority that is not known here ({code}); start Pilothouse with the file of that authority in NODE_EXTRA_CA_CERTS if you trust it.',
  'other-host': 'The certificate of {host} is for another host{for} ({code}); correct the address.',
  revoked: 'The certificate of {host} was revoked ({code}); whoever runs that host has to renew it.',
  other: 'The certificate of {host} is not trusted ({code}); check the address, or renew it.',
};

const signInAddresses = {
  server: 'The address of "{server}"',
  'sign-in': 'The address of its sign-in',
  redirect: 'An address of its sign-in',
} as const;

export const serverWords: Words<ServerReasons> = {
  exited: ({ of, code }) => `${whose[of]} exited with code ${code ?? 'unknown'} and wrote nothing to stderr.`,
  'exited-saying': ({ of, code }) => `${whose[of]} exited with code ${code ?? 'unknown'}: {cause}.`,
  'exited-because': ({ of, code }) => `${whose[of]} exited with code ${code ?? 'unknown'}: {why}.`,
  killed: ({ of }) => `${whose[of]} was ended by {signal}.`,
  'closed-input': 'It closed its input.',
  'closed-output': 'It closed its output.',
  'input-full': 'It did not read its input: {mib} MiB wait for it.',
  'line-too-long': 'It sent a line of more than {mib} MiB.',
  'was-stopped': 'It was stopped.',
  'no-answer': 'It answers nothing: {pings} pings in a row.',
  'handshake-failed': 'Its handshake failed: {why}.',
  'handshake-timed-out': ({ why, said }) =>
    `It did not answer the handshake in {seconds} s${why ? ': {why}' : said === null ? ', and wrote nothing that says why; give it more time under Config, or look at its log' : '; it wrote: {said}'}.`,
  'no-handshake': ({ why }) => `Its answer to initialize is none${why ? ': {why}' : ''}.`,
  'unusable-answer': 'Its answer to {method} cannot be used: {why}.',
  'list-failed': '{method} fails: {why}; what else it offers can be used, and this is asked for again by itself.',
  'other-versions': 'It speaks MCP {said}; Pilothouse speaks {spoken}.',

  'no-start-folder': 'The folder "{folder}" to run "{command}" in does not exist; create it or correct "cwd".',
  'not-executable':
    '"{command}" may not be run: it is no program or its permissions forbid it; name another or make it executable (chmod +x).',
  'start-failed': '"{command}" could not be started: {why}; correct its command.',
  'no-interpreter': '"{command}" exists, but the interpreter that its first line names was not found; install that.',
  'no-such-program': '"{command}" does not exist; correct the path.',
  'not-on-path': ({ path, windows, from }) =>
    `"{command}" was not found${windows ? ' as a program (.exe, .cmd, .bat)' : ''} on the PATH (${
      path === null ? 'empty' : '{path}'
    }); install ${from === null ? 'it' : '{from} ({at})'} or give an absolute path.`,
  'runner-not-started': 'Its runner could not be started: {why}; reinstall Pilothouse, or close other programs.',
  'runner-of-other-version': 'Its runner is not the one of this version; reinstall Pilothouse.',
  'replaced-while-running': 'Pilothouse was replaced on disk while it was running; restart it.',
  'needs-secret': 'It needs the secret "{secret}"; set it in Settings, under Secrets.',
  'no-wasm-folders':
    'On {system} a WASI module gets no folders, because they could not be kept closed; remove its folders, or add it as the command "wasmtime run --dir FOLDER FILE".',
  'batch-file-name': '"{path}" cannot be the path of a batch file; rename it without quotes and percent signs',
  'batch-line-break': 'the argument "{argument}" holds a line break, which cuts the command line of a batch file short',
  'work-folder-in-project':
    "Its folder {folder} lies in another project ({project}), whose programs could run in place of its own; start Pilothouse with a --home outside of it, or name a folder in the server's config.",
  'work-folder-no-folder': '{folder} is no folder of its own; move it away.',
  'work-folder-of-other': '{folder} belongs to user {uid}; move it away.',

  'own-hub-address':
    '{host} is this Pilothouse itself, which would ask itself without an end; it is for agents to connect to.',
  'own-hub-command':
    'Its command leads back to this Pilothouse itself, which would ask itself without an end; it is for agents to connect with.',
  'own-hub-behind':
    'It leads back to this Pilothouse, which is among its own servers; take Pilothouse out of those, or keep to one of the two.',
  'server-is-own-hub': '"{name}" is not added: {why}.',

  'waits-for-turn': 'It waits for its turn: at most {atOnce} servers start at once.',
  'automatic-start': 'Automatic start {attempt} of {of} in 10 minutes: {why}.',
  'try-again': 'Try {attempt} to reach it again: {why}.',
  'gave-up': 'It crashed once more after {starts} automatic starts: {why}.',
  'waits-for-you': 'It is not started again by itself, because it would end in the same way: {why}.',
  'fetching-package': ({ runner, said }) =>
    `${{ npx: 'npx', uvx: 'uvx', docker: 'Docker' }[runner]} is fetching {name}${said === null ? '' : ': {said}'}.`,
  'not-approved': ({ what }) =>
    what === 'address'
      ? 'Nothing is sent to it before you approve its address.'
      : 'Nothing of it runs before you approve its command.',
  'approval-changed': ({ what }) =>
    what === 'address'
      ? 'Its address, or one of its headers, is not the one that you approved; read it and approve it again.'
      : 'Its command, or one of its variables, is not the one that you approved; read it and approve it again.',
  'approval-by-names': ({ what }) =>
    `You approved it by the names of its ${what}; their values are a part of it now, so read them and approve it again.`,

  'asks-to-sign-in': '{host} asks for a sign-in (HTTP {status}).',
  'session-forgotten': '{host} has forgotten this connection (HTTP 404).',
  'host-away': ({ said }) => `${answered(said)}; it is away, try again later.`,
  'host-refused': ({ status, said }) => `${answered(said)}; ${remedyFor(status)}.`,
  'no-mcp': '{host} answered with what is no MCP ({why}); check the address.',
  'nothing-listens': 'Nothing listens at {host} ({code}); start the server, or check its address.',
  'no-address': 'There is no host {host} ({code}); check its name.',
  'not-looked-up': 'The address of {host} could not be looked up ({code}); check the network.',
  'no-route': 'No way leads to {host} ({code}); check the network, and the VPN if it needs one.',
  'host-silent': '{host} does not answer ({code}); check the network, the port and the firewall.',
  'no-tls': '{host} does not speak TLS ({code}); write http:// in its address, or another port.',
  'certificate-not-trusted': ({ so, names }) =>
    certificates[so ?? 'other'].replace('{for}', names ? ' (it is for {names})' : ''),
  'connection-broke': 'The connection to {host} broke ({cause}); check your network, and that the server runs.',
  'stream-broke': '{host} cannot be reached any more: its stream broke and did not come back.',
  'answer-cut-off': '{host} ended its answer before it was complete.',
  'not-taken': 'It did not take what it was sent: {mib} MiB wait for it.',

  'sign-in-again': 'It was begun again before it had ended.',
  'sign-in-late': 'Nobody signed in within the time for it.',
  'sign-in-no-address': 'It names no address for it.',
  'sign-in-refused': ({ code }) => `It was refused (${code === null ? 'no code' : '{code}'}).`,
  'sign-in-granted-nothing': 'It granted nothing.',
  'sign-in-done': 'You are signed in to {server}. This page can be closed.',
  'sign-in-failed': 'The sign-in to {server} failed. {why}. Begin again in Pilothouse.',
  'sign-in-not-ours': 'This is not the answer to a sign-in that Pilothouse began. Begin again there.',
  'sign-in-over': 'The time for this sign-in is over. Begin again in Pilothouse.',
  'sign-in-other-account': 'This sign-in belongs to another account of this machine.',
  'sign-in-asker-unknown': 'It cannot be told whose request this is. Open the address that Pilothouse shows.',
  'nothing-here': 'Nothing is here.',
  'sign-in-address': ({ of }) =>
    `${signInAddresses[of]} is "{address}", which is not opened: it must begin with https:// and name no user.`,

  'sandbox-by': 'A sandbox is made by {program} on this machine.',
  'sandbox-forbidden':
    'This system does not let bubblewrap make a sandbox ({why}); allow unprivileged user namespaces.',
  'no-bubblewrap': 'A sandbox needs bubblewrap, which was not found; install the package "bubblewrap".',
  'no-sandbox-exec': 'A sandbox needs /usr/bin/sandbox-exec, which was not found; this macOS has none.',
  'no-sandbox-on-windows':
    'There is no sandbox for servers on Windows; run this server without one, or in a container.',
  'folder-over-link':
    'The folder "{folder}" is reached over the link "{link}", which lies where the server may write; remove the link, or grant "{place}" itself.',
  'writes-its-program':
    'Its program leads to {places} by "{own}", which the server itself may write, so that is not shown to it; grant it to the server under its folders, or do not let the server write to "{folder}".',

  'version-not-fixed': ({ runner, version }) =>
    `${version === null ? 'No version is named' : '{version} names no fixed version'}: each start may run another ${
      runner === 'docker' ? 'image' : 'package'
    } than the one you approve; write ${examples[runner]}.`,
  'secret-in-argument':
    'Argument {at} holds what looks like a secret, and every program of this machine can read it while the server runs; move it into a variable if the server takes one.',
  'secret-in-address':
    'Its address holds what looks like a secret, which is shown with it; move it into a header if you can.',
  'runs-other-code':
    '{names} can make its program run other code than its command shows; read what is given before you approve.',
  'its-folder': 'its folder',

  'ended-during-call': 'The server "{server}" ended during this call. {why}.',
  'server-entered': ({ state, agent, why }) =>
    `${state}${agent === null ? '' : ' for {agent}'}${why === null ? '' : ': {why}.'}`,
  'log-lines-left-out': '{lines} more lines came at once and are left out.',
  'server-away': ({ state }) => `The server "{server}" ${away[state]}.`,
  'no-environment-group': '"{name}" is not a group of variables; name one of {groups}.',
  'no-server': 'There is no server "{server}"; add it under Servers in Pilothouse.',
  'too-many-runs':
    '{most} agents have a run of this server each, and no more are started; disconnect one, or share one run among all.',
};

function remedyFor(status: number): string {
  if (status === 403) return 'check its headers and what your account may do there';
  if (status === 404 || status === 405)
    return 'check the address, and whether it speaks Streamable HTTP or the older SSE';
  if (status === 429) return 'it wants fewer calls, wait a moment';
  if (status >= 500) return 'the fault is on its side, try again later';
  return 'check the address and its headers';
}
