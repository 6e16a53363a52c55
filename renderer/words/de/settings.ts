// The German texts of the screen "settings".
export const settings: Readonly<Record<string, string>> = {
  Language: 'Sprache',
  'Follows the system unless you choose one; a switch loads the panel again':
    'Folgt dem System, bis eine gewählt ist; ein Wechsel lädt das Panel neu',
  System: 'System',
};
