// The German texts of signing in at servers.
export const signIn: Readonly<Record<string, string>> = {
  'Sign in': 'Anmelden',
  'Sign in to {name}': 'Bei {name} anmelden',
  'The server is asked where you sign in.': 'Der Server wird gefragt, wo die Anmeldung ist.',
  'You sign in at {host}, in your browser; it comes back here by itself.':
    'Die Anmeldung ist bei {host}, im eigenen Browser; danach geht es hier von selbst weiter.',
  address: 'Adresse',
  'Open it in a new tab': 'In neuem Tab öffnen',
  'Open in the browser': 'Im Browser öffnen',
  'Sign out': 'Abmelden',
  'Sign out of {name}': 'Bei {name} abmelden',
  'It is stopped, and the tokens of its sign-in are forgotten.':
    'Er wird gestoppt, und die Tokens der Anmeldung werden vergessen.',
  'Signed out of {name}.': 'Bei {name} abgemeldet.',
};
