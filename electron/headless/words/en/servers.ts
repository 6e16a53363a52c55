// What `pilothouse servers` and `pilothouse secrets` say, in English.
import { counted } from '../counted.ts';
import type { ServerWords } from '../server-words.ts';

export const serverWords: ServerWords = {
  noServers: 'No servers; pilothouse servers add adds one.',
  toolCount: tools => counted(tools, 'tool', 'tools'),
  memory: bytes => (bytes === null ? '-' : `${Math.round(bytes / 1_000_000)} MB`),
  startTook: ms => (ms === null ? '-' : `start ${ms} ms`),
  serverStates: {
    stopped: 'stopped',
    asleep: 'asleep',
    starting: 'starting',
    running: 'running',
    degraded: 'degraded',
    stopping: 'stopping',
    crashed: 'crashed',
    failed: 'failed',
    unauthorized: 'sign in needed',
  },
  blockedBy: {
    approval: 'waits for approval',
    secret: 'needs a secret',
    runtime: 'needs a runtime',
    value: 'needs values',
    loop: 'leads back here',
    policy: 'forbidden by the policy',
  },
  installingAt: percent => (percent === null ? 'installing' : `installing, ${percent} %`),
  nextTry: time => `next try at ${time}`,
  serverIs: (server, state) => `Server ${server}: ${state}`,
  serverSet: server => `Settings of ${server} saved; it restarts if it was running.`,
  whatToSet: 'Say what to set: --start, --idle, --start-time, --call-time, --withhold or --give.',
  serverGone: server => `Server ${server} was removed.`,
  serverAdded: server =>
    `Server ${server} was added and waits for approval; pilothouse servers approve ${server} shows what it would run.`,
  whichServer:
    'Say what to add: an address, a link from a web page, a name with a command or an address, or --file with the file that lists servers (mcpServers).',
  wouldRun: (server, command) => `Server ${server} would run: ${command}`,
  inFolder: folder => `  in the folder ${folder}`,
  hiddenVariable: name => `  ${name}=… (a value that looks like a secret)`,
  warning: sentence => `  Warning: ${sentence}`,
  serverApproved: (server, hash) => `Server ${server} was approved, for exactly this (${hash}), and starts.`,
  noSecrets: 'No secrets.',
  isSet: isSet => (isSet ? 'has a value' : 'has no value'),
  usedBy: servers => (servers.length === 0 ? 'used by no server' : `used by ${servers.join(', ')}`),
  typeSecret: name => `Value of ${name}, which is not shown: `,
  noValue: name => `There is no value for ${name}; type it, or hand it over on standard input.`,
  secretSet: name => `Secret ${name} was set.`,
  secretRemoved: name => `Secret ${name} was removed.`,
  noSecret: name => `No value is kept for ${name}; pilothouse secrets list names those that are.`,
  noFile: (path, cause) => `${path} could not be read (${cause}); name a file that can be, or - for standard input.`,
};
