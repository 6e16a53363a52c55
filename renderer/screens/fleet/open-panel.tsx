// The panel of another hub, opened in a tab or a window of its own.
import { ExternalLink } from 'lucide-react';
import { t } from '../../words/language.ts';
import { panelFault } from './hub-list.ts';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';

/** Beside this page, so that the tab that opens finds the same key of this session. */
export function panelHref(name: string): string {
  return `?hub=${encodeURIComponent(name)}`;
}

/** False where it cannot be opened. */
export function openPanelOf(hub: FleetHub): boolean {
  if (panelFault(hub) !== null) return false;
  window.open(panelHref(hub.name), '_blank');
  return true;
}

export function OpenPanelLink({ hub }: { hub: FleetHub }) {
  if (panelFault(hub) !== null) return null;
  return (
    // The opener stays named: without it the new tab would begin without the key of this one.
    <a className="button small" href={panelHref(hub.name)} target="_blank" rel="opener">
      <ExternalLink className="icon" aria-hidden="true" />
      {t('Open its panel')}
      <kbd className="keycap" data-key={t('Enter')} aria-hidden="true" />
    </a>
  );
}
