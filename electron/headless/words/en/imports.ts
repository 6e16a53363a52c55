// What `pilothouse import` says, in English.
import type { ImportWords } from '../import-words.ts';

export const importCliWords: ImportWords = {
  whichApp: 'Name the app to take things over from; pilothouse import lists those that have something here.',
  onlyWithTake: '--only names what --take is to take over; add --take.',
  noApps: 'No app that is known has anything here that could be taken over.',
  foundInApp: (servers, things) =>
    [
      `${servers} ${servers === 1 ? 'server' : 'servers'}`,
      ...(things === 0 ? [] : [`${things} ${things === 1 ? 'thing' : 'things'} beside`]),
    ].join(', '),
  wasRead: file => `Read: ${file}`,
  serverKind: 'server',
  thingKinds: { client: 'client', 'sign-in': 'sign-in', models: 'models', conversation: 'conversation' },
  withSecrets: names => `with its secrets ${names.join(', ')}`,
  leftOpen: count => `${count} ${count === 1 ? 'value is' : 'values are'} left open`,
  hereAs: server => `here already as ${server}`,
  nameTakenBy: server => `its name is taken by ${server}; name it with --only to add it under another one`,
  sameAs: key => `the same as ${key}`,
  wouldReplace: 'here already, and replaced only where --only names it',
  nothingTaken: 'Nothing was taken over; --take takes over what is not here yet, --only NAME with it one alone.',
  nothingNew: 'There is nothing to take over that is not here yet.',
  notFoundThere: name => `Nothing there is called ${name}; the list shows names and keys.`,
  thingTaken: (kind, name) => `Taken over: ${kind} ${name}`,
};
