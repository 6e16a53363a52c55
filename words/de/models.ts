// What is said of models and of whoever provides them, in German.
import type { ModelReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const changes: Readonly<Record<ModelReasons['model-provider-set']['how'], string>> = {
  added: 'Ein Anbieter von Modellen kam hinzu: {provider}.',
  approved: 'Die Datei von {provider} darf ausgeführt werden.',
  changed: 'Die Einstellungen von {provider} wurden geändert.',
  removed: '{provider} wurde entfernt, mit seinem Schlüssel.',
};

export const modelWords: Words<ModelReasons> = {
  'model-none-chosen':
    'Es gibt noch kein Modell; unter Modelle eines auf diesem Gerät wählen oder einen Schlüssel eingeben.',
  'model-unknown': 'Kein Anbieter hat ein Modell {model}; ein anderes wählen oder den Namen unter Modelle nachsehen.',
  'model-provider-gone': 'Den Anbieter {provider} gibt es nicht mehr; ein anderes Modell wählen.',
  'model-provider-off': '{provider} ist ausgeschaltet; unter Modelle einschalten oder ein anderes Modell wählen.',
  'model-none-of-provider': '{provider} hat kein Modell; dort eines laden, dann unter Modelle neu prüfen.',

  'model-key-missing': '{provider} braucht einen Schlüssel; unter Modelle einen eingeben.',
  'model-key-refused':
    'Der Schlüssel wurde von {provider} abgelehnt ({status}). Einen anderen eingeben oder beim Anbieter prüfen.',
  'model-rate-limited':
    '{provider} will noch {seconds} s in Ruhe gelassen werden; danach noch einmal fragen oder ein anderes Modell wählen.',
  'model-timed-out':
    '{provider} hat nicht innerhalb von {seconds} s geantwortet; noch einmal versuchen oder unter Modelle mehr Zeit geben.',
  'model-not-running': '{provider} läuft nicht: an {at} antwortet niemand. Starten und noch einmal versuchen.',
  'model-unreachable': '{provider} ist nicht zu erreichen: {why}',
  'model-connection-lost': 'Die Verbindung zu {provider} ist mitten in der Antwort abgerissen; noch einmal versuchen.',
  'model-cut-off':
    '{provider} hat die Antwort ohne Ende beendet; was bis dahin kam, ist vielleicht unvollständig. Noch einmal versuchen.',
  'model-refused': '{provider} hat die Anfrage abgelehnt ({status}): {said}',
  'model-said': '{provider} ist während der Antwort gescheitert: {said}',
  'model-unreadable':
    '{provider} hat etwas geschickt, das keine Antwort eines Modells ist; Art und Adresse unter Modelle prüfen.',
  'model-answer-too-long':
    '{provider} hat mehr als {most} Zeichen geschrieben, deshalb wurde die Antwort dort beendet; um weniger oder um einen Teil bitten.',
  'model-tokens-used-up':
    'Die {tokens} Token von {provider} für heute sind verbraucht; das Limit unter Modelle erhöhen oder morgen weitermachen.',
  'model-browser-away': 'Der Browser von {provider} ist nicht verbunden; starten und noch einmal versuchen.',

  'model-too-many': 'Es gibt schon {most} Anbieter; zuerst einen entfernen.',
  'model-type-other': 'Anbieter von Modellen der Art {type} kennt Pilothouse nicht.',
  'model-no-address': 'Die Adresse des Anbieters angeben, etwa http://127.0.0.1:8000/v1.',
  'no-provider-id': 'die Kennung eines Anbieters hat 1 bis 40 Zeichen aus a-z, 0-9 und -',
  'no-alias-name': 'ein Alias hat 1 bis 60 Buchstaben, Ziffern, „.“, „_“ und „-“',
  'no-currency': 'eine Währung hat drei Großbuchstaben, etwa EUR',
  'model-has-no-key': '{provider} nimmt keinen Schlüssel.',
  'model-no-program':
    '{provider} ist kein Programm, das Pilothouse ausführt; dort starten und stoppen, wo es installiert ist.',

  'model-file-none': 'Es gibt keine lesbare Datei {path}; den Pfad prüfen.',
  'model-file-other': '{path} ist weder ein llamafile noch eine GGUF-Datei; eine andere wählen.',
  'model-file-changed':
    '{path} ist eine andere Datei als die genehmigte; nachsehen, woher sie kommt, und neu genehmigen.',
  'model-engine-changed':
    '{path} ist ein anderes Programm als das, das für dieses Modell genehmigt wurde; nachsehen, woher es kommt, und neu genehmigen.',
  'model-walls-off': 'Die Sandbox ist ausgeschaltet; unter Konfiguration einschalten.',
  'model-walls-gone':
    '{path} wurde für eine Sandbox genehmigt, und jetzt gibt es keine; sie wieder möglich machen oder ohne genehmigen. {why}',
  'model-file-unapproved': '{path} wurde noch nicht genehmigt; unter Modelle genehmigen.',
  'model-engine-none':
    'Eine GGUF-Datei braucht llama-server von llama.cpp, das nicht im PATH liegt; installieren oder unter Modelle nennen.',
  'model-program-ended': '{provider} hat sich beendet, bevor eine Antwort kam: {why}',
  'model-load-late': '{provider} hat sein Modell nicht innerhalb von {seconds} s geladen; das Protokoll ansehen.',

  'model-provider-set': ({ how }) => changes[how],

  'model-starts-for': 'startet: {asker} hat nach einem Modell gefragt',
  'model-loaded': 'bereit nach {seconds} s auf 127.0.0.1:{port}',
  'model-idle': 'nach {minutes} min ohne Frage gestoppt',
  'model-stopped-by-user': 'von Hand gestoppt',
};
