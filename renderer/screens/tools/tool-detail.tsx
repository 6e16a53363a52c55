// One tool: what it says of itself and its whole definition.
import { useEffect, useState } from 'react';

import type { Tool } from '../../../electron/contract/entities.ts';
import type { Scope } from '../../../electron/contract/permissions.ts';
import { goTo } from '../../frame/route.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { formatBytes, formatCount } from '../../words/format.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { estimateTokens, tokensSentence } from '../../words/token-words.ts';
import { ToolClients } from './tool-clients.tsx';
import { ToolReview, useReviews } from './tool-review.tsx';

export function ToolDetail({ tool }: { tool: Tool }) {
  const reviews = useReviews([tool]);
  return (
    <DetailPane
      className="tl"
      label={`Tool ${tool.id}`}
      onClose={() => goTo('tools')}
      head={
        <>
          <h2 className="mono cut">
            <Foreign text={tool.id} />
          </h2>
          <span className="lbl">{tool.source.kind}</span>
          <span className="lbl">{tool.readOnly ? 'reads' : 'acts'}</span>
          <span className="fill" />
          <span className="mm text-2xs whitespace-nowrap">
            {formatBytes(tool.bytes)}, {formatCount(estimateTokens(tool.bytes))} tokens
          </span>
        </>
      }
    >
      {tool.held === null ? null : <ToolReview tool={tool} held={tool.held} asked={reviews} />}
      <p className="sec text-xs m">
        <Foreign text={tool.description || 'It says nothing about itself.'} lines className="lines" />
      </p>
      <section className="sec" aria-label="Facts">
        <Facts
          facts={[
            ['Title', <Foreign key="title" text={tool.title} />],
            ['In MCP lists', <Foreign key="name" className="mono" text={tool.name} />],
            ['Permission', scopeTitle(tool.scope)],
            ['Definition', `${formatBytes(tool.bytes)}, ${tokensSentence(tool.bytes)} in an agent’s context`],
          ]}
        />
      </section>
      <ToolClients tool={tool} />
      <PaneHead title="Definition" note="as agents get it" />
      <Definition toolId={tool.id} />
    </DetailPane>
  );
}

function scopeTitle(scope: string): string {
  const words: { title: string } | undefined = scopeWords(scope as Scope);
  return words ? `${words.title}, ${scope}` : scope;
}

function Definition({ toolId }: { toolId: string }) {
  const { link } = usePanelParts();
  const [definition, setDefinition] = useState<Record<string, unknown> | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    link.request('tools:get', { toolId }).then(
      answer => wanted && setDefinition(answer.definition),
      (error: unknown) => wanted && setSaid(errorSentence(error)),
    );
    return () => {
      wanted = false;
    };
  }, [link, toolId]);
  if (said !== null) {
    return (
      <div className="p-4">
        <Said sentence={said} />
      </div>
    );
  }
  return definition ? <JsonTree value={definition} label={`Definition of ${toolId}`} /> : null;
}
