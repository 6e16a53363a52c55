// The questions that wait, beside what was granted already where there is room.
import { permissionPath } from '../../../frame/permission-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useWide } from '../../../parts/use-wide.ts';
import { t } from '../../../words/language.ts';
import { GrantTable } from '../grants/grant-table.tsx';
import { PromptQueue } from './prompt-queue.tsx';

export function QuestionsTab({ now }: { now: number }) {
  const { grants } = useSnapshot();
  const wide = useWide();
  return (
    <div className="panes">
      <PromptQueue />
      {wide ? (
        <section className="pane fill" aria-label={t('Grants')}>
          <PaneHead title={t('Grants')} note={String(Object.keys(grants).length)}>
            <a className="link" href={routeHref('permissions', permissionPath('grants'))}>
              {t('All about them')}
            </a>
          </PaneHead>
          <GrantTable filter="" now={now} brief />
        </section>
      ) : null}
    </div>
  );
}
