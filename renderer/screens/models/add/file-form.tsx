// A llamafile or GGUF file on this machine, which is run as a supervised program.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { contextOf, contextTrouble } from './context-text.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export function FileForm({ onAdded }: { onAdded: (provider: ModelProvider) => void }) {
  const { typed, change, said, busy, add } = useFile(onAdded);
  const trouble = typed.path.trim() === '' ? t('Type the path of the file') : contextTrouble(typed.context);
  return (
    <form className="grid gap-3" onSubmit={event => void add(event)}>
      <Line
        label={t('Path of the file')}
        value={typed.path}
        onChange={path => change({ path })}
        placeholder="/home/you/models/qwen2.5-7b-instruct-q4.llamafile"
        mono
        first
      />
      <Line label={t('Name, or nothing')} value={typed.name} onChange={name => change({ name })} />
      <EngineField path={typed.path} engine={typed.engine} onChange={engine => change({ engine })} />
      <Line
        label={t('Tokens of context, or nothing for what the program takes')}
        value={typed.context}
        onChange={context => change({ context })}
        placeholder="32768"
        mono
      />
      <p className="subtle">{t('Its hash is taken first; it runs once you have approved exactly that file.')}</p>
      <Said sentence={said} />
      <span>
        <ActButton look="primary" type="submit" disabled={trouble !== null || busy} title={trouble ?? undefined}>
          {t('Add')}
        </ActButton>
      </span>
    </form>
  );
}

interface EngineProps {
  readonly path: string;
  readonly engine: string;
  readonly onChange: (engine: string) => void;
}

/** A llamafile brings its own. */
function EngineField({ path, engine, onChange }: EngineProps) {
  if (!/\.gguf$/i.test(path.trim())) return null;
  return (
    <Line
      label={t('llama-server that reads it, or nothing for the one on the PATH')}
      value={engine}
      onChange={onChange}
      placeholder="/usr/local/bin/llama-server"
      mono
    />
  );
}

function useFile(onAdded: (provider: ModelProvider) => void) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState({ path: '', name: '', engine: '', context: '' });
  const { said, busy, send } = useSending();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const [path, name, engine] = [typed.path.trim(), typed.name.trim(), typed.engine.trim()];
    const named = { ...(name !== '' && { name }), ...(engine !== '' && { engine }) };
    const context = contextOf(typed.context);
    const answer = await send(() => link.request('models:add-program', { path, context, ...named }));
    if (answer) onAdded(answer.provider);
  };
  return { typed, change: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }), said, busy, add };
}
