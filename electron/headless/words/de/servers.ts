// What `pilothouse servers` and `pilothouse secrets` say, in German.
import { counted } from '../counted.ts';
import type { ServerWords } from '../server-words.ts';

export const serverWords: ServerWords = {
  noServers: 'Keine Server; pilothouse servers add fügt einen hinzu.',
  toolCount: tools => counted(tools, 'Tool', 'Tools'),
  memory: bytes => (bytes === null ? '-' : `${Math.round(bytes / 1_000_000)} MB`),
  startTook: ms => (ms === null ? '-' : `Start ${ms} ms`),
  serverStates: {
    stopped: 'gestoppt',
    asleep: 'schläft',
    starting: 'startet',
    running: 'läuft',
    degraded: 'eingeschränkt',
    stopping: 'endet',
    crashed: 'abgestürzt',
    failed: 'fehlgeschlagen',
    unauthorized: 'Anmeldung nötig',
  },
  blockedBy: {
    approval: 'wartet auf Freischaltung',
    secret: 'braucht ein Geheimnis',
    runtime: 'braucht eine Laufzeit',
    value: 'braucht Werte',
    loop: 'führt hierher zurück',
    policy: 'von der Richtlinie verboten',
  },
  installingAt: percent => (percent === null ? 'wird installiert' : `wird installiert, ${percent} %`),
  nextTry: time => `nächster Versuch um ${time}`,
  serverIs: (server, state) => `Server ${server}: ${state}`,
  serverSet: server => `Einstellungen von ${server} gespeichert; er startet neu, wenn er lief.`,
  whatToSet: 'Es fehlt, was eingestellt wird: --start, --idle, --start-time, --call-time, --withhold oder --give.',
  serverGone: server => `Server ${server} wurde entfernt.`,
  serverAdded: server =>
    `Server ${server} wurde hinzugefügt und wartet auf Freischaltung; pilothouse servers approve ${server} zeigt, was er starten würde.`,
  whichServer:
    'Es fehlt, was hinzukommt: eine Adresse, ein Link von einer Webseite, ein Name mit einem Befehl oder einer Adresse, oder --file mit der Datei, die Server auflistet (mcpServers).',
  wouldRun: (server, command) => `Server ${server} würde starten: ${command}`,
  inFolder: folder => `  im Ordner ${folder}`,
  hiddenVariable: name => `  ${name}=… (ein Wert, der wie ein Geheimnis aussieht)`,
  warning: sentence => `  Achtung: ${sentence}`,
  serverApproved: (server, hash) => `Server ${server} ist freigeschaltet, für genau das (${hash}), und startet.`,
  noSecrets: 'Keine Geheimnisse.',
  isSet: isSet => (isSet ? 'hat einen Wert' : 'hat keinen Wert'),
  usedBy: servers => (servers.length === 0 ? 'von keinem Server genutzt' : `genutzt von ${servers.join(', ')}`),
  typeSecret: name => `Wert von ${name}, der nicht gezeigt wird: `,
  noValue: name => `Es fehlt ein Wert für ${name}; ihn eintippen oder über die Standardeingabe übergeben.`,
  secretSet: name => `Geheimnis ${name} wurde gesetzt.`,
  secretRemoved: name => `Geheimnis ${name} wurde entfernt.`,
  noSecret: name => `Für ${name} ist kein Wert hinterlegt; pilothouse secrets list nennt die, die es gibt.`,
  noFile: (path, cause) =>
    `${path} ließ sich nicht lesen (${cause}); eine lesbare Datei nennen, oder - für die Standardeingabe.`,
};
