// What the desktop app says of its updates and of its start at login, in English.
import type { DesktopReasons } from '../../contract/desktop-reasons.ts';
import type { Words } from '../reason.ts';

export const desktopWords: Words<DesktopReasons> = {
  'update-of-sources': 'This copy runs from its sources; update it the way you got it.',
  'update-of-package':
    'This copy was installed as a package or unpacked; update it the way you got it. The AppImage updates itself.',
  'update-without-key':
    'This copy was built without a key to check updates with, so it takes none; update it the way you got it.',
  'feed-not-signed': 'The feed is not signed with the key of this build; nothing of it is taken. Ask its makers.',
  'feed-without-signature':
    'The feed has no signature beside its list of files; nothing of it is taken. Ask its makers.',
  'login-waits-for-approval': 'macOS waits for your approval: System Settings, General, Login Items.',
  'login-switched-off': 'Your desktop has switched {file} off; switch it on there.',
  'login-file-of-other': "{file} is not Pilothouse's own file; move it away, then try again.",
};
