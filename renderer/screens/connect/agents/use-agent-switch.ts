// Switching an agent on and off: the first time the change is shown in a sheet, later it is written at once and can be undone.
import { useAct, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { keep, readKept } from '../../../store/kept.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { starts, startWords } from '../../../words/start-words.ts';
import { makesCredential, targetOf } from './draft.ts';
import type { AgentConfig, ConfigChanged } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

/** What the sheet shows is known afterwards, and how far an agent may go was chosen there. */
const seenName = 'connect.change-seen';
const readStart = () => readKept(seenName, value => starts.find(start => start === value) ?? null);
/** The reach that was chosen last in a sheet. */
export const lastStart = () => readStart() ?? 'ask';

export function useAgentSwitch() {
  const act = useAct();
  const { store } = usePanelParts();
  const { clients } = useSnapshot();
  /** Puts the bytes back that stood there before, unless the file was changed since. */
  const undo = ({ row, undo: version }: ConfigChanged) =>
    act('agent-configs:restore', { ...targetOf(row, row), hash: row.hash, version: version ?? undefined });
  const told = (text: string, changes: readonly ConfigChanged[]) => {
    const written = changes.filter(changed => changed.undo !== null);
    const run = async () => {
      for (const changed of written) {
        const undone = await undo(changed);
        if (undone) addNotice(store, 'done', undoneWords(undone));
      }
    };
    addNotice(store, 'done', text, written.length === 0 ? undefined : { label: t('Undo'), run: () => void run() });
  };
  const connect = (row: AgentConfig, start = lastStart()) =>
    act('agent-configs:connect', { ...targetOf(row, row), start });
  /** What is not shown before it is written is said after it. */
  const onWithReach = (row: AgentConfig) =>
    makesCredential(row, row.project, clients)
      ? `${onWords(row)} ${t('It may: {reach}.', { reach: startWords[lastStart()].title })}`
      : onWords(row);
  return {
    told,
    connect,
    wasSeen: () => readStart() !== null,
    seen: (start: Client['start']) => keep(seenName, start),
    /** Writes at once; the answer has a token where the file only names a variable. */
    write: async (row: AgentConfig, on: boolean) => {
      const text = on ? onWithReach(row) : offWords(row);
      const changed = on ? await connect(row) : await act('agent-configs:disconnect', targetOf(row, row));
      if (changed) told(text, [changed]);
      return changed;
    },
  };
}

export const onWords = ({ title }: AgentConfig) => t('{name} was connected.', { name: title });
const undoneWords = ({ row: { title: name }, isNewClient }: ConfigChanged) =>
  isNewClient
    ? t('The file of {name} is as it was. Its credential is new: what you allowed or denied it before is gone.', {
        name,
      })
    : t('The file of {name} is as it was.', { name });
export const offWords = ({ title }: AgentConfig) =>
  t('Our entry was taken out of the file of {name}.', { name: title });
