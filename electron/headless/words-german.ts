// The command line's words in German.
import { readRule } from '../../contract/call-rules.ts';
import { german as germanReasons } from '../../words/german.ts';
import { reasonText } from '../../words/reason.ts';
import { browserWords } from './words/de/browsers.ts';
import type { Resource } from '../../contract/schemas/permissions.ts';
import type { CliWords } from './cli-words.ts';

const modes = { running: 'laufen', 'read-only': 'lesen nur', paused: 'pausieren', stopped: 'sind gestoppt' } as const;
const shells = { electron: 'mit Fenster', headless: 'ohne Fenster' } as const;

const differing = {
  subject: 'wer fragt',
  agent: 'der Agent',
  scope: 'die Berechtigung',
  tool: 'das Tool',
  place: 'der Ort',
} as const;

const number = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const panelAt = (url: string) => `Das Panel, diese Adresse gilt einmal: ${url}`;

export const german: CliWords = {
  reason: reason => reasonText(germanReasons, reason),
  ...browserWords,
  noHub: file => `Es läuft kein Hub: ${file} gibt es nicht; Pilothouse starten.`,
  windowComes: 'Das Fenster kommt nach vorn.',
  runs: (home, url) => `Pilothouse läuft auf ${home}. ${panelAt(url)}`,
  runsAlready: (home, pid, url) =>
    `Pilothouse läuft schon auf ${home} (Prozess ${pid}). ${url === null ? 'Das Fenster kommt nach vorn.' : panelAt(url)}`,
  browserIsLed: page =>
    `Der Browser wird durch ${page} dorthin geführt; wenn er diese Datei nicht lesen darf, ihm die Adresse geben.`,
  stillStarting: home => `Der Hub auf ${home} startet noch; gleich noch einmal versuchen.`,
  portTaken: port =>
    `Port ${port} für das Panel ist belegt. Das Programm beenden, das ihn hat, oder mit --port 0 starten.`,
  portForbidden: port =>
    `Port ${port} für das Panel ist nicht erlaubt. Einen über 1023 nehmen oder mit --port 0 starten.`,
  stillRuns: (home, pid) => `Der Hub auf ${home} sollte enden, und Prozess ${pid} läuft noch; diesen beenden.`,
  status: ({ version, home, pid, shell, mode }) =>
    `Pilothouse ${version} läuft auf ${home} (Prozess ${pid}, ${shells[shell]}); Agenten ${modes[mode]}.`,
  counts: ({ agents, browsers, servers, allServers, prompts }) =>
    `${number(agents, 'Agent', 'Agenten')}, ${browsers} Browser, ${servers} von ${allServers} Servern; ${number(prompts, 'Frage wartet', 'Fragen warten')} auf Antwort.`,
  noGrants: 'Keine Freigaben.',
  policy: (rules, path) => `Richtlinie: ${number(rules, 'Regel', 'Regeln')} aus ${path}.`,
  lastGoodRules: 'Es gelten die letzten guten Regeln.',
  granted: (id, grant) => `Freigabe ${id}: ${grant}`,
  revoked: id => `Freigabe ${id} wurde widerrufen.`,
  effects: { allow: 'erlaubt', deny: 'verbietet' },
  subjects: { client: 'Client', origin: 'Website', plugin: 'Plugin' },
  lifetimes: {
    use: 'für einen Aufruf',
    once: '10 Minuten',
    agent: 'bis der Agent geht',
    lock: 'bis der Bildschirm gesperrt wird',
    always: 'bis zum Widerruf',
  },
  readingOnly: 'nur lesend',
  place: placeWords,
  used: times => (times === 0 ? 'noch nicht genutzt' : times === 1 ? 'einmal genutzt' : `${times}-mal genutzt`),
  isAsked: 'Danach wird gefragt: keine Regel spricht davon.',
  decided: (decision, rule) =>
    `Das ${decision === 'allow' ? 'erlaubt' : 'verbietet'} ${rule === null ? 'keine Regel' : ruleWords(rule)}.`,
  noFit: (rule, effect, differences) => `Nicht zutreffend, was sonst ${effect}: ${ruleWords(rule)}: ${differences}.`,
  differs: (what, rule, call) => `${differing[what]} ist ${rule}${call === null ? '' : `, nicht ${call}`}`,
  onlyReads: 'sie spricht nur von dem, was liest, und der Aufruf handelt',
  ended: moment => `sie endete am ${moment}`,
  toAllow: command => `Um es zu erlauben: ${command}`,
  missingScope: 'Es fehlt, worum es geht: --scope, etwa servers:call, oder --prompt mit der Nummer einer Frage.',
  oneSubject: 'Es fehlt, für wen: genau eines von --client, --origin und --plugin.',
  onePlace: 'Höchstens ein Ort geht: --site, --server oder --tab.',
  noPort: (variable, text) =>
    `${variable} ist ${JSON.stringify(text)}; eine Zahl von 0 bis 65535 angeben oder die Variable weglassen.`,
  noTab: text =>
    `${JSON.stringify(text)} ist kein Tab; die Kennung des Browsers, einen Doppelpunkt und seine Nummer angeben.`,
};

const startWords: Readonly<Record<string, string>> = {
  'own-tabs': 'der Beginn des Clients: in eigenen Tabs darf er arbeiten',
  'read-only-client': 'der Beginn des Clients: er darf nur lesen',
  'approved-client': 'die Zulassung des Clients: was Server anbieten, darf er lesen',
  'reading-tool': 'die Zulassung des Clients, weil das Tool nur liest',
};

/** `die eigene Freigabe 24`, `die Regel "no-uploads" in policy.json`. */
function ruleWords(code: string): string {
  const rule = readRule(code);
  if (rule?.kind === 'grant') return `die eigene Freigabe ${rule.id}`;
  if (rule?.kind === 'policy') return `die Regel ${JSON.stringify(rule.id)} in policy.json`;
  return startWords[code] ?? code;
}

function placeWords(resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return 'überall';
    case 'site':
      return resource.origin;
    case 'tab':
      return `Tab ${resource.tabId} von ${resource.browserId}`;
    case 'server':
      return `Server ${resource.serverId}`;
  }
}
