// What `pilothouse import` says, in German.
import type { ImportWords } from '../import-words.ts';

export const importCliWords: ImportWords = {
  whichApp: 'Die App nennen, aus der übernommen wird; pilothouse import zählt auf, welche hier etwas haben.',
  onlyWithTake: '--only nennt, was --take übernehmen soll; --take dazuschreiben.',
  noApps: 'Keine App, die bekannt ist, hat hier etwas, das sich übernehmen ließe.',
  foundInApp: (servers, things) =>
    [`${servers} Server`, ...(things === 0 ? [] : [`${things} ${things === 1 ? 'Sache' : 'Sachen'} daneben`])].join(
      ', ',
    ),
  wasRead: file => `Gelesen: ${file}`,
  serverKind: 'Server',
  thingKinds: { client: 'Client', 'sign-in': 'Anmeldung', models: 'Modelle', conversation: 'Unterhaltung' },
  withSecrets: names => `mit seinen Geheimnissen ${names.join(', ')}`,
  leftOpen: count => `${count} ${count === 1 ? 'Wert ist' : 'Werte sind'} noch offen`,
  hereAs: server => `schon hier als ${server}`,
  nameTakenBy: server => `${server} heißt schon so; mit --only genannt wird er unter anderem Namen hinzugefügt`,
  sameAs: key => `derselbe wie ${key}`,
  wouldReplace: 'schon hier, und nur ersetzt, wo --only es nennt',
  nothingTaken: 'Nichts wurde übernommen; --take übernimmt, was noch nicht hier ist, mit --only NAME eines allein.',
  nothingNew: 'Es gibt nichts zu übernehmen, das nicht schon hier ist.',
  notFoundThere: name => `Dort heißt nichts ${name}; die Liste zeigt Namen und Schlüssel.`,
  thingTaken: (kind, name) => `Übernommen: ${kind} ${name}`,
};
