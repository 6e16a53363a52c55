// Why a call was refused, in German, for the user.
import type { DescribedFacts, RefusalReasons } from '../../contract/refusals.ts';
import type { Words } from '../reason.ts';

const undecided: Readonly<Record<RefusalReasons['undecided']['since'], string>> = {
  'not-answered': 'Nach {tool} wurde gefragt, und die Antwort fehlte noch, als der Agent nicht länger wartete.',
  'rules-changed': 'Die Regeln oder das, worum es bei {tool} ging, haben sich während des Wartens geändert.',
  'no-panel': 'Nach {tool} wäre gefragt worden, und kein Fenster von Pilothouse war offen.',
  'at-gateway': 'Nach {tool} wäre gefragt worden, und an einem Gateway kann niemand gefragt werden.',
  'not-allowed-any-more': 'Was {tool} erlaubt hatte, ist beendet.',
};

function about({ element, title }: DescribedFacts): string {
  if (element === undefined) return title === undefined ? '' : ' Es ging um die Seite „{title}“.';
  return title === undefined ? ' Es ging um {element}.' : ' Es ging um {element} auf der Seite „{title}“.';
}

const downs = {
  disabled: 'abgeschaltet',
  unreachable: 'nicht zu erreichen',
  error: 'wegen eines Fehlers nicht angemeldet',
  away: 'in einem Browser, der nicht verbunden war',
} as const;

export const refusalWords: Words<RefusalReasons> = {
  mode: ({ mode, of }) => {
    if (mode === 'read-only')
      return `${of === 'all' ? 'Alle Agenten durften' : 'Dieser Agent durfte'} nur lesen, und {tool} handelt.`;
    const held = mode === 'stopped' ? 'gestoppt' : 'pausiert';
    return `${of === 'all' ? 'Alle Agenten waren' : 'Dieser Agent war'} ${held}.`;
  },
  'fleet-holds': ({ so, because }) =>
    so === 'paused'
      ? 'Version {version} der Richtlinie der Flotte, signiert von {signer}, hatte alle Agenten pausiert.'
      : `Version {version} der Richtlinie der Flotte, signiert von {signer}, hat {agent} gestoppt${because === null ? '' : ': {because}'}.`,
  'client-revoked': 'Der Zugang von {agent} wurde widerrufen; unter Agenten gibt es einen neuen.',
  'client-shut-out': '{client} wurde ausgesperrt; unter Agenten lässt er sich wieder einlassen.',
  'no-browser-connected': 'Kein Browser war verbunden; unter Verbinden steht, wie es geht.',
  'browser-not-connected': ({ next }) =>
    next === null
      ? '{browser} war nicht verbunden; den Browser starten.'
      : '{browser} war nicht verbunden; dem Agenten wurde gesagt, dass er beim nächsten Aufruf in {next} weitermacht.',
  'browser-changed': ({ byUser }) =>
    byUser
      ? 'Der Agent war von {before} nach {browser} verlegt worden und musste das zuerst erfahren.'
      : 'Der Agent war inzwischen von {before} nach {browser} weitergezogen.',
  'tab-elsewhere': ({ isHere }) =>
    isHere
      ? 'Der Agent hat einen Tab {tabId} in {there} und einen in {here}; er muss zuerst einen Browser wählen.'
      : 'Der Agent arbeitete in {here}, und sein Tab {tabId} ist in {there}.',
  'no-own-tab': 'Der Agent besaß keinen Tab; mit tabs_create kann er einen öffnen.',
  'no-tab': 'Tab {tabId} war in {browser} nicht offen.',
  'server-down': ({ state }) =>
    state === null
      ? 'Einen Server „{serverId}“ gibt es nicht.'
      : 'Der Server „{serverId}“ lief nicht; unter Server starten.',
  'plugin-down': ({ state }) =>
    state === null
      ? 'Ein Plugin {pluginId} gibt es nicht.'
      : `Das Plugin {pluginId} war ${downs[state]}; unter Server, Plugins nachsehen.`,
  owner: ({ owner }) => {
    if (owner === 'you') return 'Tab {tabId} war ein eigener; unter Tabs lässt er sich dem Agenten geben.';
    return owner === 'none'
      ? 'Tab {tabId} gehörte {agentId}, der schon gegangen war.'
      : 'Tab {tabId} gehörte {agentId}.';
  },
  'read-only-client': described =>
    `{client} darf nur lesen, und {tool} handelt; unter Agenten lässt sich sein Start ändern.${about(described)}`,
  denied: ({ by, frame, reason, ...described }) => {
    const where = frame === null ? '' : ' in einem Frame von {frame}';
    if (by === 'grant')
      return `Die eigene Freigabe {id} verbietet {client}, {tool}${where} zu benutzen; unter Berechtigungen lässt sie sich widerrufen.${about(described)}`;
    if (by === 'fleet')
      return `Die Regel {id} der Richtlinie der Flotte verbietet {client}, {tool}${where} zu benutzen${reason === null ? '' : ': {reason}'}; Version {fleet.version} ist von {fleet.signer} signiert.${about(described)}`;
    return `Die Regel {id} in policy.json verbietet {client}, {tool}${where} zu benutzen${reason === null ? '' : ': {reason}'}.${about(described)}`;
  },
  run: 'Der Lauf „{run}“ hatte seine {max} Aufrufe gemacht; die Grenzen stehen in den Einstellungen.',
  origin:
    '{origin} hatte {running} Aufrufe unterwegs, und {max} zugleich werden durchgelassen; die Grenzen stehen in den Einstellungen.',
  undecided: ({ since, ...described }) => `${undecided[since]}${about(described)} Im Terminal erlaubt es: {remedy}`,
  'off-plan': ({ by }) =>
    by === 'user'
      ? 'Der Agent hält sich an seinen Plan für {domains}, und {site} steht nicht darin.'
      : 'Das Programm des Agenten selbst hat den Aufruf auf {domains} beschränkt, und {site} gehört nicht dazu.',
  'for-another': 'Die Seite arbeitete für {origin}, wo {tool} selbst nicht erlaubt ist.',
  'this-use': described => `{tool} wurde dieses Mal abgelehnt.${about(described)}`,
  'tab-moved': ({ before, after }) =>
    `Gefragt wurde nach ${before === null ? 'einer Seite ohne Website' : '{before}'}, und der Tab zeigte dann ${
      after === null ? 'eine Seite ohne Website' : before === after ? 'eine andere Seite davon' : '{after}'
    }.`,
};
