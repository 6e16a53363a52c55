// The German texts of pairing a browser by a code.
export const pairing: Readonly<Record<string, string>> = {
  'The code was good for two minutes and is over.': 'Der Code galt zwei Minuten und ist abgelaufen.',
  'The code was tried five times and is over.': 'Der Code wurde fünfmal probiert und gilt nicht mehr.',
  'The code was cancelled.': 'Der Code wurde verworfen.',
  'The way in was switched off, and the code with it.': 'Der Zugang wurde ausgeschaltet, und mit ihm der Code.',
  'Use a code…': 'Code verwenden…',
  'Use a code… for {name}': 'Code verwenden… für {name}',
  'over a WebSocket, which needs no manifest': 'über einen WebSocket, der kein Manifest braucht',
  '{names} came over a WebSocket.': '{names} kam über einen WebSocket.',
  'Connect with a code…': 'Mit einem Code verbinden…',
  'Connect a browser with a code': 'Einen Browser mit einem Code verbinden',
  'Connect {name} with a code': '{name} mit einem Code verbinden',
  'For a browser that cannot start Pilothouse’s program: one packaged as a Snap or Flatpak, or one whose policy forbids it.':
    'Für einen Browser, der das Programm von Pilothouse nicht starten kann: als Snap oder Flatpak verpackt, oder durch eine Richtlinie daran gehindert.',
  'New code': 'Neuer Code',
  '1. In that browser, load the companion extension as the steps on this screen say.':
    '1. In diesem Browser die Companion-Erweiterung laden, wie es auf dieser Ansicht steht.',
  '2. Click its icon in the toolbar; Firefox and Chromium keep it behind the puzzle piece.':
    '2. Auf ihr Symbol in der Werkzeugleiste klicken; Firefox und Chromium haben es hinter dem Puzzleteil.',
  '3. Type this code there. It lets one browser in, and is the approval.':
    '3. Dort diesen Code eingeben. Er lässt einen Browser ein und ist die Freischaltung.',
  'Code for one browser': 'Code für einen Browser',
  code: 'Code',
  'Waits for the code; good for {left} and {tries, plural, one {# more try} other {# more tries}}':
    'Wartet auf den Code; gilt noch {left} und {tries, plural, one {# Versuch} other {# Versuche}}',
  '{name} is connected over a WebSocket.': '{name} ist über einen WebSocket verbunden.',
  'The browser': 'Der Browser',
  'A newer code was made; this one is over.': 'Ein neuerer Code wurde gemacht; dieser gilt nicht mehr.',
  'over a WebSocket': 'über einen WebSocket',
};
