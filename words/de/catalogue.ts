// What is said of the catalogue of servers, in German.
import type { CatalogueReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const wrongAddress: Readonly<Record<CatalogueReasons['catalogue-source-address']['form'], string>> = {
  'no-address': '{address} ist keine Adresse einer Registry; eine wie https://registry.example.com angeben.',
  'not-https': '{address} würde ungeschützt über das Netz gefragt; die Adresse mit https angeben.',
  'with-password': 'In der Adresse einer Quelle stehen weder Name noch Passwort; sie ohne beides angeben.',
  'no-path': '{address} ist kein Pfad einer Datei oder eines Ordners; ihn vollständig angeben, von der Wurzel an.',
};

const leftOut = {
  one: {
    whole: 'Ein Eintrag ist nicht zu lesen und fehlt: {first} enthält keine Beschreibung eines Servers.',
    place: 'Ein Eintrag ist nicht zu lesen und fehlt: An {first} stimmt {at} nicht.',
  },
  several: {
    whole:
      '{count} Einträge sind nicht zu lesen und fehlen, so etwa {first}, das keine Beschreibung eines Servers enthält.',
    place: '{count} Einträge sind nicht zu lesen und fehlen, so etwa {first}, an dem {at} nicht stimmt.',
  },
} as const;

export const catalogueWords: Words<CatalogueReasons> = {
  'catalogue-source-of-policy':
    'Die Quelle {source} kommt aus der Richtlinie dieses Rechners und bleibt deshalb, wie sie ist; wer policy.json schreibt, kann sie ändern.',
  'catalogue-no-source': 'Der Katalog hat keine Quelle {source}; bei den Quellen nachsehen.',
  'catalogue-no-entry':
    'Von {entry} aus {source} ist nichts gespeichert; die Quelle aktualisieren oder den Namen prüfen.',
  'catalogue-no-version':
    'Von Version {version} von {entry} ist nichts gespeichert; die Quelle aktualisieren oder eine andere wählen.',
  'catalogue-source-usual':
    '{source} behält Namen und Adresse; die Quelle ausschalten und eine eigene daneben hinzufügen.',
  'catalogue-source-off': 'Die Quelle {source} ist ausgeschaltet; sie einschalten, um sie zu aktualisieren.',
  'catalogue-source-twice': 'Der Katalog liest {source} schon.',
  'catalogue-too-many-sources': 'Der Katalog hat schon {most} Quellen; erst eine entfernen.',
  'catalogue-source-address': ({ form }) => wrongAddress[form],

  'catalogue-answered':
    '{place} hat mit {status} geantwortet; es später noch einmal versuchen oder die Adresse der Quelle prüfen.',
  'catalogue-asks-to-wait': '{place} bittet um {seconds} s Ruhe; danach aktualisieren.',
  'catalogue-too-slow': '{place} hat nicht binnen {seconds} s geantwortet; es später noch einmal versuchen.',
  'catalogue-too-large':
    '{place} hat mehr als {mib} MiB geschickt, die nicht gelesen werden; dort um kleinere Seiten bitten.',
  'catalogue-too-many': '{place} hat mehr als {most} Einträge; was bis dahin kam, bleibt.',
  'catalogue-goes-round': '{place} nennt eine Seite, die es schon gab, seine Liste hat also kein Ende; es dort melden.',
  'catalogue-unreadable': ({ expected }) =>
    expected === 'registry'
      ? '{place} hat etwas geantwortet, das keine Liste von Servern ist; die Adresse der Quelle prüfen.'
      : '{place} enthält keine lesbare Liste von Servern; die Datei ansehen.',
  'catalogue-no-file': '{place} ist nicht zu lesen; prüfen, ob es da ist und gelesen werden darf.',
  'catalogue-process-ended':
    'Der Prozess, der Kataloge liest, hat geendet, während er {source} las; noch einmal aktualisieren.',
  'catalogue-process-gone':
    'Der Prozess, der Kataloge liest, hat vor seiner Antwort geendet; es noch einmal versuchen.',
  'catalogue-stored-anew': ({ was }) =>
    was === 'newer'
      ? 'Das Gespeicherte ist von einem neueren Pilothouse und wurde beiseitegelegt; die Quelle aktualisieren.'
      : 'Das Gespeicherte war beschädigt und wurde beiseitegelegt; die Quelle aktualisieren.',
  'catalogue-left-out': ({ count, at }) => leftOut[count === 1 ? 'one' : 'several'][at === null ? 'whole' : 'place'],
  'catalogue-unreachable': '{place} ist nicht zu erreichen: {why}',
  'catalogue-not-started': 'Der Prozess, der Kataloge liest, ließ sich nicht starten: {why}',
};
