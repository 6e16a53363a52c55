// Why a list of servers, or one server of it, cannot be read or written, in German.
import { maxJsonDepth } from '../../contract/json.ts';
import type { ImportReasons } from '../../contract/import-reasons.ts';
import type { JsonExpected } from '../../contract/json.ts';
import type { Words } from '../reason.ts';

/** What JSON needs at the place of its fault. */
export const expectations: Readonly<Record<JsonExpected, string>> = {
  value: 'ein Wert',
  name: 'ein Name in geraden doppelten Anführungszeichen oder }',
  colon: 'ein :',
  member: 'ein Komma oder }',
  item: 'ein Komma oder ]',
  end: 'nichts nach dem Ende des Werts',
  text: 'ein Text, der in seiner Zeile mit " endet',
  escape: 'ein Text mit gültigen Escapes (\\\\ für einen Backslash)',
  names: 'kein Name „__proto__“',
  depth: `höchstens ${maxJsonDepth} Ebenen`,
};

const members = {
  mcpServers: '„mcpServers“',
  'mcpServers-or-projects': '„mcpServers“ oder „projects“',
  servers: '„servers“',
} as const;

const is = (found: string | null) => (found === null ? 'fehlt' : 'ist {found}');
const example = '{"mcpServers": {"name": {"command": "npx", "args": ["-y", "paket"]}}}';
const anyFile = 'eine mcp.json oder die Datei von Claude, Cursor, VS Code, Windsurf oder Codex einfügen oder wählen';

export const importWords: Words<ImportReasons> = {
  'entry-no-object': ({ found, form }) =>
    `„{name}“ ${is(found)}; es muss ${form === 'table' ? 'eine Tabelle' : 'ein Objekt'} mit „command“ oder „url“ sein.`,
  'entry-no-command': ({ found }) =>
    `„command“ von „{name}“ ${is(found)}; ein Programm nennen, etwa „npx“, und seine Argumente in „args“ schreiben.`,
  'entry-args': ({ found }) => `„args“ von „{name}“ ${is(found)}; es muss eine Liste von Texten sein.`,
  'entry-argument': ({ found }) => `Argument {at} von „{name}“ ${is(found)}; es als Text schreiben, etwa {example}.`,
  'entry-cwd': ({ found }) => `„cwd“ von „{name}“ ${is(found)}; einen absoluten Pfad angeben.`,
  'entry-nul': 'Der Befehl von „{name}“ enthält ein NUL-Zeichen; es entfernen.',
  'entry-texts': ({ found }) => `„{member}“ von „{name}“ ${is(found)}; es muss ein Objekt aus Namen und Texten sein.`,
  'entry-key':
    '„{member}“ von „{name}“ enthält den Namen „{key}“; ein Name darf nicht leer sein und kein „=“ enthalten.',
  'entry-no-text':
    '„{member}“ von „{name}“ enthält „{key}“, das kein Text ist; den Wert in doppelte Anführungszeichen setzen.',
  'entry-header': '„headers“ von „{name}“ enthält den Namen „{key}“, der kein HTTP-Header ist; ihn berichtigen.',
  'entry-address':
    'Die Adresse von „{name}“ ist nicht zu gebrauchen; eine angeben, die mit https:// oder http:// beginnt.',
  'entry-type': ({ found }) =>
    `„type“ von „{name}“ ${is(found)}; ein Server mit einer Adresse hat den Typ „http“ oder „sse“.`,
  'entry-own-kind': '„{member}“ von „{name}“ ist nicht zu gebrauchen; ein Server des Typs „{type}“ braucht „file“.',
  'entry-names': ({ found }) => `„env_vars“ von „{name}“ ${is(found)}; es muss eine Liste von Namen sein.`,
  'entry-app-fills':
    '„{name}“ benutzt {placeholder}, was nur die App ausfüllen kann, aus der es kommt; den Wert selbst schreiben.',
  'entry-app-asks': '„{name}“ holt {placeholder} von einem Befehl von VS Code; den Wert selbst schreiben.',

  'no-json': ({ expected, found }) =>
    `Das ist kein JSON: erwartet war ${expectations[expected]}, da steht ${found === null ? 'das Ende des Texts' : '{found}'} in Zeile {line}, Spalte {column}.`,
  'no-toml': 'Das ist kein TOML: {cause} in Zeile {line}, Spalte {column}.',
  'no-server-file': ({ found, needs }) => `Das ${is(found)}; es muss ein Objekt mit ${members[needs]} sein.`,
  'no-server-table': ({ found, form }) =>
    `„{member}“ ${is(found)}; es ${form === 'table' ? 'müssen Tabellen' : 'muss ein Objekt'} aus Namen und Servern sein.`,
  'no-server-text': `Darin ist kein MCP-Server; ${anyFile}.`,
  'no-server-listed': 'Darin ist nichts; eine Datei wählen, die MCP-Server nennt.',
  'server-without-name': `Das ist ein einzelner Server ohne Namen; ihn einpacken wie ${example}.`,
  'text-empty': `Der Text ist leer; ${anyFile}.`,
  'too-many-in-text': 'Darin sind {count} Server; höchstens {most} auf einmal hinzufügen.',
  'too-many-in-import': 'Darin sind {count} Server; höchstens {most} auf einmal importieren.',
  'app-without-list': '{app} hat hier keine Liste von Servern ({places}); stattdessen den Text einfügen.',
  'file-denied': 'Das lässt sich nicht lesen ({why}); die Rechte prüfen.',
  'file-is-link': 'Das ist ein Link zu {to}, außerhalb von {folder}; stattdessen den Text einfügen.',
  'file-too-large': 'Das sind {bytes} Bytes, mehr als {most}; nur den Teil mit den Servern einfügen.',
  'file-is-none': 'Das ist keine Datei; es entfernen.',
  'preview-gone': 'Was gezeigt wurde, ist zu alt, um hinzugefügt zu werden; neu lesen.',
  'not-in-preview': 'In dem Gezeigten gibt es keinen Server „{server}“, der sich hinzufügen lässt.',

  'only-ours': 'Nur Pilothouse führt ihn aus; mcp.json wählen, um ihn mitzunehmen.',
  'claude-desktop-commands':
    'Claude Desktop nimmt aus seiner Datei nur Befehle; die Adresse dort unter Connectors hinzufügen.',
  'codex-no-sse': 'Codex spricht kein SSE; die Adresse für Streamable HTTP nehmen.',

  'link-long':
    'Der Link ist länger als jeder, der einen Server hinzufügt; kopiere stattdessen von seiner Seite, was er installiert.',
  'link-twice':
    'Der Link sagt dasselbe zweimal, darum ist nicht klar, was er hinzufügt; kopiere stattdessen von seiner Seite, was er installiert.',
  'link-encoding':
    'Was der Link mitbringt, lässt sich nicht lesen; kopiere ihn ganz, oder kopiere von seiner Seite, was er installiert.',
  'link-secret': 'Der Link verlangt eines deiner Geheimnisse beim Namen, was kein Link darf.',
  'link-incomplete': 'Der Link sagt nicht beides: wie der Server heißt, und wie er gestartet oder erreicht wird.',
  'link-entry':
    'Der Link nennt {name} aus einem Katalog; suche danach hier im Katalog oder mit pilothouse catalogue search {name}.',
};
