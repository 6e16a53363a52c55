// What is said of agents' configurations, in German.
import { expectations } from './imports.ts';
import type { AgentConfigReasons } from '../../contract/agent-config-reasons.ts';
import type { Words } from '../reason.ts';

const hows = { stdio: 'als Programm', http: 'über die Adresse' };

export const agentConfigWords: Words<AgentConfigReasons> = {
  'config-json': ({ expected, found }) =>
    `hier gehört hin: ${expectations[expected]}; ${found === null ? 'der Text endet hier' : 'es steht {found} da'}`,
  'config-syntax': 'so ist das kein gültiger Text dieses Formats ({cause})',
  'config-no-table': ({ at }) => `${at === '' ? 'die Datei' : '{at}'} ist keine Tabelle von Namen`,
  'config-name-twice': 'der Name {name} steht zweimal da, und Programme lesen das verschieden',
  'config-form':
    'zwischen den Klammern stehen Kommentare oder Anker, die verloren gingen, käme etwas hinzu; es in Zeilen schreiben',
  'config-not-proved':
    'Die Änderung hätte nicht alles andere in der Datei gelassen, wie es ist; deshalb wurde nichts geschrieben. Den Eintrag von Hand einfügen: Sein Text steht unter „Verbinden“.',
  'config-no-text': '{file} ist kein Text in UTF-8 und bleibt, wie sie ist; sie in UTF-8 speichern.',
  'config-too-large': '{file} hat {bytes} Bytes, und höchstens {most} werden gelesen.',
  'config-no-file': '{file} ist ein Ordner, eine Pipe oder ein Gerät und keine Datei; das Hindernis entfernen.',
  'config-link-circle': '{file} ist ein Link, der im Kreis oder ins Leere führt; ihn entfernen.',
  'config-of-other': '{file} gehört einem anderen Konto (Benutzer {owner}) und bleibt, wie sie ist.',
  'config-changed':
    '{file} wurde geändert, seit sie gezeigt wurde; deshalb wurde nichts geschrieben. Die Änderung noch einmal ansehen.',
  'config-not-as-written':
    '{file} ist nicht, was geschrieben wurde: Jemand anders schreibt sie zur gleichen Zeit. Die Änderung noch einmal ansehen.',

  'entry-other-program': 'Der Eintrag startet ein anderes Programm: {command}.',
  'entry-without-client': ({ client }) =>
    client === null
      ? 'Der Eintrag nennt keinen Zugang.'
      : 'Der Zugang, den der Eintrag nennt ({client}), ist widerrufen.',
  'entry-other-address': 'Der Eintrag führt zu einer anderen Adresse.',
  'entry-differs': 'Der Eintrag ist nicht so, wie er geschrieben wurde.',

  'agent-unknown': 'Es gibt keinen Agenten {agent}; es gibt {known}.',
  'agent-by-hand': ({ menu }) =>
    `Die Server von {agent} lassen sich nicht von außen schreiben; den Befehl${menu === null ? '' : ' unter {menu}'} einfügen.`,
  'agent-no-project': '{agent} hat keine Datei für ein einzelnes Projekt; es für alle Projekte verbinden.',
  'agent-not-how': ({ how }) =>
    how === 'http'
      ? '{agent} nimmt keine Adresse mit Token; es als Programm verbinden.'
      : '{agent} startet keine Programme; es über die Adresse verbinden.',
  'agent-http-closed': 'MCP über HTTP ist nicht offen, also gibt es keine Adresse; es unter „Verbinden“ einschalten.',
  'project-by-variable':
    'Dateien eines Projekts werden geteilt, deshalb steht dort nie ein Token, und {agent} kann keines aus einer Variablen nehmen; es als Programm verbinden.',
  'project-no-folder': '{folder} ist kein Ordner mit vollem Pfad; den Ordner des Projekts nennen.',
  'no-config-version': ({ version }) =>
    version === null
      ? 'Von der Datei von {agent} wurde nichts aufgehoben.'
      : 'Die Fassung {version} der Datei von {agent} wurde nicht aufgehoben.',
  'config-version-gone': 'Die Kopie {path} ist nicht, was dort aufgehoben wurde, oder sie fehlt.',

  'token-in-file': 'Das Token wird in {file} stehen; wer diese Datei liest, kann sich verbinden.',
  'token-by-variable': 'Die Datei nennt die Variable {variable}; das Token wird einmal gezeigt, um es dort zu setzen.',

  'file-made-private': 'Weniger Konten dieses Rechners als jetzt werden {file} lesen dürfen.',
  'file-other-names':
    '{file} hat auf diesem Datenträger noch einen Namen (einen harten Link); was unter jenem steht, bleibt, wie es jetzt ist.',

  'kept-before-connect': 'bevor Pilothouse eingetragen wurde',
  'kept-before-disconnect': 'bevor Pilothouse ausgetragen wurde',
  'kept-before-restore': 'bevor eine ältere Fassung zurückkam',
  'kept-before-loss': 'bevor etwas anderes sie geändert hat',

  'agent-entry-gone': ({ lost }) =>
    `Etwas hat Pilothouse aus {agent} entfernt ({file})${lost === 0 ? '' : lost === 1 ? ', mit ihm einen weiteren Server' : ', mit ihm {lost} weitere Server'}. Neu verbinden oder die aufgehobene Fassung wiederherstellen.`,
  'agent-servers-gone':
    'Etwas hat alle anderen Server aus {agent} entfernt ({file}): {lost}. Die Fassung davor ist aufgehoben.',
  'agent-config-broken':
    '{agent} kann {file} nicht mehr lesen: Zeile {line}, Spalte {column}. Die Fassung davor ist aufgehoben.',

  'agent-connect': ({ how }) => `{agent} ist ${hows[how]} verbunden: {file}`,
  'agent-connect-asked': ({ project }) =>
    `{agent}${project === null ? '' : ' in {project}'} verbinden, mit einem Zugang`,
  'agent-disconnect': ({ project }) =>
    `{agent}${project === null ? '' : ' in {project}'} ist getrennt, der Zugang widerrufen`,
  'agent-restore': ({ project, version }) =>
    `die Datei von {agent}${project === null ? '' : ' in {project}'}: ${version === null ? 'die neueste Fassung' : 'Fassung {version}'} ist zurück`,
  'credential-renewed': 'Client {client}: ein neues Geheimnis, das alte gilt nicht mehr',
};
