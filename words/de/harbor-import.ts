// Why a server package of Harbor, or something in a home of Harbor, cannot be taken over, in German.
import type { HarborImportReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const harborImportWords: Words<HarborImportReasons> = {
  'manifest-member': '„{member}“ im Manifest von „{name}“ fehlt oder ist falsch; berichtige das Manifest.',
  'manifest-runtime': 'Die Laufzeit {found} von „{name}“ ist nicht bekannt; sie muss „js“, „wasm“ oder „remote“ sein.',
  'manifest-transport':
    '„{name}“ ist über {transport} erreichbar, was hier nicht gesprochen wird; es muss „sse“ oder eine http-Adresse sein.',
  'manifest-package':
    'Das Paket von „{name}“ ist {found}, was hier nicht gestartet wird; es muss von npm, PyPI, Docker oder git sein.',
  'manifest-file':
    'Das Manifest von „{name}“ nennt {file}, das daneben liegt; gib die Adresse des Manifests an, oder ein .zip mit beidem.',
  'manifest-not-in-zip': 'Das Manifest von „{name}“ nennt {file}, das nicht in seinem .zip ist.',
  'manifest-code': ({ of }) =>
    of === 'module'
      ? 'Was „{name}“ mitbringt, ist kein WebAssembly-Modul; prüfe sein Manifest.'
      : 'Was „{name}“ mitbringt, ist kein Skript in UTF-8; prüfe sein Manifest.',
  'manifest-nowhere':
    'Ein Server, der seinen eigenen Code mitbringt, lässt sich hier nicht hinzufügen; importiere ihn im Panel.',

  'harbor-file': 'Sie ist nicht so, wie Harbor sie schreibt: {why}.',
  'harbor-database': 'Ihre Liste der Server berechnet etwas, was Harbors eigene nie tut; sie wird nicht gelesen.',

  'package-not-fetched': '{address} wurde nicht geholt: {why}; prüfe die Adresse.',
  'package-status': '{address} antwortet mit HTTP {status}; prüfe die Adresse.',
  'package-too-large': 'Es ist größer als {most} MiB; ein Server ist kleiner.',
  'package-address': '{address} wird nicht geholt; sie muss mit https:// beginnen oder auf diesen Rechner führen.',
  'zip-broken': 'Das .zip lässt sich nicht lesen; erstelle es neu.',
  'zip-without-manifest': 'Im .zip ist keine manifest.json; lege sie ganz oben hinein oder in seinen einen Ordner.',
  'zip-too-many': 'Im .zip sind mehr als {most} Dateien; ein Server ist kleiner.',
  'zip-too-large': 'Das .zip enthält mehr als {most} MiB; ein Server ist kleiner.',
  'zip-name': '{name} im .zip führt aus ihm hinaus oder ist zweimal da; erstelle es neu.',
  'zip-link': '{name} im .zip ist eine Verknüpfung; lege die Datei selbst hinein.',
  'zip-encrypted': 'Das .zip ist verschlüsselt; erstelle es neu ohne Passwort.',
};
