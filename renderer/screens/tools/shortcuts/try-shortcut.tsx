// "Try it": runs a shortcut as the user, as an agent would run it.
import { isRecord } from '../../../../contract/json.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { ToolCall } from '../tool-call.tsx';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

const toolId = 'shortcuts_execute';

/** The tool is there whatever is connected, because the hub carries it out. */
export function TryShortcut({ shortcut: { id, content } }: { shortcut: Shortcut }) {
  const tool = useSnapshot().tools[toolId];
  const asked = useRequest(toolId, link => link.request('tools:get', { toolId }));
  if (!tool) return null;
  return (
    <>
      <Unanswered asked={asked} />
      {asked.kind === 'there' ? (
        <ToolCall
          // What came of an earlier content is not what comes of this one.
          key={JSON.stringify(content)}
          tool={content.kind === 'prompt' ? { ...tool, readOnly: true } : tool}
          definition={withoutChoice(asked.value.definition)}
          preset={{ title: t('Try it'), fixed: { shortcutId: id }, isHarmless: content.kind === 'prompt' }}
        />
      ) : null}
    </>
  );
}

/** Which shortcut it is has been chosen. */
function withoutChoice(definition: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schema = isRecord(definition['inputSchema']) ? definition['inputSchema'] : {};
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const { shortcutId: _, command: __, ...rest } = properties;
  return { ...definition, inputSchema: { ...schema, properties: rest } };
}
