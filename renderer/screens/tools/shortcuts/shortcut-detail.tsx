// One shortcut: what agents are told of it, what it does, and how to try, change and remove it.
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { goTo } from '../../../frame/route.ts';
import { shortcutPath } from '../../../frame/tool-paths.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, Facts, PaneHead } from '../../../parts/layout.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t, tIn } from '../../../words/language.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { kindWords } from './shortcut-words.ts';
import { TryShortcut } from './try-shortcut.tsx';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

export function ShortcutDetail({ shortcut }: { shortcut: Shortcut }) {
  const { id, command, description, content } = shortcut;
  const close = () => goTo('tools', shortcutPath());
  return (
    <DetailPane
      className="tool-detail"
      label={t('Shortcut {command}', { command })}
      onClose={close}
      head={
        <>
          <h2 className="mono ellipsis">
            <Foreign text={command} />
          </h2>
          <span className="tag">{kindWords(shortcut)}</span>
          <span className="fill" />
        </>
      }
    >
      <p className="section text-xs muted">
        <Foreign text={description || t('Agents are told its command alone; say in a few words what it is for.')} />
      </p>
      {content.kind === 'prompt' ? <Prompt text={content.text} /> : <Actions actions={content.actions} />}
      <ShortcutActs shortcut={shortcut} onRemoved={close} />
      <TryShortcut shortcut={shortcut} />
      <section className="section" aria-label={t('Facts')}>
        <Facts facts={[[t('Its shortcutId'), <Foreign key="id" className="mono" text={id} />]]} />
      </section>
    </DetailPane>
  );
}

function Prompt({ text }: { text: string }) {
  return (
    <>
      <PaneHead title={t('Prompt')} note={t('as agents get it, named as your words')} />
      <div className="shortcut-content">
        <div className="well text" tabIndex={0} role="group" aria-label={t('Prompt')}>
          <Foreign text={text} lines className="lines" />
        </div>
      </div>
    </>
  );
}

type Action = Extract<Shortcut['content'], { kind: 'actions' }>['actions'][number];

function Actions({ actions }: { actions: readonly Action[] }) {
  return (
    <>
      <PaneHead title={tIn('shortcut', 'Actions')} note={t('one after another, up to the first that fails')} />
      <ol className="shortcut-content" aria-label={tIn('shortcut', 'Actions')}>
        {actions.map(({ name, input }, at) => (
          <li key={at}>
            <span className="mono strong">
              {at + 1}. <Foreign text={name} />
            </span>
            <pre className="well text" tabIndex={0}>
              <Foreign text={JSON.stringify(input, null, 2)} lines className="lines" />
            </pre>
          </li>
        ))}
      </ol>
    </>
  );
}

function ShortcutActs({ shortcut, onRemoved }: { shortcut: Shortcut; onRemoved: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const { store } = usePanelParts();
  const act = useAct();
  const { id, command } = shortcut;
  const remove = async () => {
    if ((await act('shortcuts:remove', { id })) === undefined) return;
    onRemoved();
    addNotice(store, 'done', t('The shortcut {command} was removed.', { command }), {
      label: t('Undo'),
      run: () => void act('shortcuts:save', { shortcut }, t('The shortcut {command} is there again.', { command })),
    });
  };
  return (
    <div className="line shortcut-acts">
      <ActButton icon={Pencil} onClick={() => setEditing(true)}>
        {t('Edit')}
      </ActButton>
      <ActButton look="danger" icon={Trash2} onClick={() => void remove()}>
        {t('Remove')}
      </ActButton>
      {isEditing ? <ShortcutSheet shortcut={shortcut} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}
