// Switches a tool for everybody; what is off is neither listed nor called.
import { visibleText } from '../../contract/visible-text.ts';
import { t } from '../words/language.ts';
import { Switch } from './choices.tsx';
import { useAct, useLive } from './panel-context.tsx';
import type { Tool } from '../../contract/schemas/entities.ts';

export function ToolSwitch({ tool }: { tool: Tool }) {
  const act = useAct();
  const live = useLive();
  return (
    <span
      className="inline-flex align-middle"
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      <Switch
        label={t('Offer {tool} to agents', { tool: visibleText(tool.id) })}
        on={tool.on}
        disabled={!live}
        title={live ? undefined : t('The hub does not answer; nothing can be changed until it does.')}
        onSwitch={on => void act('tools:set', { toolId: tool.id, on })}
      />
    </span>
  );
}
