// The two views of the screen: tools and shortcuts.
import { goTo } from '../../frame/route.ts';
import { shortcutPath } from '../../frame/tool-paths.ts';
import { Segmented } from '../../parts/choices.tsx';
import { t } from '../../words/language.ts';
import type { ToolPlace } from '../../frame/tool-paths.ts';

export function ViewChoice({ view }: { view: ToolPlace['view'] }) {
  return (
    <Segmented
      label={t('View')}
      value={view}
      onChoose={next => goTo('tools', next === 'tools' ? null : shortcutPath())}
      choices={[
        { value: 'tools', label: t('Tools') },
        { value: 'shortcuts', label: t('Shortcuts') },
      ]}
    />
  );
}
