// What is said of a server's sign-ins and walls: codes with their facts.

export interface PlainServerReasons {
  // How a sign-in to it ended. `code` is an OAuth error code.
  'sign-in-again': object;
  'sign-in-late': object;
  'sign-in-no-address': object;
  'sign-in-refused': { code: string | null };
  'sign-in-granted-nothing': object;
  'sign-in-address': { of: 'server' | 'sign-in' | 'redirect'; server: string; address: string };
  // What the page at its end says.
  'sign-in-done': { server: string };
  'sign-in-not-ours': object;
  'sign-in-over': object;
  'sign-in-other-account': object;
  'sign-in-asker-unknown': object;
  'nothing-here': object;

  // The walls around it.
  'sandbox-by': { program: string };
  'sandbox-forbidden': { why: string };
  'no-bubblewrap': object;
  'no-sandbox-exec': object;
  'no-sandbox-on-windows': object;
  'folder-over-link': { folder: string; link: string; place: string };
  'writes-its-program': { places: readonly string[]; own: string; folder: string };
}
