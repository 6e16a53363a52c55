// What one would paste by hand for an agent, in its forms; it can be seen again at any time, the token cannot.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { lettersOn, useKeys } from '../../../frame/keys.ts';
import { Segmented } from '../../../parts/choices.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { CopyButton, useCopy } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import { formatMinute, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { TokenOnce } from './token-once.tsx';
import { Trouble } from './trouble.tsx';
import type { ConfigSnippets } from '../../../../contract/schemas/agent-configs.ts';
import type { SnippetSubject } from './snippet-subject.ts';

type Form = 'command' | 'file' | 'address';

export function Snippets({ subject }: { subject: SnippetSubject }) {
  const { ask, name, row } = subject;
  const { clients } = useSnapshot();
  const known = row?.clientId ? clients[row.clientId] : undefined;
  const [snippets, , said] = useAnswer(`snippets ${subject.id} ${known?.createdAt} ${row?.how}`, link =>
    link.request('agent-configs:snippets', ask),
  );
  return (
    <section id="snippet" aria-label={t('Snippets of {name}', { name })}>
      <PaneHead title={name} note={t('what you would paste by hand; it can be seen again here at any time')} />
      {row ? <Trouble row={row} /> : null}
      <Said sentence={said} />
      {snippets ? <Forms name={name} snippets={snippets} /> : <div className="connect-block">{t('Loading.')}</div>}
    </section>
  );
}

function Forms({ name, snippets }: { name: string; snippets: ConfigSnippets }) {
  const [wanted, choose] = useState<Form>('command');
  const texts: Readonly<Record<Form, string | null>> = {
    command: snippets.add ?? snippets.stdio.line,
    file: snippets.file?.text ?? null,
    address: snippets.url,
  };
  const form = texts[wanted] === null ? 'command' : wanted;
  const text = texts[form] ?? '';
  const what = t('snippet of {name}', { name });
  const copy = useCopy(text, what);
  useKeys({ c: () => void copy.run() });
  const labels = { command: t('Command'), file: snippets.file?.name ?? '', address: t('Address') };
  const forms = (['command', 'file', 'address'] as const).filter(value => texts[value] !== null);
  return (
    <div className="connect-block">
      <div className="line flex-wrap">
        <Segmented
          label={t('Form')}
          value={form}
          onChoose={choose}
          choices={forms.map(value => ({ value, label: labels[value] }))}
        />
        <span className="fill" />
        <CopyButton text={text} what={what} keyed={{ copy, shortcut: lettersOn() ? 'C' : undefined }} />
      </div>
      <pre className="well code p-2" aria-label={what}>
        <Foreign text={text} lines />
      </pre>
      {snippets.menu ? <p className="subtle text-xs">{t('Paste it under {menu}.', { menu: snippets.menu })}</p> : null}
      <Credential name={name} snippets={snippets} />
    </div>
  );
}

function Credential({ name, snippets: { clientId, createdAt } }: { name: string; snippets: ConfigSnippets }) {
  const act = useAct();
  const [token, setToken] = useState<string | null>(null);
  if (clientId === null)
    return <p className="subtle text-xs">{t('It has no credential yet; switching it on makes one.')}</p>;
  const renew = async () => {
    const answer = await act('clients:new-token', { clientId });
    if (answer) setToken(answer.token);
  };
  return (
    <>
      {token ? <TokenOnce name={name} token={token} onDone={() => setToken(null)} /> : null}
      <div className="line text-xs">
        <span className="muted fill" title={createdAt === null ? undefined : formatMoment(createdAt)}>
          {createdAt === null
            ? t('Its token was shown once.')
            : t('Credential of {time}; its token was shown once.', { time: formatMinute(createdAt) })}
        </span>
        <ConfirmButton
          size="small"
          icon={KeyRound}
          label={t('New credential')}
          title={t('New credential for {name}', { name })}
          text={t('The old one ends at once and its agents are disconnected. The new token is shown this once.')}
          onConfirm={() => void renew()}
        />
      </div>
    </>
  );
}
