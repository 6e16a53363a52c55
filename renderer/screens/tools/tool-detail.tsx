// One tool: what it says of itself and its whole definition.
import { goTo } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { Said } from '../../parts/sheet.tsx';
import { ToolReview, useReviews } from '../../parts/tool-review.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { canonical } from '../../store/schema/json.ts';
import { formatBytes, formatCount } from '../../words/format.ts';
import { t, tIn } from '../../words/language.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { estimateTokens, tokensSentence } from '../../words/token-words.ts';
import { ToolCall } from './tool-call.tsx';
import { ToolClients } from './tool-clients.tsx';
import type { Scope } from '../../../contract/permissions.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';

export function ToolDetail({ tool }: { tool: Tool }) {
  const reviews = useReviews([tool]);
  const asked = useRequest([tool.id, tool.bytes, tool.description, tool.held].join(' '), link =>
    link.request('tools:get', { toolId: tool.id }),
  );
  const definition = asked.kind === 'there' ? asked.value.definition : null;
  return (
    <DetailPane
      className="tool-detail"
      label={t('Tool {id}', { id: tool.id })}
      onClose={() => goTo('tools')}
      head={
        <>
          <h2 className="mono ellipsis">
            <Foreign text={tool.id} />
          </h2>
          <span className="tag">{tool.source.kind === 'browser' ? t('browser') : t('server')}</span>
          <span className="tag">{tool.readOnly ? tIn('tool', 'reads') : tIn('tool', 'acts')}</span>
          <span className="fill" />
          <span className="subtle text-2xs whitespace-nowrap">
            {t('{bytes}, {tokens} tokens', {
              bytes: formatBytes(tool.bytes),
              tokens: formatCount(estimateTokens(tool.bytes)),
            })}
          </span>
        </>
      }
    >
      {tool.held === null ? null : <ToolReview tool={tool} held={tool.held} asked={reviews} />}
      <p className="section text-xs muted">
        <Foreign text={tool.description || t('It says nothing about itself.')} lines className="lines" />
      </p>
      {asked.kind === 'loading' ? <span className="ghost-bar m-4" /> : null}
      {asked.kind === 'failed' ? (
        <div className="p-4">
          <Said sentence={asked.sentence} />
        </div>
      ) : null}
      {definition ? <ToolCall key={canonical(definition)} tool={tool} definition={definition} /> : null}
      <section className="section" aria-label={t('Facts')}>
        <Facts
          facts={[
            [t('Title'), <Foreign key="title" text={tool.title} />],
            [t('In MCP lists'), <Foreign key="name" className="mono" text={tool.name} />],
            [t('Permission'), scopeTitle(tool.scope)],
            [
              t('Definition'),
              t('{bytes}, {tokens} in an agent’s context', {
                bytes: formatBytes(tool.bytes),
                tokens: tokensSentence(tool.bytes),
              }),
            ],
          ]}
        />
      </section>
      <ToolClients tool={tool} />
      <PaneHead title={t('Definition')} note={t('as agents get it')} />
      {definition ? <JsonTree value={definition} label={t('Definition of {id}', { id: tool.id })} /> : null}
    </DetailPane>
  );
}

function scopeTitle(scope: string): string {
  const words: { title: string } | undefined = scopeWords(scope as Scope);
  return words ? `${words.title}, ${scope}` : scope;
}
