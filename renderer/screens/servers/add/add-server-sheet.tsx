// "Add a server": typed in, pasted, or imported from another app. Nothing runs before it is approved.
import { type FormEvent, useState } from 'react';
import { goTo } from '../../../frame/route.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
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
  const { kind, setKind, typing, importing, complete, busy, said, finish, close } = useAdding(draft, onClose);
  const isImport = kind === 'import';
  const { preview, picked } = importing;
  return (
    <Sheet
      title={t('Add a server')}
      text={t('Nothing runs before you have seen the full command and approved it.')}
      open={open}
      onClose={close}
      footer={
        <>
          <AddButton complete={complete} busy={busy} picked={isImport ? picked.size : null} />
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
      <form id={formId} className="grid gap-3" onSubmit={finish}>
        {kind === 'command' ? <CommandFields {...typing} /> : null}
        {kind === 'json' ? <JsonField {...typing} /> : null}
        {isImport && !preview ? <ImportFrom busy={busy} onRead={importing.read} onRefused={importing.refuse} /> : null}
        {isImport && preview ? <ImportList preview={preview} picked={picked} onPick={importing.pick} /> : null}
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

/** `picked` counts the servers of an import; null where none is made. */
function AddButton({ complete, busy, picked }: { complete: boolean; busy: boolean; picked: number | null }) {
  const missing = picked === null ? t('Fill in the fields above') : t('Choose what to add');
  return (
    <ActButton
      look="primary"
      type="submit"
      form={formId}
      disabled={!complete || busy}
      title={complete ? undefined : missing}
    >
      {picked ? t('Add {count, plural, one {# server} other {# servers}}', { count: picked }) : t('Add')}
    </ActButton>
  );
}

/** Each of the ways to name a server keeps what it has while another is looked at. */
function useAdding(draft: Typed | null, onClose: () => void) {
  const [kind, setKind] = useState<Kind>(draft?.text ? 'json' : 'command');
  const typing = useTyped(kind === 'json' ? 'json' : 'command', draft ?? nothingTyped);
  const importing = useImport();
  const { said, complete, add } = kind === 'import' ? importing : typing;
  const finish = (event: FormEvent) => {
    event.preventDefault();
    void add().then(([id]) => id !== undefined && goTo('servers', id));
  };
  const close = () => {
    importing.reset();
    onClose();
  };
  return { kind, setKind, typing, importing, complete, busy: importing.busy || typing.busy, said, finish, close };
}

function useTyped(kind: 'command' | 'json', first: Typed) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState(first);
  const { said, busy, send } = useSending();
  const { name, commandLine, text } = typed;
  const add = async () => {
    const params = kind === 'command' ? { kind, name, commandLine } : { kind, text };
    const { serverIds } = await link.request('servers:add', params);
    setTyped(nothingTyped);
    return serverIds;
  };
  return {
    typed,
    onType: (change: Partial<typeof typed>) => setTyped(before => ({ ...before, ...change })),
    complete: kind === 'command' ? name.trim() !== '' && commandLine.trim() !== '' : text.trim() !== '',
    said,
    busy,
    add: async () => (await send(add)) ?? [],
  };
}
