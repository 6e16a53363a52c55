// What the desktop app says of its updates and of its start at login: codes with their facts.

export interface DesktopReasons {
  'update-of-sources': object;
  'update-of-package': object;
  'update-without-key': object;
  'feed-not-signed': object;
  'feed-without-signature': object;
  'login-waits-for-approval': object;
  'login-switched-off': { file: string };
  'login-file-of-other': { file: string };
}
