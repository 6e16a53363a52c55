// Denies every page what the panel never needs: permissions, devices, navigation and new windows.
import { hubOfAddress, isPanelUrl } from './panel-address.ts';
import type { App, Session, WebContents } from 'electron';

/** The copy buttons write plain text. */
const granted = 'clipboard-sanitized-write';

/** Electron allows every permission until it is told otherwise. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(permission === granted && isMainFrame && isPanelUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => permission === granted && isMainFrame && isPanelUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

/** Holds for every web contents that will ever be made, also for one that a mistake would make. `showHub` opens the panel of another hub. */
export function denyLeaving(app: App, showHub: (hub: string) => void): void {
  app.on('web-contents-created', (_event, contents) => keepInPanel(contents, showHub));
}

export function keepInPanel(contents: WebContents, showHub: (hub: string) => void): void {
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isPanelUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', event => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const hub = hubOfAddress(url);
    if (hub !== null) showHub(hub);
    return { action: 'deny' };
  });
}
