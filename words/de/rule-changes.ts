// What was changed of what is allowed and who asked for it, in German.
import type { RunMode, ToolListing } from '../../contract/entities.ts';
import type { Lifetime } from '../../contract/permissions.ts';
import type { RuleChangeReasons } from '../../contract/reasons.ts';
import type { Client } from '../../contract/schemas/entities.ts';
import type { Words } from '../reason.ts';

const vias = {
  panel: 'das Panel',
  tray: 'die Leiste',
  start: 'der Start',
  file: 'eine Datei',
  fleet: 'die Flotte',
  cli: 'die Befehlszeile',
  extension: 'eine Browsererweiterung',
  companion: 'im Browser',
  hub: 'ein anderer Hub der Flotte',
  setup: 'die Einrichtungsdatei',
};
const notes = {
  alone: 'die Befehlszeile darf allein erweitern',
  confirmed: 'im Panel bestätigt',
  'no-panel': 'kein Panel war offen',
};
const places = {
  any: 'überall',
  site: '{place}',
  tab: 'Tab {place} von {browser}',
  server: 'Server {place}',
  plugin: 'Plugin {place}',
};
const effects = { allow: 'erlaubt', deny: 'verboten' };
const subjects = { client: 'Client', origin: 'Website', plugin: 'Plugin', hub: 'Hub' };
const modes: Readonly<Record<RunMode, string>> = {
  running: 'läuft',
  'read-only': 'nur lesen',
  paused: 'pausiert',
  stopped: 'gestoppt',
};
const lifetimes: Readonly<Record<Lifetime, string>> = {
  use: 'dieses Mal',
  once: 'einmal',
  agent: 'bis der Agent geht',
  lock: 'bis zur Bildschirmsperre',
  always: 'für immer',
};
const starts: Readonly<Record<Client['start'], string>> = {
  ask: 'fragen',
  'own-tabs': 'eigene Tabs',
  'read-only': 'nur lesen',
};
const listings: Readonly<Record<ToolListing, string>> = {
  whole: 'alle in der Liste',
  groups: 'in Gruppen',
  search: 'über die Suche',
};
const decided = { approved: 'freigeschaltet', refused: 'abgelehnt', forgotten: 'vergessen' };

const runs = { started: 'gestartet', stopped: 'gestoppt', restarted: 'neu gestartet' };

const onOff = (on: boolean) => (on ? 'an' : 'aus');

const sourceChanges = {
  added: 'hinzugefügt',
  changed: 'geändert',
  'switched-on': 'eingeschaltet',
  'switched-off': 'ausgeschaltet',
  'taken-away': 'entfernt',
};

