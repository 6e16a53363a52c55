// The walls that hold for an installed server, as switches; what is saved holds from its next start.
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { WallsFields } from '../../../parts/walls-fields.tsx';
import { wallsForm, wallsOf, wallsTrouble } from '../../../parts/walls-form.ts';
import { t } from '../../../words/language.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function InstallWalls({ server }: { server: Server }) {
  const act = useAct();
  const { id: serverId, options } = server;
  const draft = useDraft(wallsForm(options.sandbox));
  const save = () =>
    void act('servers:set-options', { serverId, options: { ...options, sandbox: wallsOf(draft.value) } });
  return (
    <section aria-label={t('Walls')}>
      <PaneHead title={t('Walls')} note={t('proposed from the form; off means that you lift them')} />
      <WallsFields form={draft.value} onChange={draft.change} />
      <SaveBar
        draft={draft}
        blocked={wallsTrouble(draft.value)}
        note={t('Its runs end, and it starts again with this when it is to run.')}
        onSave={save}
      />
    </section>
  );
}
