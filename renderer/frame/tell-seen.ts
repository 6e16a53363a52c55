// Tells the hub whether this panel is in front of its user: while one is, browsers ask nothing in windows of their own.
import type { Link } from '../link/link.ts';

export function tellSeen(link: Link): void {
  const tell = () => {
    // Nobody hears it while the line is lost, and it is told anew with the next one.
    link.request('panel:seen', { seen: document.visibilityState === 'visible' }).catch(() => {});
  };
  link.onStatus(({ kind }) => {
    if (kind === 'open') tell();
  });
  document.addEventListener('visibilitychange', tell);
}
