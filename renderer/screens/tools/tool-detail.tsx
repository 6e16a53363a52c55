// One tool: what it says of itself and its whole definition.
import { canonicalJson } from '../../../contract/json.ts';
import { goTo } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { DetailPane, type Fact, Facts, PaneHead } from '../../parts/layout.tsx';
import { ToolReview, useReviews } from '../../parts/tool-review.tsx';
import { Unanswered } from '../../parts/unanswered.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { formatBytes, formatCount } from '../../words/format.ts';
import { t, tIn } from '../../words/language.ts';
import { isScope, scopeWords } from '../../words/scope-words.ts';
import { estimateTokens, tokensSentence } from '../../words/token-words.ts';
import { ToolCall } from './tool-call.tsx';
import { ToolClients } from './tool-clients.tsx';
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
      head={<ToolHead tool={tool} />}
    >
      {tool.held === null ? null : <ToolReview tool={tool} held={tool.held} asked={reviews} />}
      <p className="section text-xs muted">
        <Foreign text={tool.description || t('It says nothing about itself.')} lines className="lines" />
      </p>
      <Unanswered asked={asked} />
      {definition ? <ToolCall key={canonicalJson(definition)} tool={tool} definition={definition} /> : null}
      <section className="section" aria-label={t('Facts')}>
        <Facts facts={factsOf(tool)} />
      </section>
      <ToolClients tool={tool} />
      <PaneHead title={t('Definition')} note={t('as agents get it')} />
      {definition ? <JsonTree value={definition} label={t('Definition of {id}', { id: tool.id })} /> : null}
    </DetailPane>
  );
}

function sourceTag({ kind }: Tool['source']): string {
  if (kind === 'page') return tIn('tool', 'page');
  return kind === 'browser' ? t('browser') : t('server');
}

function ToolHead({ tool: { id, source, readOnly, bytes } }: { tool: Tool }) {
  return (
    <>
      <h2 className="mono ellipsis">
        <Foreign text={id} />
      </h2>
      <span className="tag">{sourceTag(source)}</span>
      <span className="tag">{readOnly ? tIn('tool', 'reads') : tIn('tool', 'acts')}</span>
      <span className="fill" />
      <span className="subtle text-2xs whitespace-nowrap">
        {t('{bytes}, {tokens} tokens', { bytes: formatBytes(bytes), tokens: formatCount(estimateTokens(bytes)) })}
      </span>
    </>
  );
}

const factsOf = ({ title, name, scope, bytes }: Tool): Fact[] => [
  [t('Title'), <Foreign key="title" text={title} />],
  [t('In MCP lists'), <Foreign key="name" className="mono" text={name} />],
  [t('Permission'), isScope(scope) ? `${scopeWords(scope).title}, ${scope}` : scope],
  [
    t('Definition'),
    t('{bytes}, {tokens} in an agent’s context', { bytes: formatBytes(bytes), tokens: tokensSentence(bytes) }),
  ],
];