export const ruleChangeWords: Words<RuleChangeReasons> = {
  'rule-change': '{by}: {what}',
  'rule-change-not-made': ({ so }) => `{by}: ${so === 'refused' ? 'abgelehnt' : 'ohne Antwort'}: {what}`,
  'rule-asker': ({ via, browser, hub, file, processes, note }) => {
    const program = processes.length > 0 ? ': {processes}' : via === 'cli' ? ': unbekanntes Programm' : '';
    return `${vias[via]}${browser === undefined ? '' : ' {browser}'}${hub === undefined ? '' : ' {hub}'}${file === undefined ? '' : ' {file}'}${program}${note === null ? '' : `; ${notes[note]}`}`;
  },
  'started-by': '{program}, gestartet von {by}',
  'asking-process': ({ program }) => `${program === null ? 'ein Programm' : '{program}'} (Prozess {pid})`,

  'change-waits': 'Es wartet auf eine Bestätigung im Panel, höchstens {minutes} Minuten: {what}.',
  'change-refused': 'Es wurde im Panel abgelehnt: {what}. Nichts wurde geändert.',
  'change-other':
    'Worum es geht, hat sich geändert, während es im Panel wartete; deshalb wurde nichts getan: {what}. Neu darum bitten.',
  'change-not-confirmed':
    'Niemand hat es binnen {minutes} Minuten im Panel bestätigt: {what}. Nichts wurde geändert. Den Nutzer bitten, das Panel zu öffnen, dann noch einmal versuchen.',
  'asker-left': 'Wer darum gebeten hat, ist gegangen.',
  'own-child-asks':
    'Ein Programm, das dieser Hub selbst gestartet hat, bat um eine Adresse des Panels und bekommt keine, solange kein Panel offen ist. Nur der Nutzer kann eines öffnen.',

  'grant-line': ({ effect, subjectKind, tools, reading, placeKind, lifetime }) =>
    `${effects[effect]} für ${subjects[subjectKind]} {subject}: {scope}${tools === null ? '' : ' ({tools})'}${reading ? ', nur lesend' : ''}, ${places[placeKind]}, ${lifetimes[lifetime]}`,
  'grant-added': '{grant}, als Freigabe {id}',
  'grant-revoked': ({ grant }) => `Freigabe {id} widerrufen${grant === null ? '' : ' ({grant})'}`,
  'plugin-taken-with': 'Plugin {plugin}: vergessen, und damit, was über es entschieden war: {lost}',
  'address-wanted': 'eine neue Adresse des Panels, die alles ändern darf',
  'address-given': 'eine neue Adresse des Panels wurde ausgegeben',
  'policy-read': '{path} hat jetzt {rules} Regeln',
  'policy-list-fetched': 'die signierte Liste der Richtlinie wird geholt',
  'install-begun': ({ entry }) =>
    `Server {server}: installiert aus ${entry === null ? 'einem Bundle' : '{entry}'}, freizuschalten`,
  'catalogue-source-set': ({ how, address }) =>
    `Quelle {source} des Katalogs${address === '' ? '' : ' ({address})'}: ${sourceChanges[how]}`,
  'hub-ends': 'der Hub endet',

  'mode-set': ({ was, mode }) => `alle Agenten: ${modes[was]} → ${modes[mode]}`,
  'agent-mode-set': ({ mode }) => `Agent {agent}: ${modes[mode]}`,
  'agent-freed': 'Agent {agent}: von seinem Plan entbunden',
  'lock-pause-set': ({ on }) => `Pause bei Bildschirmsperre: ${onOff(on)}`,
  'cli-widens-set': ({ on }) => `die Befehlszeile darf allein Rechte erweitern: ${onOff(on)}`,
  'credential-made': ({ start }) => `ein Zugang für {name}, Start: ${starts[start]}`,
  'credential-revoked': 'Client {client}: sein Zugang ist widerrufen',
  'client-admitted': ({ admitted }) => `Client {client}: ${admitted ? 'eingelassen' : 'ausgesperrt'}`,
  'client-start-set': ({ start }) => `Client {client}, Start: ${starts[start]}`,
  'client-listing-set': ({ listing }) => `Client {client}: Tools: ${listings[listing]}`,
  'client-sees-hub-set': ({ on }) => `Client {client}: darf nach sich selbst fragen: ${onOff(on)}`,
  'browser-decided': ({ how }) => `Browser {browser}: ${decided[how]}`,
  'things-taken': ({ count, replaced }) =>
    `${count} ${count === 1 ? 'Sache' : 'Sachen'} neben Servern: aus einer anderen App übernommen${replaced?.length ? '; anstelle dessen, was hier ist: {replaced}' : ''}`,
  'servers-added': 'Server {servers}: hinzugefügt, noch freizuschalten',
  'server-run-set': ({ how }) => `Server {server}: ${runs[how]}`,
  'tool-called': 'Tool {tool}: als eigener Aufruf ausgeführt',
  'pairing-code-made': 'ein Code, der einen Browser einlässt, für zwei Minuten',
  'browser-paired': 'Browser {browser}: zugelassen durch den dort eingegebenen Code',
  'server-approved': 'Server {server}: wie gezeigt freigeschaltet',
  'server-options-set': 'Server {server}: {options} gesetzt',
  'server-configured': 'Server {server}: seine Konfiguration',
  'server-taken-away': 'Server {server}: entfernt',
  'server-taken-with': 'Server {server}: entfernt, und damit, was über ihn entschieden war: {lost}',
  'secret-changed': ({ isSet }) => `Geheimnis {secret}: ${isSet ? 'gesetzt' : 'entfernt'}`,
  'account-client-changed': ({ isSet }) => `Client für {provider}: ${isSet ? 'gesetzt' : 'entfernt'}`,
  'tool-switched': ({ client, on }) => `Tool {tool}, ${client === null ? 'alle' : '{client}'}: ${onOff(on)}`,
  'tools-accepted': 'Server {server}: die neuen Definitionen von {tools} sind angenommen',
  'tool-reviewed': ({ accept }) => `Tool {tool}: seine neue Definition ist ${accept ? 'angenommen' : 'abgelehnt'}`,
  'agent-disconnect-with': ({ project }) =>
    `{agent}${project === null ? '' : ' in {project}'} wird getrennt, sein Zugang widerrufen, und damit geht, was über ihn entschieden war: {lost}`,
  'prompts-answered': ({ effect, lifetime }) => `${effects[effect]}, ${lifetimes[lifetime]}, als Antwort: {calls}`,
  'answered-call': '{client}, {tool} ({where})',
  'learning-switched': ({ on }) => `der Lernmodus ${on ? 'beginnt' : 'endet'}`,
  'learning-accepted': 'gelernte Freigaben: {accepted} angenommen, {refused} abgelehnt',
  'endpoint-set': ({ on }) => `Zugang {endpoint}: ${onOff(on)}`,
  'endpoint-token-made': 'Zugang {endpoint}: ein neues Token',
  'prometheus-set': ({ on }) => `Metriken für Prometheus: ${onOff(on)}`,
  'prometheus-token-made': 'ein neues Token, das die Metriken für Prometheus liest',
  'mcp-server-set': 'MCP über HTTP: {options} gesetzt',
  'retention-set': 'wie viele Entscheidungen das Audit behält',
  'limits-set': 'Grenzen: {limits}',
  'site-set': ({ blocked, flags }) => {
    const said = [
      ...(blocked === null ? [] : [blocked ? 'blockiert' : 'nicht mehr blockiert']),
      ...(flags.length > 0 ? ['{flags}'] : []),
    ];
    return `Seiten von {origin}: ${said.join(', ')}`;
  },
  'site-rules-set': 'Web Agent API der Seiten: {changes}',
  'site-forgotten': 'Seiten von {origin}: vergessen, mit dem, was über sie entschieden war',
  'site-tool-ticked': ({ on }) => `Seiten von {origin}: Tool {tool} ${on ? 'angekreuzt' : 'nicht mehr angekreuzt'}`,
  'site-answered': ({ effect, lifetime, tools }) =>
    `${effects[effect]}, ${lifetimes[lifetime]}, als Antwort an {origin}: {scopes}${tools.length > 0 ? '; Tools {tools}' : ''}`,
  'manifest-set': ({ isInstalled }) => `Manifest von {host} für {browser}: ${isInstalled ? 'installiert' : 'entfernt'}`,
};
