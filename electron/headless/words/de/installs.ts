// What `pilothouse catalogue add` and `pilothouse installs` say, in German.
import type { InstallWords } from '../install-words.ts';

const list = (names: readonly string[]) => names.join(', ');

export const installCliWords: InstallWords = {
  noSuchEntry: name => `Keine Quelle hat einen Eintrag „${name}“; pilothouse catalogue search findet den ganzen Namen.`,
  severalSources: (name, sources) => `Mehrere Quellen haben „${name}“; mit --source wählen: ${list(sources)}.`,
  noSuchWay: (way, ways) => `Einen Weg ${way} gibt es nicht; es gibt ${list(ways)}.`,
  otherWays: ways => `Er lässt sich auch anders betreiben; mit --way wählen: ${list(ways)}.`,
  publishedBy: (by, verified, source) =>
    `Veröffentlicht als ${by || 'niemand'}, ${verified ? 'geprüft' : 'nicht geprüft'} von ${source}.`,
  withdrawn: (status, message) =>
    `Wer ihn veröffentlicht, ${status === 'withdrawn' ? 'hat ihn zurückgezogen' : 'rät von ihm ab'}${message ? `: ${message}` : '.'}`,
  willRun: commandLine => `Ausgeführt wird: ${commandLine}`,
  withWalls: (folders, hosts) =>
    `Zwischen Mauern, mit den Ordnern: ${list(folders) || 'keine'}; und den Hosts: ${list(hosts) || 'keine'}.`,
  withoutWalls: 'Ohne Mauern: Er darf alles lesen und erreichen, was du darfst.',
  askField: label => `${label}: `,
  deceives: (name, other) => `Vorsicht: ${name} ähnelt ${other}, das bekannter ist. Das kann eine Täuschung sein.`,
  typeName: name => `${name} noch einmal tippen, wenn wirklich dieser gemeint ist: `,
  mustResemble: (name, other) => `${name} ähnelt ${other}; wenn er gemeint ist, mit --resembles ${other} bestätigen.`,
  addIt: name => `${name} hinzufügen? [y/N] `,
  mustSayYes: 'Hier kann niemand gefragt werden; das Obige lesen, dann --yes angeben.',
  notAdded: 'Nichts wurde hinzugefügt.',
  installBegun: server => `Server ${server} wird installiert.`,
  installReady: server =>
    `Server ${server} ist installiert. Er läuft, sobald er freigeschaltet ist: pilothouse servers approve ${server}`,
  installFailed: (server, why) =>
    `Server ${server} ließ sich nicht installieren: ${why} pilothouse installs resume ${server} versucht es noch einmal.`,
  installStopped: server =>
    `Die Installation von ${server} wurde angehalten; pilothouse installs resume ${server} setzt sie fort.`,
  phases: {
    waiting: 'wartet, bis er dran ist',
    fetching: 'wird geholt',
    unpacking: 'wird ausgepackt',
    building: 'wird gebaut',
    trying: 'wird zwischen Mauern probiert',
    stopped: 'angehalten',
    failed: 'fehlgeschlagen',
    ready: 'fertig',
  },
  missingValues: names => `braucht ${list(names)}`,
  noInstalls: 'Nichts ist installiert; pilothouse catalogue add installiert.',
  noSuchInstall: name => `Kein installierter Server heißt „${name}“; pilothouse installs list zeigt sie.`,
  installActs: {
    stop: server => `Die Installation von ${server} wurde angehalten.`,
    resume: server => `Die Installation von ${server} geht weiter.`,
    cancel: server => `Server ${server} wurde entfernt, mit dem, was nur für ihn geholt wurde.`,
  },
};
