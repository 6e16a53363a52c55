// The German texts of the frame: navigation, title bar, banners, palette.
export const frame: Readonly<Record<string, string>> = {
  'This page may not speak with the hub': 'Diese Seite darf nicht mit dem Hub sprechen',
  'The hub does not answer': 'Der Hub antwortet nicht',
  'Start it with `npm start`. This page tries again by itself.':
    'Mit `npm start` starten. Diese Seite versucht es von selbst wieder.',
  'Connecting to the hub': 'Verbindung zum Hub wird aufgebaut',
  'The panel appears as soon as the hub has sent its state.':
    'Das Panel erscheint, sobald der Hub seinen Zustand gesendet hat.',
  'End learning': 'Lernen beenden',
  'Run again': 'Weiterlaufen lassen',
  'What holds for all agents': 'Was für alle Agenten gilt',
  'The hub does not answer since {time}.': 'Der Hub antwortet seit {time} nicht.',
  'What you see is {age} old and nothing here can be changed. Trying again in {wait}, {attempt, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} time.':
    'Das Gezeigte ist {age} alt, und nichts hier lässt sich ändern. Neuer Versuch in {wait}, zum {attempt, selectordinal, other {#.}} Mal.',
  'Try now': 'Jetzt versuchen',
  News: 'Neues',
  'What agents may do now': 'Was Agenten jetzt dürfen',
  'Stop all agents': 'Alle Agenten stoppen',
  Dismiss: 'Schließen',
  'Search or run a command': 'Suchen oder Befehl ausführen',
  'Nothing is called that.': 'Nichts heißt so.',
  'Recording {where}': 'Aufzeichnung {where}',
  'to disk': 'auf Platte',
  'The screen {screen} could not be drawn': 'Die Ansicht {screen} konnte nicht gezeichnet werden',
  '{sentence}. The hub keeps running.': '{sentence}. Der Hub läuft weiter.',
  'Draw it again': 'Neu zeichnen',
  'Keyboard shortcuts': 'Tastenkürzel',
  'Single letters work while no field has the focus; Settings switches them off.':
    'Einzelne Buchstaben wirken, solange kein Feld den Fokus hat; abzuschalten in den Einstellungen.',
  Close: 'Schließen',
  Watch: 'Beobachten',
  Control: 'Steuern',
  'Set up': 'Einrichten',
  Main: 'Hauptnavigation',
  '{count, plural, one {waiting for you} other {waiting for you}}':
    '{count, plural, one {wartet auf Antwort} other {warten auf Antwort}}',
  'browser wants to connect': 'Browser möchte sich verbinden',
  'need a look': 'brauchen einen Blick',
  'Connected agents': 'Verbundene Agenten',
  'Hub not reachable': 'Hub nicht erreichbar',
  'last patch {seq}': 'letzter Patch {seq}',
  'after reconnecting the panel loads a fresh snapshot': 'nach dem Verbinden lädt das Panel einen frischen Stand',
  'Hub running {span}': 'Hub läuft {span}',
  '{rate} messages/s': '{rate} Nachrichten/s',
  '{inFlight, plural, =0 {no calls} one {# call} other {# calls}} in flight':
    '{inFlight, plural, =0 {kein Aufruf} one {# Aufruf} other {# Aufrufe}} unterwegs',
  '{total, plural, =0 {no entries} one {# entry} other {# entries}}':
    '{total, plural, =0 {keine Einträge} one {# Eintrag} other {# Einträge}}',
};
