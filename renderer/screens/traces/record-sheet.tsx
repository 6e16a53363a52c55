// "Record": the switch that writes the trace to disk, what is there, and the way to be rid of it.
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Recordings } from '../../../electron/contract/trace-tools.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/layout.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive, useNow, usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { formatBytes, formatCounted } from '../../words/format.ts';
import { recordingSentence } from '../../words/trace-tool-words.ts';

export function RecordSheet({ onClose }: { onClose: () => void }) {
  const { hub } = useSnapshot();
  const { recording } = hub;
  const live = useLive();
  const act = useAct();
  const now = useNow();
  const { found, said, look } = useRecordings(recording != null);
  const bytes = found?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0;
  return (
    <Sheet
      title="Record to disk"
      text="Payloads stay in memory unless you record them. A recording holds every message from now on, with secrets masked, in files that only your account can read."
      open
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Close
          </Button>
          <span className="fill" />
          {found && found.files.length > 0 ? (
            <ConfirmButton
              label="Delete recordings"
              icon={Trash2}
              title="Delete the recordings?"
              text={`${formatCounted(found.files.length, 'file')}, ${formatBytes(bytes)} in ${found.folder}. ${recording ? 'The file that is being written stays.' : 'This cannot be undone.'}`}
              onConfirm={() => void act('trace:forget-recordings', {}, 'Recordings deleted.').then(look)}
            />
          ) : null}
        </>
      }
    >
      <div className="row">
        <Switch
          label="Record to disk"
          on={recording != null}
          disabled={!live}
          onSwitch={on => void act('trace:record', { on }).then(look)}
        />
        <span role="status">{recording ? recordingSentence(recording, now) : 'Off. Nothing is written.'}</span>
      </div>
      <p className="hint">
        It goes on until you switch it off or the hub ends; the next start finds it off. While it is on, the title bar
        says so on every screen.
      </p>
      {found ? (
        <Facts
          facts={[
            ['Folder', <Foreign key="folder" className="mono" text={found.folder} />],
            ['Kept', keptWords(found, bytes)],
            ['At most', `${formatBytes(found.maxBytes)}, then the oldest file goes`],
          ]}
        />
      ) : null}
      <Said sentence={said} />
    </Sheet>
  );
}

function keptWords({ files }: Recordings, bytes: number): string {
  return files.length === 0 ? 'no recordings' : `${formatCounted(files.length, 'file')}, ${formatBytes(bytes)}`;
}

/** Looks again when recording begins or ends, and when told to. */
function useRecordings(isRecording: boolean) {
  const { link } = usePanelParts();
  const [found, setFound] = useState<Recordings | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    link.request('trace:recordings', {}).then(
      answer => wanted && setFound(answer),
      (error: unknown) => wanted && setSaid(errorSentence(error)),
    );
    return () => {
      wanted = false;
    };
  }, [link, turn, isRecording]);
  return { found, said, look: () => setTurn(last => last + 1) };
}
