// Why a server cannot be added, completed or pinned as it was asked for, in German.
import type { AddingReasons } from '../../contract/adding-reasons.ts';
import type { Words } from '../reason.ts';

export const addingWords: Words<AddingReasons> = {
  'needs-values':
    'In seiner Konfiguration ist {placeholders} noch offen; das ausfüllen oder angeben, dass es so gemeint ist.',
  'placeholder-gone': 'Nach {placeholder} wird nicht mehr gefragt; die Konfiguration noch einmal lesen.',
  'placeholder-visible':
    'Den Wert von {placeholder} sähe jedes Programm dieses Rechners, also bleibt er nicht geheim; ihn offen angeben oder in eine Variable verschieben.',

  'server-name-taken': 'Ein Server heißt schon „{name}“; diesem einen anderen Namen geben oder den vorhandenen öffnen.',
  'server-name-twice': 'Zwei Server hießen „{name}“; einem davon einen anderen Namen geben.',

  'address-placeholder':
    'In der Adresse von „{name}“ ist {placeholder} noch offen; dort den wirklichen Wert eintragen.',
  'address-with-words':
    '{address} ist eine Adresse und kein Programm; sie allein angeben und das Übrige als Header eines Servers unter einer Adresse.',
  'header-twice': 'Der Header „{name}“ ist zweimal angegeben; einen davon entfernen.',
  'apps-without-list': 'Keine dieser Apps hat hier eine Liste von Servern; stattdessen ihren Text einfügen.',

  'nothing-to-pin':
    '„{server}“ startet kein Paket, dessen Version sich festlegen lässt; die Version in den Befehl schreiben.',
  'pin-bad-version': '„{version}“ ist keine feste Version; die aktuelle noch einmal nachsehen.',
  'pin-not-asked': '{host} wurde nicht nach der Version von „{name}“ gefragt: {why}; die Version selbst eintragen.',
  'pin-not-known': '{host} kennt kein „{name}“; die Schreibweise prüfen.',
  'pin-answers-with': '{host} antwortet auf die Frage nach „{name}“ mit HTTP {status}; die Version selbst eintragen.',
  'pin-other-answer': '{host} nennt keine brauchbare Version von „{name}“; die Version selbst eintragen.',
  'pin-no-registry':
    '„{address}“ ist keine Adresse einer Registry; sie in den Einstellungen von npm oder uv berichtigen.',
};
