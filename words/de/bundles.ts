// What is said of MCPB bundles, in German.
import type { BundleReasons } from '../../contract/bundle-reasons.ts';
import type { Words } from '../reason.ts';

export const bundleWords: Words<BundleReasons> = {
  'bundle-not-file': '{file} ist keine Datei; wähle das Bundle selbst.',
  'bundle-unreadable': '{file} ließ sich nicht lesen: {code}; prüfe den Pfad und wer sie lesen darf.',
  'bundle-too-large': 'Das Bundle hat {mib} MiB, erlaubt sind {most}.',
  'bundle-no-zip': 'Das ist kein Bundle: es ist kein .zip darin; lade es noch einmal herunter.',
  'bundle-broken': 'Das Archiv lässt sich nicht lesen ({said}); lade es noch einmal herunter.',
  'bundle-bytes-after':
    'Nach dem Ende des Archivs stehen {bytes} Byte, wo nur eine Signatur stehen darf; packe es neu.',
  'bundle-comment':
    'Das Archiv hat einen Kommentar, in dem ein anderes Archiv stecken kann; packe es neu, ohne Kommentar.',
  'bundle-split': 'Das ist einer von mehreren Teilen eines Archivs; packe es als eine Datei.',
  'bundle-zip64': 'Es hat die Form von Archiven über 4 GiB (zip64), die kein Bundle braucht; packe es neu, ohne sie.',
  'bundle-directory': 'Die Liste der Dateien liegt im Archiv nicht da, wo sein Ende sie nennt; packe es neu.',
  'bundle-stray-bytes': '{bytes} Byte des Archivs gehören zu keiner seiner Dateien; packe es neu.',
  'bundle-signature-block':
    'Es endet wie ein signiertes Bundle, aber die Signatur ist abgeschnitten oder verbirgt ein Archiv; lade es noch einmal herunter.',
  'bundle-encrypted': '{name} im Bundle ist verschlüsselt; packe es ohne Passwort.',
  'bundle-compression': '{name} im Bundle ist mit Verfahren {method} gepackt; packe es mit Deflate.',
  'bundle-link': '{name} im Bundle ist ein Link; packe die Datei selbst.',
  'bundle-special': '{name} im Bundle ist weder Datei noch Ordner; lass es weg.',
  'bundle-folder-content': '{name} im Bundle ist ein Ordner mit eigenem Inhalt; packe es neu.',
  'bundle-stored-size': '{name} im Bundle ist ungepackt und hat zwei Größen; packe es neu.',
  'bundle-local-header': '{name} im Bundle ist vor seinen Daten eine andere Datei als in der Liste; packe es neu.',
  'bundle-overlap': '{name} und {other} im Bundle teilen sich Bytes des Archivs; packe es neu.',
  'bundle-twice': '{name} ist zweimal im Bundle, auch als {other}; manche Systeme kennen davon nur eines.',
  'bundle-file-and-folder': '{name} ist im Bundle eine Datei und ein Ordner; benenne eines davon um.',
  'bundle-too-many': 'Im Bundle sind mehr als {most} Dateien; lass weg, was es nicht braucht.',
  'bundle-entry-too-large': '{name} im Bundle hat mehr als {most} MiB; lass es weg.',
  'bundle-total-too-large': 'Ausgepackt hätte das Bundle mehr als {most} MiB; lass weg, was es nicht braucht.',
  'bundle-ratio':
    '{name} im Bundle würde auf mehr als das {most}-Fache wachsen, wie Dateien, die eine Platte füllen; lass es weg.',
  'bundle-name-absolute': '{name} im Bundle führt zur Wurzel der Platte; packe es mit relativen Pfaden.',
  'bundle-name-leads-out': '{name} im Bundle führt aus seinem Ordner hinaus; packe es mit einfachen Pfaden.',
  'bundle-name-empty-part': '{name} im Bundle hat einen Teil ohne Namen; packe es mit einfachen Pfaden.',
  'bundle-name-backslash':
    '{name} im Bundle hat einen umgekehrten Schrägstrich, auf manchen Systemen ein Ordner; benenne es um.',
  'bundle-name-control': '{name} im Bundle hat ein Zeichen, das niemand sieht; benenne es um.',
  'bundle-name-sign':
    '{name} im Bundle hat das Zeichen {sign}, das unter Windows etwas anderes bedeutet; benenne es um.',
  'bundle-name-reserved': '{name} im Bundle ist unter Windows ein Gerät ({part}); benenne es um.',
  'bundle-name-ending':
    '{name} im Bundle hat einen Teil, der mit einem Punkt oder Leerzeichen endet, was Windows weglässt; benenne es um.',
  'bundle-name-encoding': 'Der Name {name} im Bundle ist nicht in UTF-8; benenne es um.',
  'bundle-name-two': '{name} hat im Bundle einen zweiten, anderen Namen; packe es neu.',
  'bundle-name-long': '{name} im Bundle hat einen Namen über {most}; kürze ihn.',
  'bundle-name-deep': '{name} im Bundle liegt mehr als {most} Ordner tief; lege es höher.',
  'bundle-entry-length': '{name} im Bundle ist nicht so lang, wie das Archiv sagt; lade es noch einmal herunter.',
  'bundle-entry-checksum': '{name} im Bundle ist beschädigt; lade es noch einmal herunter.',
  'bundle-entry-data': 'Was {name} im Bundle enthält, lässt sich nicht auspacken; lade es noch einmal herunter.',
  'bundle-changed': '{file} wurde geändert, während sie offen war; öffne sie noch einmal.',
  'bundle-no-space': 'Die Platte von {folder} ist voll; schaffe Platz und versuche es noch einmal.',
  'bundle-not-written': '{path} ließ sich nicht schreiben: {code}.',

  'bundle-no-manifest': 'Oben im Bundle ist keine manifest.json; es ist keines, oder wurde mit seinem Ordner gepackt.',
  'bundle-manifest': 'Seine manifest.json ist nicht zu gebrauchen.',
  'bundle-manifest-large': 'Seine manifest.json hat mehr als {most} KiB.',
  'bundle-manifest-encoding': 'Seine manifest.json ist nicht in UTF-8.',
  'bundle-manifest-version': ({ version }) =>
    version === null
      ? 'Seine manifest.json sagt nicht, in welcher Version des Formats sie ist; „manifest_version“ muss es sagen.'
      : 'Sein Manifest ist in Version {version} des Formats, bekannt sind hier {known}; aktualisiere Pilothouse, oder frage nach einem älteren.',
  'bundle-no-entry-point': 'Seine Hauptdatei {path} ist nicht im Bundle.',
  'bundle-no-command': 'Es startet {command}, was nicht im Bundle ist; vielleicht ist es für ein anderes System.',
  'bundle-path-outside': '{path} ({at}) führt aus dem Bundle hinaus.',
  'bundle-no-option': '{at} verlangt die Einstellung {option}, die „user_config“ nicht hat.',
  'bundle-secret-reference': '{at} verlangt eines deiner Geheimnisse beim Namen, was kein Bundle darf.',
  'bundle-reference': '{at} enthält {text}, was hier etwas anderes bedeutet.',
  'bundle-nul': '{at} enthält ein NUL, das keinem Programm gegeben werden kann.',
  'bundle-too-long': '{at} hat mehr als {most} Einträge.',

  'bundle-platform': 'Es ist für {platforms} gemacht, und das hier ist {here}.',
  'bundle-runtime':
    'Es ist für {program} {range} geschrieben, und dieser Rechner hat {found}; vielleicht startet es erst nach der Installation einer anderen Version.',
  'bundle-unknown-variable': 'Niemand füllt {text} aus, wonach es fragt.',
  'bundle-icon-elsewhere': 'Sein Symbol liegt auf einer Website und wird nicht geholt.',
  'bundle-icon-unreadable': 'Sein Symbol {path} ist nicht da, oder kein PNG von höchstens 1 MiB.',
  'bundle-icon-size': 'Sein Symbol {path} ist größer als {most} mal {most} Pixel und wird nicht gezeigt.',

  'bundle-signature-unreadable': 'Seine Signatur lässt sich nicht lesen ({said}).',
  'bundle-signature-algorithm': 'Seine Signatur ist mit {algorithm} gemacht, was hier nicht geprüft wird.',
  'bundle-signature-altered': 'Das Bundle wurde geändert, nachdem es signiert war.',
  'bundle-signature-false': 'Seine Signatur ist nicht von dem Zertifikat, das dabei ist.',

  'bundle-gone': 'Dieses Bundle ist nicht mehr offen; öffne es noch einmal.',
  'upload-gone': 'Diese Datei kommt nicht mehr; lege sie noch einmal ab.',
  'upload-no-base64': 'Ein Stück der Datei ist nicht in Base64.',
  'upload-more': 'Es kam mehr als die {bytes} Byte, die die Datei haben sollte.',
  'upload-less': 'Nur {bytes} von {of} Byte sind gekommen.',
  'uploads-too-many': 'Es kommen schon {most} Dateien; warte auf eine davon.',
  'bundle-path-relative': '{path} ist kein absoluter Pfad; gib den ganzen an.',

  'export-remote':
    '{server} läuft anderswo, und ein Bundle enthält, was hier läuft; gib stattdessen die Adresse weiter.',
  'export-wasm': '{server} ist ein WebAssembly-Modul, das keine Art von Bundle startet.',
  'export-folder-missing': 'Der Ordner {folder} von {server} ist nicht mehr da.',
  'export-too-large': '{server} hat mehr als {most} MiB an Dateien, zu viel für ein Bundle.',
  'export-script-unreadable': '{path} von {server} ließ sich nicht lesen: {code}.',
  'export-offset': 'Bei {offset} ist nichts: das Bundle hat {bytes} Byte.',
};
