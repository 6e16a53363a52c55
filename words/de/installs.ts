// What is said of installing packages, in German.
import type { InstallReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const installWords: Words<InstallReasons> = {
  'no-install': 'Der Server „{server}“ wurde nicht als Paket installiert; unter Server nachsehen.',
  'install-under-way': '„{server}“ wird gerade installiert; abwarten oder anhalten.',
  'install-is-ready': '„{server}“ ist installiert, und seine Dateien sind unverändert; es gibt nichts fortzusetzen.',
  'install-no-way':
    '„{name}“ lässt sich auf {ways} Arten ausführen, und diese ist keine davon; den Eintrag neu öffnen.',
  'install-bad-name': '„{name}“ ist kein Name eines Pakets; wer den Eintrag veröffentlicht, sollte das erfahren.',
  'install-bad-version': '„{version}“ ist keine feste Version; eine andere Version des Eintrags wählen.',
  'install-no-version':
    'Nichts sagt, welche Version von „{name}“ gemeint ist; eine Version des Eintrags wählen, die das tut.',
  'install-reference':
    'Der Eintrag von „{name}“ nennt ein Geheimnis von Pilothouse beim Namen, das ihm nicht gehört; er wird nicht installiert.',
  'install-container-option':
    'Der Eintrag von „{name}“ startet seinen Container mit {option}, was auf diesen Rechner greifen könnte; er wird nicht installiert. Eine andere Art des Eintrags wählen.',
  'install-mount':
    'Der Eintrag von „{name}“ gibt seinem Container {mount}, und ein Container bekommt nur selbst genannte Ordner; einen anderen Ordner oder eine andere Art des Eintrags wählen.',
  'install-composed':
    'Mit den Eingaben ergibt „{name}“ {text}, was als Verweis gelesen würde; einen anderen Wert angeben oder es dem Herausgeber sagen.',
  'install-near-address':
    'Der Eintrag kommt von {source} und nennt {address}, was auf diesem Rechner oder in seinem Netz liegt; was ein Eintrag aus dem Internet nennt, wird von dort nicht geholt. Dem Herausgeber sagen.',
  'install-no-address': '{address} ist keine brauchbare Adresse; die Eingaben prüfen oder es dem Herausgeber sagen.',
  'entry-look-alike':
    '„{name}“ heißt fast wie das bekanntere „{other}“; prüfen, ob wirklich dieser gemeint ist, und das bestätigen.',

  'field-unknown': '„{field}“ wird nicht gefragt; das Formular neu öffnen.',
  'field-one-value': '„{field}“ nimmt einen Wert; die anderen entfernen.',
  'field-nul': 'Der Wert von „{field}“ enthält ein NUL-Zeichen, das kein Programm bekommen kann; es entfernen.',
  'field-line-break': 'Die Kopfzeile „{field}“ enthält einen Zeilenumbruch, was nicht geht; ihn entfernen.',
  'field-reference': 'Der Wert von „{field}“ nennt ein Geheimnis beim Namen; den Wert selbst angeben.',
  'field-other-choice': '„{field}“ nimmt {choices}, aber nicht „{value}“; eines davon wählen.',
  'field-no-number': ({ min, max }) => {
    const from = min === null ? '' : ' ab {min}';
    const to = max === null ? '' : ' bis {max}';
    return `„{field}“ nimmt eine Zahl${from}${to}, und „{value}“ ist keine; das berichtigen.`;
  },
  'field-no-path': '„{value}“ ist kein ganzer Pfad; für „{field}“ einen angeben, der ganz oben beginnt.',
  'field-like-option':
    'Das Programm läse „{value}“ als Option, weil es mit einem Strich beginnt; für {field} einen anderen Wert oder einen ganzen Pfad angeben.',
  'field-whole-machine': '{folder} ist der ganze Rechner; den Ordner wählen, den er sehen soll.',

  'fetch-too-long':
    '{program} war nach {minutes} Minuten nicht fertig und wurde beendet; das Netz prüfen und fortsetzen.',
  'install-other-version': 'Von „{name}“ kam Version {found} statt {version}; nichts wurde installiert.',
  'install-other-integrity':
    '„{name}“ {version} ist nicht mehr dasselbe: Die Prüfsumme war {before} und ist jetzt {now}. Nichts wurde installiert; beim Herausgeber nachfragen.',
  'install-not-of-registry': ({ from }) =>
    `„{name}“ braucht ${from === null ? 'einen Ordner oder ein Git-Repository' : '{from}'}, und das kommt aus keiner Registry von Paketen. Nichts wurde installiert; eine andere Version wählen oder es dem Herausgeber sagen.`,
  'install-answers-with':
    '{host} antwortet auf die Frage nach dem Paket mit HTTP {status}; später noch einmal versuchen.',
  'install-not-writable':
    'Pakete werden unter {folder} entpackt, und dort lässt sich nichts schreiben ({code}); Schreibrecht dafür geben und fortsetzen.',
  'install-disk-full': ({ needed }) =>
    `Auf dem Datenträger von {folder} ist kein Platz dafür: {free} MiB sind frei${needed === null ? '' : ', {needed} MiB werden gebraucht'}; Platz schaffen und fortsetzen.`,
  'install-too-large': '{name} ist größer als {mib} MiB, was kein Bundle sein darf; es dem Herausgeber sagen.',
  'package-too-many': '{folder} enthält mehr als {most} Dateien, zu viele für ein Paket; es entfernen.',
  'package-no-program':
    '„{name}“ hat kein Programm, das sich starten lässt, ist also kein Server; eine andere Art seines Eintrags wählen.',
  'package-gone': 'Der Ordner seines Pakets ist weg ({folder}); es neu installieren.',
  'package-changed':
    'Dateien seines Pakets haben sich seit der Freigabe geändert ({folder}); neu installieren, oder entfernen, wenn das nicht gewollt war.',

  'package-version-open':
    'Der Eintrag legt keine Version von „{name}“ fest; die jetzt aktuelle wird genommen und behalten.',
  'package-no-integrity':
    'Nichts sagt, was „{name}“ ergeben muss; eine andere Datei unter seinem Namen fiele nicht auf.',
  'package-scripts': 'Diese seiner Pakete haben Installationsskripte, die nicht ausgeführt werden: {names}.',
  'package-other-registry': '„{name}“ kommt nicht von der üblichen Stelle, sondern von {registry}.',

  'trial-elsewhere':
    'Er wird über eine Adresse erreicht und lässt sich nicht zwischen Wänden ausprobieren; seine Werkzeuge stehen fest, wenn er läuft.',
  'trial-container':
    'Docker führt ihn aus, außerhalb der Wände von Pilothouse; seine Werkzeuge stehen fest, wenn er läuft.',
  'trial-steered':
    'Er setzt, was sein Programm anderen Code ausführen lassen kann ({names}), und wurde darum vor der Freigabe nicht ausprobiert; seine Werkzeuge stehen fest, wenn er läuft.',
  'trial-no-walls':
    'Dieser Rechner kann ihn nicht mit Wänden umgeben ({why}), darum wurde er nicht ausprobiert; seine Werkzeuge stehen fest, wenn er läuft.',
  'trial-failed': 'Beim Ausprobieren ohne Netz und Geheimnisse hat er keine Werkzeuge genannt: {why}.',

  'install-no-newer': 'Keine neuere Version von „{server}“ ist bekannt; zuerst nach einer suchen.',
  'install-not-prepared':
    'Version {version} von „{server}“ ist nicht vorbereitet; sie vorbereiten und den Unterschied ansehen.',
  'install-no-previous': '„{server}“ hat hier keine frühere Version, zu der es zurückginge.',
};
