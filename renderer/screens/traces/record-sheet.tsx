// "Record": the switch that writes the trace to disk, what is there, and the way to be rid of it.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { type Fact, Facts } from '../../parts/layout.tsx';
import { useAct, useLive, useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { formatBytes } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { recordingSentence } from '../../words/trace-tool-words.ts';
import type { Recordings } from '../../../contract/schemas/trace-tools.ts';

export function RecordSheet({ onClose }: { onClose: () => void }) {
  const { recording } = useSnapshot().hub;
  const [turn, setTurn] = useState(0);
  // Asked again when recording begins or ends, and when something was done here.
  const asked = useRequest(`${recording != null} ${turn}`, link => link.request('trace:recordings', {}));
  const found = asked.kind === 'there' ? asked.value : null;
  const look = () => setTurn(last => last + 1);
  return (
    <Sheet
      title={t('Record to disk')}
      text={t(
        'Payloads stay in memory unless you record them. A recording holds every message from now on, with secrets masked, in files that only your account can read.',
      )}
      open
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('Close')}
          </Button>
          <span className="fill" />
          {found && found.files.length > 0 ? <DeleteButton found={found} onDone={look} /> : null}
        </>
      }
    >
      <RecordSwitch onDone={look} />
      <p className="hint">
        {t(
          'It goes on until you switch it off or the hub ends; the next start finds it off. While it is on, the title bar says so on every screen.',
        )}
      </p>
      {found ? <Facts facts={keptFacts(found)} /> : null}
      <Said sentence={asked.kind === 'failed' ? asked.sentence : null} />
    </Sheet>
  );
}

function RecordSwitch({ onDone }: { onDone: () => void }) {
  const { recording } = useSnapshot().hub;
  const live = useLive();
  const act = useAct();
  const now = useNow();
  return (
    <div className="field-row">
      <Switch
        label={t('Record to disk')}
        on={recording != null}
        disabled={!live}
        onSwitch={on => void act('trace:record', { on }).then(onDone)}
      />
      <span role="status">
        {recording
          ? recordingSentence(recording, now)
          : t('Off. For the next start of the hub the newest entries are kept, without texts.')}
      </span>
    </div>
  );
}

function DeleteButton({ found, onDone }: { found: Recordings; onDone: () => void }) {
  const { recording } = useSnapshot().hub;
  const act = useAct();
  const what = { kept: keptWords(found), folder: found.folder };
  return (
    <ConfirmButton
      label={t('Delete recordings')}
      icon={Trash2}
      title={t('Delete the recordings?')}
      text={
        recording
          ? t('{kept} in {folder}. The file that is being written stays.', what)
          : t('{kept} in {folder}. This cannot be undone.', what)
      }
      onConfirm={() => void act('trace:forget-recordings', {}, t('Recordings deleted.')).then(onDone)}
    />
  );
}

function keptFacts(found: Recordings): Fact[] {
  return [
    [t('Folder'), <Foreign key="folder" className="mono" text={found.folder} />],
    [t('Kept'), keptWords(found)],
    [t('For the next start'), t('{size}, without texts of messages', { size: formatBytes(found.kept.bytes) })],
    [t('At most'), t('{size}, then the oldest file goes', { size: formatBytes(found.maxBytes) })],
  ];
}

function keptWords({ files }: Recordings): string {
  return files.length === 0
    ? t('no recordings')
    : t('{count, plural, one {# file} other {# files}}, {size}', {
        count: files.length,
        size: formatBytes(files.reduce((sum, file) => sum + file.bytes, 0)),
      });
}
