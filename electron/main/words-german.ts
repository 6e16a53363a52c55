// The shell's words in German. What a permission is called is called so in the panel too.
import { german as germanReasons } from '../../words/german.ts';
import { reasonText } from '../../words/reason.ts';
import type { ShellWords } from './shell-words.ts';

const number = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const uses = (count: number) => (count > 1 ? `Diese ${count} Male` : 'Dieses eine Mal');

export const german: ShellWords = {
  open: 'Pilothouse öffnen',
  quit: 'Pilothouse beenden',
  start: 'Starten',
  stop: 'Stoppen',
  servers: 'Server',
  look: 'Ansehen…',
  modes: {
    running: 'Läuft',
    'read-only': 'Nur lesen',
    paused: 'Alle Agenten pausieren',
    stopped: 'Alle Agenten stoppen',
  },
  now: (mode, agents) =>
    ({
      running: number(agents, 'Agent', 'Agenten'),
      'read-only': 'nur lesen, handelnde Tools werden abgelehnt',
      paused: 'pausiert',
      stopped: 'gestoppt, Agenten sind getrennt',
    })[mode],
  nothingWaits: 'nichts wartet',
  questions: count => `${number(count, 'Frage wartet', 'Fragen warten')} auf Antwort`,
  toApprove: count => `${number(count, 'Browser wartet', 'Browser warten')} auf Zulassung`,
  moreQuestions: count => `${number(count, 'weitere Frage', 'weitere Fragen')}…`,
  moreServers: count => `${count} weitere Server…`,
  argumentsHidden: count => `${count.toLocaleString('de')} Zeichen Argumente sind hier nicht gezeigt`,
  allow: count => `${uses(count)} erlauben`,
  deny: count => `${uses(count)} ablehnen`,
  scopes: {
    'model:prompt': 'Text erzeugen',
    'model:tools': 'ein Modell Tools aufrufen lassen',
    'model:list': 'sehen, welche Modelle es gibt',
    'mcp:tools.list': 'sehen, welche Tools es gibt',
    'mcp:tools.call': 'Tools aufrufen',
    'mcp:servers.register': 'MCP-Server anmelden',
    'browser:activeTab.read': 'die Seite in den eigenen Tabs lesen',
    'chat:open': 'den Chat öffnen',
    'browser:activeTab.interact': 'in den eigenen Tabs klicken und tippen',
    'browser:activeTab.screenshot': 'Bilder der eigenen Tabs aufnehmen',
    'browser:navigate': 'Adressen in den eigenen Tabs öffnen',
    'browser:tabs.read': 'die eigenen Tabs sehen',
    'browser:tabs.create': 'neue Tabs öffnen',
    'web:fetch': 'Anfragen an andere Websites senden',
    'addressBar:suggest': 'in der Adresszeile vorschlagen',
    'addressBar:context': 'den Tab kennen, in dessen Adresszeile getippt wird',
    'addressBar:history': 'lesen, was früher besucht und gewählt wurde',
    'addressBar:execute': 'ausführen, was in der Adresszeile gewählt wird',
    'agents:register': 'anderen Seiten einen Agenten anbieten',
    'agents:discover': 'Agenten anderer Seiten sehen',
    'agents:invoke': 'Agenten anderer Seiten Aufgaben geben',
    'agents:message': 'mit Agenten anderer Seiten Nachrichten austauschen',
    'agents:crossOrigin': 'Agenten anderer Websites erreichen',
    'agents:remote': 'Agenten auf anderen Geräten erreichen',
    'browser:script': 'Skripte in den eigenen Tabs ausführen',
    'browser:files': 'Dateien an Seiten geben',
    'servers:read': 'Prompts und Ressourcen eines MCP-Servers lesen',
    'servers:call': 'Tools eines MCP-Servers aufrufen',
    'plugins:call': 'Tools eines Plugins aufrufen',
    'hub:panel':
      'sehen, was dieses Panel zeigt: Aufrufe mit allem, was gefragt und geantwortet wurde, und Bilder von Seiten',
    'hub:answer': 'hier Fragen von Agenten beantworten',
    'servers:manage': 'MCP-Server starten, stoppen und ändern',
  },
  wants: (verb, where) => `Möchte ${verb}: ${where}`,
  siteAsks: origin => `${origin} möchte den Assistenten benutzen`,
  siteWants: (scopes, others) =>
    `Sie fragt nach ${number(scopes, 'Berechtigung', 'Berechtigungen')}.${others > 0 ? ` Auch ${number(others, 'weitere Seite fragt', 'weitere Seiten fragen')}.` : ''}`,
  pagesAsk: count => `${number(count, 'Seite fragt', 'Seiten fragen')} nach Berechtigungen`,
  asks: (asker, verb) => `${asker} möchte ${verb}`,
  unanswered: (what, others) => {
    const more = others > 0 ? ` ${number(others, 'weitere Frage wartet', 'weitere Fragen warten')}.` : '';
    return `${what}. Ohne Antwort wird abgelehnt.${more}`;
  },
  states: {
    blocked: 'gesperrt',
    installing: 'wird installiert',
    stopped: 'gestoppt',
    asleep: 'schläft',
    starting: 'startet',
    running: 'läuft',
    degraded: 'eingeschränkt',
    stopping: 'wird gestoppt',
    crashed: 'abgestürzt',
    waiting: 'startet gleich neu',
    failed: 'fehlgeschlagen',
    unauthorized: 'Anmeldung nötig',
  },
  crashed: (name, kind) => {
    if (kind === 'failed') return `${name} hat aufgegeben`;
    return kind === 'waiting' ? `${name} ist abgestürzt und startet von selbst neu` : `${name} ist abgestürzt`;
  },
  away: name => `${name} ist nicht erreichbar und kommt von selbst zurück`,
  reason: reason => reasonText(germanReasons, reason),
  logTells: 'Sein Log sagt mehr.',
  drifted: name => `${name} hat seine Tools geändert`,
  differing: tools =>
    tools === 1
      ? '1 Definition ist nicht mehr die, die zugelassen wurde. Agenten bekommen sie erst nach einem Blick darauf.'
      : `${tools} Definitionen sind nicht mehr die, die zugelassen wurden. Agenten bekommen sie erst nach einem Blick darauf.`,
  connects: name => `${name} möchte sich verbinden`,
  waitsForYou: 'Die Verbindung wartet auf Zulassung.',
  asksForRules: program => `${program ?? 'Ein unbekanntes Programm'} möchte die Regeln ändern`,
  changedRules: program => `${program ?? 'Ein unbekanntes Programm'} hat die Regeln geändert`,
  changesToConfirm: count => `${number(count, 'Änderung wartet', 'Änderungen warten')} auf Bestätigung`,
  answerInPanel: 'Gefragt wurde über die Kommandozeile. Ohne Antwort wird abgelehnt.',
  bundleRefused: file => `${file} lässt sich nicht öffnen`,
  closing: {
    question: 'Soll Pilothouse im Infobereich weiterlaufen?',
    detail:
      'Agenten, Browser und Server bleiben verbunden, und das Symbol im Infobereich öffnet das Fenster wieder. Beenden trennt sie. In den Einstellungen lässt sich das später ändern.',
    buttons: ['Weiterlaufen lassen', 'Beenden', 'Abbrechen'],
  },
};
