// What the desktop app says of its updates and of its start at login, in German.
import type { DesktopReasons } from '../../contract/desktop-reasons.ts';
import type { Words } from '../reason.ts';

export const desktopWords: Words<DesktopReasons> = {
  'update-of-sources': 'Diese Kopie läuft aus ihren Quellen; sie so erneuern, wie sie gekommen ist.',
  'update-of-package':
    'Diese Kopie wurde als Paket installiert oder entpackt; sie so erneuern, wie sie gekommen ist. Das AppImage erneuert sich selbst.',
  'update-without-key':
    'Diese Kopie wurde ohne Schlüssel gebaut, mit dem sich Updates prüfen lassen, also nimmt sie keine; sie so erneuern, wie sie gekommen ist.',
  'feed-not-signed':
    'Der Feed ist nicht mit dem Schlüssel dieses Builds signiert; nichts davon wird genommen. Bei den Machern nachfragen.',
  'feed-without-signature':
    'Der Feed hat keine Signatur neben seiner Liste von Dateien; nichts davon wird genommen. Bei den Machern nachfragen.',
  'login-waits-for-approval': 'macOS wartet auf die Zustimmung: Systemeinstellungen, Allgemein, Anmeldeobjekte.',
  'login-switched-off': 'Der Desktop hat {file} ausgeschaltet; dort einschalten.',
  'login-file-of-other': '{file} ist keine Datei von Pilothouse; sie wegräumen, dann noch einmal versuchen.',
};
