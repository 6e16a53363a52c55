// What one would paste by hand for an agent, in its forms; it can be seen again at any time, the token cannot.
import { useState } from 'react';
import { lettersOn, useKeys } from '../../../frame/keys.ts';
import { Segmented } from '../../../parts/choices.tsx';
import { CopyButton, useCopy } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { howWords } from './change-choices.tsx';
import { Credential } from './credential.tsx';
import { formsOf } from './snippet-forms.ts';
import { Trouble } from './trouble.tsx';
import type { ConfigSnippets } from '../../../../contract/schemas/agent-configs.ts';
import type { SnippetSubject } from './snippet-subject.ts';

export function Snippets({ subject }: { subject: SnippetSubject }) {
  const { ask, name, row } = subject;
  const { clients, endpoints } = useSnapshot();
  const known = row?.clientId ? clients[row.clientId] : undefined;
  const key = JSON.stringify([subject.id, known?.createdAt, row?.how, endpoints['mcp-http']?.state]);
  const [snippets, , said] = useAnswer(`snippets ${key}`, link => link.request('agent-configs:snippets', ask));
  return (
    <section id="snippet" aria-label={t('Snippets of {name}', { name })}>
      <PaneHead title={name} note={t('what you would paste by hand; it can be seen again here at any time')} />
      {row ? <Trouble row={row} /> : null}
      <Said sentence={said} />
      {snippets ? (
        <Forms name={name} snippets={snippets} hasAddress={row?.hows.includes('http') ?? true} />
      ) : (
        <div className="connect-block">{t('Loading.')}</div>
      )}
    </section>
  );
}

interface FormsProps {
  readonly name: string;
  readonly snippets: ConfigSnippets;
  /** Whether it can come by an address, once there is one. */
  readonly hasAddress: boolean;
}

function Forms({ name, snippets, hasAddress }: FormsProps) {
  const [how, chooseHow] = useState(snippets.ways[0]?.how);
  const [wanted, choose] = useState<string | null>(null);
  const way = snippets.ways.find(candidate => candidate.how === how) ?? snippets.ways[0];
  const forms = way ? formsOf(way) : [];
  const form = forms.find(({ id }) => id === wanted) ?? forms[0];
  const text = form?.text ?? '';
  const what = t('snippet of {name}', { name });
  const copy = useCopy(text, what);
  useKeys({ c: () => void copy.run() });
  return (
    <div className="connect-block">
      <div className="line flex-wrap">
        {way && snippets.ways.length > 1 ? (
          <Segmented
            label={t('How')}
            value={way.how}
            onChoose={chooseHow}
            choices={snippets.ways.map(({ how: value }) => ({ value, label: howWords[value] }))}
          />
        ) : null}
        <Segmented
          label={t('Form')}
          value={form?.id ?? null}
          onChoose={choose}
          choices={forms.map(({ id, label }) => ({ value: id, label }))}
        />
        <span className="fill" />
        <CopyButton text={text} what={what} keyed={{ copy, shortcut: lettersOn() ? 'C' : undefined }} />
      </div>
      <pre className="well code p-2" aria-label={what}>
        <Foreign text={text} lines />
      </pre>
      {snippets.menu ? <p className="subtle text-xs">{t('Paste it under {menu}.', { menu: snippets.menu })}</p> : null}
      {hasAddress && snippets.ways.every(each => each.how !== 'http') ? (
        <p className="subtle text-xs">{t('MCP over HTTP is not open; Endpoints below says why')}</p>
      ) : null}
      <Credential name={name} clientId={snippets.clientId} />
    </div>
  );
}
