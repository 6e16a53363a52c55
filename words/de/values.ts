// What is wrong with a value, in German.
import type { ValueReasons } from '../../contract/value-reasons.ts';
import type { Words } from '../reason.ts';

const forms: Readonly<Record<ValueReasons['value-form']['expected'], string>> = {
  string: 'Es muss ein Text sein.',
  number: 'Es muss eine Zahl sein.',
  int: 'Es muss eine ganze Zahl sein.',
  boolean: 'Es muss true oder false sein.',
  array: 'Es muss eine Liste sein.',
  object: 'Es muss ein Objekt sein.',
  other: 'Es hat nicht die Form, die es haben muss.',
};

const ends = { most: 'höchstens', least: 'mindestens', exact: 'genau' } as const;
const units = { text: ' Zeichen haben', list: ' Einträge haben', number: ' sein' } as const;

export const tokenRemedies: Readonly<Record<ValueReasons['token-lacks']['lacks'], string>> = {
  length: 'mindestens 32 Zeichen nehmen',
  characters: 'druckbare Zeichen ohne Leerzeichen nehmen',
  variety: 'mindestens 10 verschiedene Zeichen nehmen, am besten zufällige',
};

export const valueWords: Words<ValueReasons> = {
  'value-missing': 'Es fehlt.',
  'value-form': ({ expected }) => forms[expected],
  'value-not-offered': ({ found }) => `${found === null ? 'Es fehlt' : '{found} geht nicht'}; möglich sind {known}.`,
  'value-bound': ({ form, end, bound }) =>
    end === 'least' && bound === 1 && form !== 'number'
      ? 'Es darf nicht leer sein.'
      : `Es muss ${ends[end]} {bound}${units[form]}.`,
  'value-not-known': 'Es darf {names} nicht enthalten.',
  'value-no-address': 'Das ist keine Adresse, die hier geht; sie ganz schreiben, etwa https://example.com.',
  'no-json-text': 'Das ist kein JSON.',

  'token-lacks': ({ lacks }) => `${tokenRemedies[lacks]}.`,
  'no-server-name': 'einen Namen von 1 bis 60 Zeichen in einer Zeile angeben',
  'no-cors-origin': 'eine Web-Herkunft angeben wie http://localhost:5173 oder http://localhost:*',
  'loopback-only': 'MCP über HTTP gibt es nur auf diesem Rechner; 127.0.0.1 nehmen',
  'no-secret-name':
    'der Name eines Geheimnisses besteht aus höchstens 100 Buchstaben, Ziffern, „_“, „.“ und „-“, beginnt mit einem Buchstaben oder „_“ und ist nicht „__proto__“',
  'no-server-id': 'die Kennung eines Servers hat 1 bis 31 Zeichen aus a-z, 0-9 und -',
  'no-command': 'erlaubt ist ein Wort wie „/summarise“ aus höchstens 40 Buchstaben, Ziffern, - und _',
  'no-shortcut-id': 'erlaubt ist die Kennung eines Kurzbefehls aus 12 Ziffern und Buchstaben von a bis f',
  'no-rule-id': 'erlaubt sind Kleinbuchstaben, Ziffern und Striche',
  'rule-id-twice': '{id} steht zweimal da',
  'rule-without-subject': 'mindestens eines von sources, namespaces und packages nennen',
  'rule-image-registry':
    'registry gibt es nur bei Paketen von npm, pypi und nuget; bei einem Image steht der Host am Anfang von identifier: dort {instead} schreiben',
  'rule-address-registry':
    'registry gibt es nur bei Paketen von npm, pypi und nuget; bei {packageKind} die Adresse in identifier schreiben, oder die Quelle in sources nennen',
  'rule-no-checksum':
    'sha256 gibt es nur bei Bundles (mcpb); bei {packageKind} weglassen und die Versionen in versions nennen',
  'no-list-address':
    'eine signierte Liste kommt von einer https-Adresse ohne Benutzer und Passwort, oder von http://127.0.0.1',
  'no-pattern':
    '{found} ist kein Muster; ein * darf am Ende stehen, in einer Adresse erst hinter dem Schrägstrich nach dem Host',
  'no-version-range': '{found} ist keine Version; 1.2.3 schreiben, oder Vergleiche mit <, <=, > und >= wie >=1.2 <2',
  'no-site': '{found} ist keine Website; https://example.com oder *.example.com schreiben',
  'no-sha256': 'das ist keine SHA-256-Summe; ihre 64 Hexadezimalziffern angeben, wie sha256sum sie ausgibt',
  'no-trace-id':
    'das ist keine Kennung eines Trace; ihre ersten 8 bis 32 Ziffern angeben, wie pilothouse fleet trace sie aufführt',
  'no-header-name':
    'das ist kein Name eines Headers; Buchstaben, Ziffern, Bindestriche, Punkte und Unterstriche angeben, höchstens 80',
  'no-fleet-id': 'das ist keine Kennung einer Flotte; die angeben, die ein abgewiesener Hub nennt',
  'no-fleet-name':
    'das ist kein Name in einer Flotte; Kleinbuchstaben, Ziffern und Bindestriche dazwischen schreiben, höchstens 40',
  'no-web-origin': '{found} ist keine Web-Herkunft; https://app.example schreiben',
};
