// What a tab shows now, as a picture that is taken when somebody asks for it.
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { formatClock } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';

interface Taken {
  readonly source: string;
  readonly at: number;
}

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

export function TabPicture({ tab }: { tab: Tab }) {
  const act = useAct();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [taking, setTaking] = useState(false);
  const take = async () => {
    setTaking(true);
    const picture = await act('tabs:picture', { browserId: tab.browserId, tabId: tab.tabId });
    setTaking(false);
    if (!picture || !pictureTypes.has(picture.mimeType)) return;
    setTaken({ source: `data:${picture.mimeType};base64,${picture.data}`, at: Date.now() });
  };
  return (
    <section className="section tab-picture" aria-label={t('What it shows')}>
      {taken ? (
        <img
          src={taken.source}
          alt={t('Tab {tabId} at {time}', { tabId: String(tab.tabId), time: formatClock(taken.at) })}
        />
      ) : null}
      <div className="flex items-center gap-2">
        <ActButton size="small" icon={Camera} disabled={taking} onClick={() => void take()}>
          {taking ? t('Looking…') : taken ? t('Look again') : t('Show the page')}
        </ActButton>
        <span className="subtle text-2xs">
          {taken ? t('as it was at {time}', { time: formatClock(taken.at) }) : t('a picture, for you alone')}
        </span>
      </div>
    </section>
  );
}
