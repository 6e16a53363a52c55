// The German texts of the parts that screens share.
export const parts: Readonly<Record<string, string>> = {
  'The hub does not answer; nothing can be changed until it does.':
    'Der Hub antwortet nicht; bis dahin lässt sich nichts ändern.',
  Field: 'Feld',
  'was not there': 'war nicht da',
  'is gone': 'ist weg',
  empty: 'leer',
  Cancel: 'Abbrechen',
  'Could not copy the {what}: the clipboard refused. Select the text and press Ctrl C.':
    '{what} ließ sich nicht kopieren: die Zwischenablage hat abgelehnt. Den Text markieren und Strg C drücken.',
  'Copy {what}': '{what} kopieren',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Clear filter': 'Filter leeren',
  'Close detail': 'Detail schließen',
  'Close detail (Escape)': 'Detail schließen (Esc)',
  'waits for you': 'wartet auf Antwort',
  '{left} more': '{left} weitere',
  'Rename {name}': '{name} umbenennen',
  Rename: 'Umbenennen',
  'New name': 'Neuer Name',
  'It holds characters that cannot be seen. It will read: {name}':
    'Darin sind Zeichen, die nicht zu sehen sind. Zu lesen sein wird: {name}',
  'You and your agents call it so from now on. Its approval stays; older trace entries keep the old name.':
    'So heißt er ab jetzt überall, auch für Agenten. Die Zulassung bleibt; ältere Trace-Einträge behalten den alten Namen.',
};
