// Switching an agent on and off: the first time the change is shown in a sheet, later it is written at once and can be undone.
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { keep, readKept } from '../../../store/kept.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { starts } from '../../../words/start-words.ts';
import type { AgentConfig, ConfigChanged } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

/** What the sheet shows is known afterwards, and how far the agent may go was chosen there. */
const seenName = 'connect.change-seen';
const readStart = () => readKept(seenName, value => starts.find(start => start === value) ?? null);

export function useAgentSwitch() {
  const act = useAct();
  const { store } = usePanelParts();
  const told = (row: AgentConfig, text: string, changed: ConfigChanged) => {
    const { undo } = changed;
    const run = () =>
      void act(
        'agent-configs:restore',
        { ...configOf(row), version: undo ?? undefined },
        t('The file of {name} is as it was.', { name: row.title }),
      );
    addNotice(store, 'done', text, undo === null ? undefined : { label: t('Undo'), run });
  };
  return {
    told,
    wasSeen: () => readStart() !== null,
    seen: (start: Client['start']) => keep(seenName, start),
    /** Writes at once; the answer has a token where the file only names a variable. */
    write: async (row: AgentConfig, on: boolean) => {
      const of = configOf(row);
      const start = readStart() ?? 'ask';
      const changed = on
        ? await act('agent-configs:connect', { ...of, start })
        : await act('agent-configs:disconnect', of);
      if (changed) told(row, on ? onWords(row) : offWords(row), changed);
      return changed;
    },
  };
}

export const onWords = ({ title }: AgentConfig) => t('{name} was connected.', { name: title });
export const offWords = ({ title }: AgentConfig) =>
  t('Our entry was taken out of the file of {name}.', { name: title });

/** The fields by which a request names a row. */
export function configOf({ agent, project }: AgentConfig): { agent: string; project?: string } {
  return project === null ? { agent } : { agent, project };
}
