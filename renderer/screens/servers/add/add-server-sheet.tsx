// "Add a server": typed in, pasted, or imported from other apps. Nothing runs before it is approved.

import { ActButton, Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { ApproveAll, ApproveAllButton, useApproveAll } from './approve-all.tsx';
import { BuiltInRow } from './built-in-row.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { FoundApps } from './found-apps.tsx';
import { ImportList } from './import-list.tsx';
import { ImportThings } from './import-things.tsx';
import { TextForm } from './text-form.tsx';
import { TypedFields } from './typed-form.tsx';
import { type Kind, useAdding } from './use-adding.ts';
import type { FormEvent } from 'react';
import type { Typed } from './typed.ts';

const formId = 'add-server';

const kinds = [
  { value: 'command', label: t('Command') },
  { value: 'remote', label: t('Address') },
  { value: 'json', label: t('mcpServers JSON') },
  { value: 'import', label: t('Import') },
] as const;

interface AddServerProps {
  readonly open: boolean;
  /** What stands in the fields at first. */
  readonly draft: Typed | null;
  readonly onClose: () => void;
}

type Adding = ReturnType<typeof useAdding>;

export function AddServerSheet({ open, draft, onClose }: AddServerProps) {
  const adding = useAdding(draft, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void adding.add();
  };
  if (adding.added.length > 0) return <ApproveSheet open={open} serverIds={adding.added} onClose={adding.close} />;
  return (
    <Sheet
      title={t('Add a server')}
      text={t('Nothing runs before you have seen the full command and approved it.')}
      open={open}
      onClose={adding.close}
      footer={<Footer adding={adding} />}
    >
      {adding.importing.preview ? null : (
        <div className="justify-self-start">
          <Segmented<Kind> label={t('What you have')} value={adding.kind} onChoose={adding.setKind} choices={kinds} />
        </div>
      )}
      <form id={formId} className="grid gap-3" onSubmit={submit}>
        {adding.importing.preview ? (
          <>
            <LazyChoice adding={adding} />
            <ImportList importing={adding.importing} />
            <ImportThings importing={adding.importing} />
          </>
        ) : (
          <>
            <Source adding={adding} open={open} />
            <Elsewhere />
          </>
        )}
        <Said sentence={adding.said} />
      </form>
    </Sheet>
  );
}

function Source({ adding, open }: { adding: Adding; open: boolean }) {
  const { kind, typed, onType, importing, busy } = adding;
  const found = useRequest(open ? 'found' : null, link => link.request('servers:found', {}));
  const hasSome = found.kind === 'there' && found.value.apps.length > 0;
  return (
    <>
      {kind === 'command' || kind === 'remote' ? (
        <TypedFields typed={typed} onType={onType} isRemote={kind === 'remote'} />
      ) : null}
      {kind === 'json' ? (
        <TextForm
          text={typed.text}
          onText={text => onType({ text })}
          onPackage={base64 => void adding.read({ kind: 'file', base64 })}
          onRefused={importing.refuse}
        />
      ) : null}
      {kind === 'import' ? null : <LazyChoice adding={adding} />}
      {kind === 'import' || (kind === 'command' && hasSome) ? (
        <FoundApps found={found} busy={busy} onImport={apps => void adding.read({ kind: 'apps', apps: [...apps] })} />
      ) : null}
      {kind === 'import' ? (
        <BuiltInRow busy={busy} onImport={() => void adding.read({ kind: 'app', app: 'built-in' })} />
      ) : null}
    </>
  );
}

function LazyChoice({ adding: { isLazy, setLazy } }: { adding: Adding }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isLazy} onChange={event => setLazy(event.target.checked)} />
      {t('Start on first use, and sleep while nobody uses it')}
    </label>
  );
}

function Footer({ adding: { kind, importing, complete, busy, close } }: { adding: Adding }) {
  const {
    preview,
    choice: { picked },
  } = importing;
  const isChoosing = kind === 'import' && !preview;
  return (
    <>
      {isChoosing ? null : (
        <ActButton
          look="primary"
          type="submit"
          form={formId}
          disabled={!complete || busy}
          title={complete ? undefined : missing(kind, picked.size, preview !== null)}
        >
          {preview && picked.size > 0
            ? t('Add {count, plural, one {# server} other {# servers}}', { count: picked.size })
            : t('Add')}
        </ActButton>
      )}
      <Button look="ghost" onClick={close}>
        {t('Cancel')}
      </Button>
      {preview ? (
        <Button look="ghost" onClick={importing.reset}>
          {t('Choose another source')}
        </Button>
      ) : null}
    </>
  );
}

function missing(kind: Kind, picked: number, isList: boolean): string {
  if (isList) return picked === 0 ? t('Choose what to add') : t('Give each a name of its own');
  return kind === 'remote' ? t('Type an address that begins with https:// or http://') : t('Fill in the fields above');
}

interface ApproveProps {
  readonly open: boolean;
  readonly serverIds: readonly string[];
  readonly onClose: () => void;
}

function ApproveSheet({ open, serverIds, onClose }: ApproveProps) {
  const approving = useApproveAll(serverIds, onClose);
  return (
    <Sheet
      title={t('Approve what was added')}
      text={t('Each of them was added and waits. Read every command: one click approves exactly these.')}
      open={open}
      onClose={onClose}
      footer={
        <>
          <ApproveAllButton approving={approving} />
          <Button look="ghost" onClick={onClose}>
            {t('Later')}
          </Button>
        </>
      }
    >
      <ApproveAll approving={approving} />
    </Sheet>
  );
}
