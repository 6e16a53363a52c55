// "Add a server": typed in, pasted, or imported from another app. Nothing runs before it is approved.
import { type FormEvent, useState } from 'react';
import { goTo } from '../../../frame/route.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { CommandFields, JsonField, nothingTyped, type Typed } from './command-form.tsx';
import { ImportList } from './import-list.tsx';
import { ImportFrom } from './import-source.tsx';
import { useImport } from './use-import.ts';

type Kind = 'command' | 'json' | 'import';
const formId = 'add-server';

const kinds = [
  { value: 'command', label: t('Name and command') },
  { value: 'json', label: t('mcpServers JSON') },
  { value: 'import', label: t('Import') },
] as const;

interface AddServerProps {
  readonly open: boolean;
  /** What stands in the fields at first. */
  readonly draft: Typed | null;
  readonly onClose: () => void;
}

export function AddServerSheet({ open, draft, onClose }: AddServerProps) {
  const [kind, setKind] = useState<Kind>(draft?.text ? 'json' : 'command');
  const typing = useTyped(kind === 'json' ? 'json' : 'command', draft ?? nothingTyped);
  const importing = useImport();
  const { preview, picked } = importing;
  const finish = async (event: FormEvent) => {
    event.preventDefault();
    const ids = await (kind === 'import' ? importing.add() : typing.add());
    if (ids.length > 0) goTo('servers', ids[0]);
  };
  const close = () => {
    importing.reset();
    onClose();
  };
  const isImport = kind === 'import';
  const complete = isImport ? picked.size > 0 : typing.complete;
  const busy = importing.busy || typing.busy;
  return (
    <Sheet
      title={t('Add a server')}
      text={t('Nothing runs before you have seen the full command and approved it.')}
      open={open}
      onClose={close}
      footer={
        <>
          <ActButton
            look="primary"
            type="submit"
            form={formId}
            disabled={!complete || busy}
            title={complete ? undefined : isImport ? t('Choose what to add') : t('Fill in the fields above')}
          >
            {isImport && picked.size > 0
              ? t('Add {count, plural, one {# server} other {# servers}}', { count: picked.size })
              : t('Add')}
          </ActButton>
          <Button look="ghost" onClick={close}>
            {t('Cancel')}
          </Button>
          {isImport && preview ? (
            <Button look="ghost" onClick={importing.reset}>
              {t('Choose another source')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="justify-self-start">
        <Segmented label={t('What you have')} value={kind} onChoose={setKind} choices={kinds} />
      </div>
      <form id={formId} className="grid gap-3" onSubmit={event => void finish(event)}>
        {kind === 'command' ? <CommandFields {...typing} /> : null}
        {kind === 'json' ? <JsonField {...typing} /> : null}
        {isImport && !preview ? <ImportFrom busy={busy} onRead={importing.read} onRefused={importing.refuse} /> : null}
        {isImport && preview ? <ImportList preview={preview} picked={picked} onPick={importing.pick} /> : null}
        <Said sentence={isImport ? importing.said : typing.said} />
      </form>
    </Sheet>
  );
}

function useTyped(kind: 'command' | 'json', first: Typed) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState(first);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { name, commandLine, text } = typed;
  const add = async (): Promise<readonly string[]> => {
    setBusy(true);
    try {
      const params = kind === 'command' ? { kind, name, commandLine } : { kind, text };
      const { serverIds } = await link.request('servers:add', params);
      setSaid(null);
      setTyped(nothingTyped);
      return serverIds;
    } catch (error) {
      setSaid(errorSentence(error));
      return [];
    } finally {
      setBusy(false);
    }
  };
  return {
    typed,
    onType: (change: Partial<typeof typed>) => setTyped(before => ({ ...before, ...change })),
    complete: kind === 'command' ? name.trim() !== '' && commandLine.trim() !== '' : text.trim() !== '',
    said,
    busy,
    add,
  };
}
