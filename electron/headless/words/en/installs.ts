// What `pilothouse catalogue add` and `pilothouse installs` say, in English.
import type { InstallWords } from '../install-words.ts';

const list = (names: readonly string[]) => names.join(', ');

export const installCliWords: InstallWords = {
  noSuchEntry: name => `No source has an entry "${name}"; pilothouse catalogue search finds its whole name.`,
  severalSources: (name, sources) => `Several sources have "${name}"; choose one with --source: ${list(sources)}.`,
  noSuchWay: (way, ways) => `There is no way ${way}; there are ${list(ways)}.`,
  otherWays: ways => `It can be run otherwise too; choose with --way: ${list(ways)}.`,
  publishedBy: (by, verified, source) =>
    `Published as ${by || 'nobody'}, ${verified ? 'whose name was verified' : 'not verified'} by ${source}.`,
  withdrawn: (status, message) =>
    `Its publisher ${status === 'withdrawn' ? 'has withdrawn it' : 'advises against it'}${message ? `: ${message}` : '.'}`,
  willRun: commandLine => `It will run: ${commandLine}`,
  withWalls: (folders, hosts) =>
    `Between walls, with the folders: ${list(folders) || 'none'}; and the hosts: ${list(hosts) || 'none'}.`,
  withoutWalls: 'Without walls: it may read and reach all that you may.',
  askField: label => `${label}: `,
  deceives: (name, other) => `Careful: ${name} resembles ${other}, which is better known. It may be meant to deceive.`,
  typeName: name => `Type ${name} once more if this is the one that you want: `,
  mustResemble: (name, other) => `${name} resembles ${other}; if it is meant, say so with --resembles ${other}.`,
  addIt: name => `Add ${name}? [y/N] `,
  mustSayYes: 'Nobody can be asked here; read what is said above, then say --yes.',
  notAdded: 'Nothing was added.',
  installBegun: server => `Server ${server} is being installed.`,
  installReady: server =>
    `Server ${server} is installed. It runs once it is approved: pilothouse servers approve ${server}`,
  installFailed: (server, why) =>
    `Server ${server} could not be installed: ${why} pilothouse installs resume ${server} tries again.`,
  installStopped: server => `The install of ${server} was stopped; pilothouse installs resume ${server} goes on.`,
  phases: {
    waiting: 'waits for its turn',
    fetching: 'is fetched',
    unpacking: 'is unpacked',
    building: 'is built',
    trying: 'is tried between walls',
    stopped: 'stopped',
    failed: 'failed',
    ready: 'ready',
  },
  missingValues: names => `needs ${list(names)}`,
  noInstalls: 'Nothing has been installed; pilothouse catalogue add does.',
  noSuchInstall: name => `No installed server is called "${name}"; pilothouse installs list shows them.`,
  installActs: {
    stop: server => `The install of ${server} was stopped.`,
    resume: server => `The install of ${server} goes on.`,
    cancel: server => `Server ${server} was taken away, with what was fetched for it alone.`,
  },
};
