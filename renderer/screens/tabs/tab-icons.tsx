// The icons of the tabs in sight. They come from the hub, which checked them; the panel loads nothing from any site.
import { createContext, use, useEffect, useState } from 'react';
import { monogram } from '../../../contract/monogram.ts';
import { useLive, usePanelParts } from '../../parts/panel-context.tsx';
import type { Tab } from '../../../contract/schemas/entities.ts';

type Icons = Readonly<Record<string, string>>;

export const TabIconsContext = createContext<Icons>({});

const keptAtMost = 500;
const base64 = /^[A-Za-z0-9+/]+=*$/;

/** Asks for the icons that are not here yet; returns all of them by id. */
export function useTabIcons(tabs: readonly Tab[]): Icons {
  const { link } = usePanelParts();
  const live = useLive();
  const [icons, setIcons] = useState<Icons>({});
  const wanted = [...new Set(tabs.flatMap(({ icon }) => (icon === undefined ? [] : [icon])))].slice(0, keptAtMost);
  const missing = wanted.filter(id => !(id in icons)).join(' ');
  useEffect(() => {
    if (missing === '' || !live) return;
    let isWanted = true;
    const ids = missing.split(' ');
    link.request('tabs:icons', { ids }).then(
      answer => {
        // What is not kept any more is not asked for again.
        const none = ids.map(id => [id, ''] as const);
        const found = answer.icons.filter(({ data }) => base64.test(data)).map(({ id, data }) => [id, data] as const);
        if (isWanted) setIcons(known => ({ ...known, ...Object.fromEntries([...none, ...found]) }));
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [missing, live, link]);
  return icons;
}

/** The icon of the page, or the first letter of its title. */
export function TabIcon({ tab: { icon, title } }: { tab: Tab }) {
  const [broken, setBroken] = useState(false);
  const data = use(TabIconsContext)[icon ?? ''] ?? '';
  if (data === '' || broken) {
    return (
      <span className="favicon" aria-hidden="true">
        {monogram(title).charAt(0)}
      </span>
    );
  }
  return (
    <img
      className="favicon"
      src={`data:image/png;base64,${data}`}
      alt=""
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
