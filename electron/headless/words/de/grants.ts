// What `pilothouse grants` says, in German.
import { readRule } from '../../../../contract/call-rules.ts';
import { counted } from '../counted.ts';
import type { Resource } from '../../../../contract/schemas/permissions.ts';
import type { GrantWords } from '../grant-words.ts';

const differing = {
  subject: 'wer fragt',
  agent: 'der Agent',
  scope: 'die Berechtigung',
  tool: 'das Tool',
  place: 'der Ort',
} as const;

export const grantWords: GrantWords = {
  noGrants: 'Keine Freigaben.',
  policy: (rules, path) => `Richtlinie: ${counted(rules, 'Regel', 'Regeln')} aus ${path}.`,
  lastGoodRules: 'Es gelten die letzten guten Regeln.',
  granted: (id, grant) => `Freigabe ${id}: ${grant}`,
  revoked: id => `Freigabe ${id} wurde widerrufen.`,
  effects: { allow: 'erlaubt', deny: 'verbietet' },
  subjects: { client: 'Client', origin: 'Website', plugin: 'Plugin', hub: 'Hub' },
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
  oneSubject: 'Es fehlt, für wen: genau eines von --client, --origin, --plugin und --hub.',
  onePlace: 'Höchstens ein Ort geht: --site, --server oder --tab.',
  noTab: text =>
    `${JSON.stringify(text)} ist kein Tab; die Kennung des Browsers, einen Doppelpunkt und seine Nummer angeben.`,
};

const startWords: Readonly<Record<string, string>> = {
  'own-tabs': 'der Beginn des Clients: in eigenen Tabs darf er arbeiten',
  'own-tools': 'dass die Seite dieses Tool selbst mitgebracht hat',
  'read-only-client': 'der Beginn des Clients: er darf nur lesen',
  'approved-client': 'die Zulassung des Clients: was Server anbieten, darf er lesen',
  'reading-tool': 'die Zulassung des Clients, weil das Tool nur liest',
};

/** `die eigene Freigabe 24`, `die Regel "no-uploads" in policy.json`. */
function ruleWords(code: string): string {
  const rule = readRule(code);
  if (rule?.kind === 'grant') return `die eigene Freigabe ${rule.id}`;
  if (rule?.kind === 'policy') return `die Regel ${JSON.stringify(rule.id)} in policy.json`;
  if (rule?.kind === 'fleet')
    return `die Regel ${JSON.stringify(rule.id)} der Richtlinie der Flotte, Version ${rule.version}, signiert von ${rule.signer}`;
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
    case 'plugin':
      return `Plugin ${resource.pluginId}`;
  }
}
