// That another server has this name already, with the way to it.
import { isSameName } from '../../../../contract/names.ts';
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';

export function NameTaken({ name }: { name: string }) {
  const { servers } = useSnapshot();
  const holder = name.trim() === '' ? undefined : Object.values(servers).find(one => isSameName(one.name, name));
  if (!holder) return null;
  return (
    <p className="line text-attention" role="status">
      <span>
        <Say
          text="A server is called {name} already; give this one another name, or open the one that is there."
          values={{ name: <Foreign text={holder.name} className="strong" /> }}
        />
      </span>
      <Button size="small" onClick={() => goTo('servers', holder.id)}>
        {t('Open it')}
      </Button>
    </p>
  );
}
